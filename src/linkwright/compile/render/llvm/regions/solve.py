"""Solve: a small linear system for every row of the batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.compile.render.llvm.block import Machine, RegionFunction
from linkwright.compile.render.llvm.regions.frame import Frame, Index
from linkwright.compile.render.llvm.regions.general import solve_general
from linkwright.compile.render.llvm.regions.matrix import Matrix
from linkwright.compile.render.llvm.regions.semidefinite import solve_semidefinite
from linkwright.expr.regions import Solve

_UNROLLED_UNKNOWNS = 4


def write_solve(machine: Machine, name: str, region: Solve) -> RegionFunction:
    """Write the function of a linear system."""
    frame = Frame(machine)
    n, m, rows = region.size, region.columns, region.rows
    unroll = max(n, rows) <= _UNROLLED_UNKNOWNS
    given = Matrix(frame, "%operands", rows, n, unroll)
    right = frame.lanes.address("%operands", rows * n)
    solution = Matrix(frame, "%outputs", n, m, unroll)
    info = frame.lanes.address("%outputs", n * m)
    if region.kind == "minimum_norm":
        a = Matrix(frame, frame.area(rows * rows), rows, rows, unroll)
        y = Matrix(frame, frame.area(rows * m), rows, m, unroll)
        _product(a, n, given.load, lambda k, j: given.load(j, k), symmetric=True)
        frame.copy(right, y.pointer, rows * m)
        solve_semidefinite(a, y, info, region.threshold)
        _product(solution, rows, lambda j, i: given.load(i, j), y.load)
    else:
        a = Matrix(frame, frame.area(n * n), n, n, unroll)
        frame.copy(given.pointer, a.pointer, n * n)
        frame.copy(right, solution.pointer, n * m)
        solve = solve_general if region.kind == "general" else solve_semidefinite
        solve(a, solution, info, region.threshold)
    return frame.finish(name, region.operand_count, region.output_size)


Entry = Callable[[Index, Index], str]


def _product(
    target: Matrix, inner: int, left: Entry, right: Entry, *, symmetric: bool = False
) -> None:
    """Store a product of two matrices, given by their entries.

    Of a symmetric one the entries from the diagonal on are computed, once for two.
    """
    frame, lanes = target.frame, target.frame.lanes

    def entry(i: Index, j: Index) -> None:
        def term(k: Index, total: Sequence[str]) -> Sequence[str]:
            return (lanes.multiply_add(left(i, k), right(k, j), total[0]),)

        first = (lanes.mul(left(i, 0), right(0, j)),)
        (value,) = frame.fold(1, inner, first, term, unroll=target.unroll)
        target.store(value, i, j)
        if symmetric:
            target.store(value, j, i)

    def row(i: Index) -> None:
        start = i if symmetric else 0
        frame.each(start, target.columns, lambda j: entry(i, j), unroll=target.unroll)

    frame.each(0, target.rows, row, unroll=target.unroll)
