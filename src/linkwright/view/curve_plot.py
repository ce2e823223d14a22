"""Curves of one quantity against another, panels side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from linkwright.view.figures import new_figure

# As many methods as there are differ in colour and in marker.
_MARKERS = "osv^D<>pX*"


@dataclass(frozen=True)
class Diagram:
    """One diagram: its title, what its axes show, and the curves (x, y) by name.

    Attributes:
        marked: whether points are marked, so that few of them can be told apart.
        logarithmic: ``""``, ``"y"`` or ``"xy"``.
    """

    title: str
    x: str
    y: str
    curves: Mapping[str, tuple[np.ndarray, np.ndarray]]
    marked: bool = False
    logarithmic: str = ""


def save_curve_plot(path: Path, diagrams: Sequence[Diagram], title: str = "") -> Path:
    """Draw the diagrams side by side and write them as a picture; returns its path.

    A name has one colour in all diagrams. The path's suffix chooses the format.
    """
    figure = new_figure((5.2 * len(diagrams) + 1.4, 4.2))
    axes = figure.subplots(1, len(diagrams), squeeze=False)[0]
    names = list(dict.fromkeys(name for d in diagrams for name in d.curves))
    shown = {}
    for axis, diagram in zip(axes, diagrams, strict=True):
        for name, (x, y) in diagram.curves.items():
            number = names.index(name)
            marker = _MARKERS[number % len(_MARKERS)] if diagram.marked else ""
            (shown[name],) = axis.plot(
                x,
                y,
                color=f"C{number % 10}",
                marker=marker,
                markersize=4,
                linewidth=1.2,
            )
        if "x" in diagram.logarithmic:
            axis.set_xscale("log")
        if "y" in diagram.logarithmic:
            axis.set_yscale("log")
        axis.set_title(diagram.title, loc="left", fontsize="medium")
        axis.set_xlabel(diagram.x)
        axis.set_ylabel(diagram.y)
        axis.grid(alpha=0.3)
    figure.legend(shown.values(), shown.keys(), loc="outside right center")
    if title:
        figure.suptitle(title)
    figure.savefig(path, dpi=150)
    return path
