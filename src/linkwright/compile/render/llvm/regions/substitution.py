"""Back substitution: the unknowns of a triangular system, from the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.compile.render.llvm.regions.frame import Index
from linkwright.compile.render.llvm.regions.matrix import Matrix


def substitute(a: Matrix, b: Matrix, finished: Callable[[Index, str], str]) -> None:
    """Replace B by the unknowns; ``finished(k, rest)`` divides by row k's pivot."""
    frame, lanes = a.frame, a.frame.lanes

    def unknown(k: Index, c: Index) -> None:
        def take(j: Index, rest: Sequence[str]) -> Sequence[str]:
            minus = lanes.neg(a.load(k, j))
            return (lanes.multiply_add(minus, b.load(j, c), rest[0]),)

        beyond = frame.plus(k, 1)
        (rest,) = frame.fold(beyond, a.rows, (b.load(k, c),), take, unroll=a.unroll)
        b.store(finished(k, rest), k, c)

    def row(reverse: Index) -> None:
        k = frame.from_end(a.rows, reverse)
        frame.each(0, b.columns, lambda c: unknown(k, c), unroll=a.unroll)

    frame.each(0, a.rows, row, unroll=a.unroll)
