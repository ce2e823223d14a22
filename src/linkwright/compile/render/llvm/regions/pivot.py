"""Pivots: which row has the largest entry, lane by lane, and bringing it to its place.

The rules are those of ``linkwright.expr.regions.elimination``: the first of equally
large entries wins, NaN never does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.compile.render.llvm.elementary.polynomial import INFINITY
from linkwright.compile.render.llvm.regions.frame import Frame, Index


def largest(
    frame: Frame,
    start: Index,
    stop: int,
    entry: Callable[[Index], str],
    unroll: bool,
) -> str:
    """Return, as numbers in lanes, the index from start on with the largest entry."""
    lanes = frame.lanes
    first = entry(start)
    known = lanes.compare("ord", first, first)
    size = lanes.choose(known, first, lanes.constant(-INFINITY))

    def step(i: Index, carried: Sequence[str]) -> Sequence[str]:
        best, where = carried
        value = entry(i)
        better = lanes.compare("ogt", value, best)
        return (
            lanes.choose(better, value, best),
            lanes.choose(better, frame.number(i), where),
        )

    beyond = frame.plus(start, 1)
    found = frame.fold(beyond, stop, (size, frame.number(start)), step, unroll=unroll)
    return found[1]


def exchange(
    frame: Frame,
    place: Index,
    stop: int,
    row: str,
    swap: Callable[[str, Index], None],
    unroll: bool,
) -> None:
    """Bring the pivot row to its place; rows that no lane chose cost one comparison."""

    def consider(i: Index) -> None:
        where = frame.lanes.compare("oeq", row, frame.number(i))
        with frame.body.when(frame.lanes.any(where)):
            swap(where, i)

    frame.each(frame.plus(place, 1), stop, consider, unroll=unroll)
