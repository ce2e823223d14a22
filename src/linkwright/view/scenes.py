"""Configurations of a planar robot side by side, with walls and marked points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from linkwright.view.figures import new_figure


@dataclass(frozen=True, eq=False)
class Scene:
    """One picture: its title, polylines of bodies and walls, and named points.

    Attributes:
        title: above it.
        bodies, walls: polylines (n, 2) [m].
        marked: places by name (2,) [m].
    """

    title: str
    bodies: Sequence[np.ndarray]
    walls: Sequence[np.ndarray] = ()
    marked: dict[str, np.ndarray] = field(default_factory=dict)


def save_scenes(
    path: Path, scenes: Sequence[Scene], title: str = "", columns: int = 3
) -> Path:
    """Draw scenes in rows to one scale and write them as a picture; returns its path.

    The path's suffix chooses the format: .png, .svg or .pdf.
    """
    rows = -(-len(scenes) // columns)
    figure = new_figure((3.4 * columns, 3.6 * rows + 0.4))
    axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for axis in axes.flat[len(scenes) :]:
        axis.remove()
    for axis, scene in zip(axes.flat, scenes, strict=False):
        for wall in scene.walls:
            axis.plot(*wall.T, color="0.6", linewidth=1.0)
        for body in scene.bodies:
            axis.plot(*body.T, color="tab:blue", linewidth=1.6, marker=".")
        for name, place in scene.marked.items():
            axis.plot(*place, color="tab:red", marker="o", markersize=5)
            axis.annotate(name, place, xytext=(4, 4), textcoords="offset points")
        axis.set_title(scene.title, fontsize="medium")
        axis.set_aspect("equal")
        axis.grid(alpha=0.3)
    for axis in axes[-1]:
        axis.set_xlabel("m")
    for axis in axes[:, 0]:
        axis.set_ylabel("m")
    if title:
        figure.suptitle(title)
    figure.savefig(path, dpi=150)
    return path
