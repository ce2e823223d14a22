"""Numbers of operations over a robot's size, multiplications beside additions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from linkwright.view.figures import new_figure


@dataclass(frozen=True)
class Curve:
    """Operations of one formulation at each size.

    Attributes:
        like: name of the curve that it belongs to; drawn dashed in that one's colour.
    """

    name: str
    multiplications: Sequence[float]
    additions: Sequence[float]
    like: str = ""


def save_count_plot(
    path: Path,
    panels: Mapping[str, tuple[Sequence[float], Sequence[Curve]]],
    title: str = "",
) -> Path:
    """Draw a row of two diagrams for each panel; returns the path.

    A panel's name says what is along: sizes, and the curves over them. The path's
    suffix chooses the format: .png, .svg or .pdf.
    """
    figure = new_figure((11.0, 4.0 * len(panels) + 1.4))
    grid = figure.subplots(len(panels), 2, squeeze=False)
    for axes, (along, (sizes, curves)) in zip(grid, panels.items(), strict=True):
        names = list(dict.fromkeys(curve.like or curve.name for curve in curves))
        for axis, kind in zip(axes, ("multiplications", "additions"), strict=True):
            for curve in curves:
                axis.plot(
                    sizes,
                    getattr(curve, kind),
                    color=f"C{names.index(curve.like or curve.name)}",
                    linestyle="--" if curve.like else "-",
                    marker="" if curve.like else "o",
                    label=curve.name,
                )
            axis.set_yscale("log")
            axis.set_title(kind, loc="left", fontsize="medium")
            axis.set_xlabel(along)
            axis.set_xticks(list(sizes))
            axis.grid(alpha=0.3, which="both")
    handles, labels = grid[0][0].get_legend_handles_labels()
    figure.legend(
        handles, labels, loc="outside lower center", ncols=2, fontsize="small"
    )
    if title:
        figure.suptitle(title)
    figure.savefig(path, dpi=150)
    return path
