"""Symmetric semidefinite systems: diagonal pivots, and the rank found on the way."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.compile.render.llvm.operations import convert
from linkwright.compile.render.llvm.regions.frame import Frame, Index
from linkwright.compile.render.llvm.regions.matrix import Matrix
from linkwright.compile.render.llvm.regions.pivot import exchange, largest
from linkwright.compile.render.llvm.regions.substitution import substitute


def solve_semidefinite(a: Matrix, b: Matrix, info: str, threshold: float) -> None:
    """Replace B by a solution X of A X = B, zero past the rank; A is used up.

    A row's pivots end with the first that is not above the threshold times its very
    first; from there on its unknowns are zero. NaN counts as above.
    """
    frame, lanes, n = a.frame, a.frame.lanes, a.rows
    zero, one = lanes.constant(0.0), lanes.constant(1.0)
    pivots, kept, inverses = frame.area(n), frame.area(n), frame.area(n)
    chosen = frame.area(n)  # The row that came to each place, to undo it at the end.
    still_kept = frame.area(1)
    lanes.store(one, still_kept)

    def keep(k: Index, pivot: str) -> str:
        """Return whether the pivot counts: those before it did, and it is large."""
        limit = lanes.mul(lanes.constant(threshold), lanes.load(pivots))
        large = lanes.compare("ugt", pivot, limit)
        keeps = lanes.logic("and", _holds(frame, still_kept, 0), large)
        value = convert(lanes, keeps)
        lanes.store(value, still_kept)
        lanes.store(value, kept, k)
        return keeps

    def eliminate(k: Index) -> None:
        def swap(where: str, i: Index) -> None:
            a.swap_rows(where, k, i, start=k)
            a.swap_columns(where, k, i)
            b.swap_rows(where, k, i)

        row = largest(frame, k, n, lambda i: a.load(i, i), a.unroll)
        lanes.store(row, chosen, k)
        exchange(frame, k, n, row, swap, a.unroll)
        pivot = a.load(k, k)
        lanes.store(pivot, pivots, k)
        keeps = keep(k, pivot)
        inverse = lanes.div(one, lanes.choose(keeps, pivot, one))
        lanes.store(inverse, inverses, k)
        following = frame.plus(k, 1)

        def below(i: Index) -> None:
            ratio = lanes.mul(a.load(i, k), inverse)
            factor = lanes.choose(keeps, ratio, zero)
            a.subtract_symmetric(k, factor, i)
            b.subtract_row(k, factor, i)

        frame.each(following, n, below, unroll=a.unroll)

    def finished(k: Index, rest: str) -> str:
        value = lanes.mul(rest, lanes.load(inverses, k))
        return lanes.choose(_holds(frame, kept, k), value, zero)

    def undo(reverse: Index) -> None:
        k = frame.from_end(n, reverse)
        row = lanes.load(chosen, k)
        exchange(frame, k, n, row, lambda where, i: b.swap_rows(where, k, i), a.unroll)

    frame.each(0, n, eliminate, unroll=a.unroll)
    substitute(a, b, finished)
    frame.each(0, n, undo, unroll=a.unroll)
    _report(a, pivots, kept, info)


def _holds(frame: Frame, flags: str, k: Index) -> str:
    """Return a flag, stored as 1 or 0, as a truth value."""
    lanes = frame.lanes
    return lanes.compare("une", lanes.load(flags, k), lanes.constant(0.0))


def _report(a: Matrix, pivots: str, kept: str, info: str) -> None:
    """Write the rank and the ratio of the last kept pivot to the first; 0 of none."""
    frame, lanes = a.frame, a.frame.lanes

    def step(k: Index, carried: Sequence[str]) -> Sequence[str]:
        rank, last = carried
        flag = lanes.load(kept, k)
        here = lanes.choose(_holds(frame, kept, k), lanes.load(pivots, k), last)
        return lanes.add(rank, flag), here

    zero = lanes.constant(0.0)
    rank, last = frame.fold(0, a.rows, (zero, zero), step, unroll=a.unroll)
    ratio = lanes.div(last, lanes.load(pivots))
    some = lanes.compare("one", rank, zero)
    lanes.store(rank, info, 0)
    lanes.store(lanes.choose(some, ratio, zero), info, 1)
