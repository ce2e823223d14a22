"""Square regular systems: partial pivoting, every row of the batch with its own."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.compile.render.llvm.operations import maximum, minimum
from linkwright.compile.render.llvm.regions.frame import Frame, Index
from linkwright.compile.render.llvm.regions.matrix import Matrix
from linkwright.compile.render.llvm.regions.pivot import exchange, largest
from linkwright.compile.render.llvm.regions.substitution import substitute


def solve_general(a: Matrix, b: Matrix, info: str, threshold: float) -> None:
    """Replace B by A^-1 B; write rank, pivot ratio and sign; A is used up."""
    frame, lanes, n = a.frame, a.frame.lanes, a.rows
    pivots, inverses = frame.area(n), frame.area(n)
    lanes.store(lanes.constant(1.0), info, 2)

    def eliminate(k: Index) -> None:
        def size(i: Index) -> str:
            return lanes.absolute(a.load(i, k))

        def swap(where: str, i: Index) -> None:
            a.swap_rows(where, k, i, start=k)
            b.swap_rows(where, k, i)

        row = largest(frame, k, n, size, a.unroll)
        exchange(frame, k, n, row, swap, a.unroll)
        pivot = a.load(k, k)
        inverse = lanes.div(lanes.constant(1.0), pivot)
        moved = lanes.compare("une", row, frame.number(k))
        before = lanes.load(info, 2)
        turned = lanes.choose(moved, lanes.neg(before), before)
        negative = lanes.compare("olt", pivot, lanes.constant(0.0))
        turned = lanes.choose(negative, lanes.neg(turned), turned)
        none = lanes.compare("ueq", pivot, lanes.constant(0.0))  # 0, or NaN
        lanes.store(lanes.choose(none, pivot, turned), info, 2)
        lanes.store(lanes.absolute(pivot), pivots, k)
        lanes.store(inverse, inverses, k)
        following = frame.plus(k, 1)

        def below(i: Index) -> None:
            factor = lanes.mul(a.load(i, k), inverse)
            a.subtract_row(k, factor, i, start=following)
            b.subtract_row(k, factor, i)

        frame.each(following, n, below, unroll=a.unroll)

    frame.each(0, n, eliminate, unroll=a.unroll)
    substitute(a, b, lambda k, rest: lanes.mul(rest, lanes.load(inverses, k)))
    _report(frame, n, pivots, info, threshold, unroll=a.unroll)


def _report(
    frame: Frame, n: int, pivots: str, info: str, threshold: float, *, unroll: bool
) -> None:
    """Write how many pivots exceed the threshold, and the smallest to the largest."""
    lanes = frame.lanes

    def extremes(k: Index, carried: Sequence[str]) -> Sequence[str]:
        low, high = carried
        pivot = lanes.load(pivots, k)
        return minimum(lanes, low, pivot), maximum(lanes, high, pivot)

    first = lanes.load(pivots)
    low, high = frame.fold(1, n, (first, first), extremes, unroll=unroll)
    limit = lanes.mul(lanes.constant(threshold), high)

    def count(k: Index, carried: Sequence[str]) -> Sequence[str]:
        small = lanes.compare("ole", lanes.load(pivots, k), limit)
        one = lanes.choose(small, lanes.constant(0.0), lanes.constant(1.0))
        return (lanes.add(carried[0], one),)

    (rank,) = frame.fold(0, n, (lanes.constant(0.0),), count, unroll=unroll)
    lanes.store(rank, info, 0)
    lanes.store(lanes.div(low, high), info, 1)
