"""Curves over time, in panels above one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from linkwright.view.figures import new_figure


@dataclass(frozen=True)
class Panel:
    """One diagram: its title, the unit of its curves, and the curves by name.

    ``over``: the curves may coincide, so all but the first are dashed.
    """

    title: str
    unit: str
    curves: Mapping[str, np.ndarray]
    over: bool = False


def by_axis(vectors: np.ndarray) -> dict[str, np.ndarray]:
    """Return the curves x, y, z of vectors (n, 3)."""
    return dict(zip("xyz", vectors.T, strict=True))


def save_time_plot(
    path: Path, t: np.ndarray, panels: Sequence[Panel], title: str = ""
) -> Path:
    """Draw the panels over time [s] and write them as a picture; returns its path.

    The path's suffix chooses the format: .png, .svg or .pdf.
    """
    figure = new_figure((9.0, 2.4 * len(panels) + 0.6))
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for axis, panel in zip(axes, panels, strict=True):
        for k, (name, values) in enumerate(panel.curves.items()):
            # colours come back after ten
            style = "--" if k >= 10 or (panel.over and k) else "-"
            axis.plot(t, values, style, label=name, linewidth=1.2)
        axis.set_title(panel.title, loc="left", fontsize="medium")
        axis.set_ylabel(panel.unit)
        axis.grid(alpha=0.3)
        axis.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small")
    axes[-1].set_xlabel("t in s")
    axes[-1].set_xlim(t[0], t[-1])
    if title:
        figure.suptitle(title)
    figure.savefig(path, dpi=150)
    return path
