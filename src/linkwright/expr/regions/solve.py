"""Solve: a small dense linear system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from linkwright.errors import InputError
from linkwright.expr.array import Array
from linkwright.expr.counts import Counts
from linkwright.expr.node import Scalar
from linkwright.expr.program import Program
from linkwright.expr.regions import elimination
from linkwright.expr.regions.region import Region, place

SolveKind = Literal["general", "semidefinite", "minimum_norm"]


@dataclass(frozen=True)
class Solve(Region):
    """X with A X = B, for ``size`` unknowns and ``columns`` right-hand sides.

    Kinds:
        general: A is square and regular; partial (row) pivoting.
        semidefinite: A is symmetric and positive semidefinite; diagonal pivoting; once
            the largest remaining pivot is not above ``threshold`` times the first,
            the remaining unknowns are zero. Both triangles are given.
        minimum_norm: A is ``rows`` x ``size``; X = A^T Y with (A A^T) Y = B solved as
            semidefinite: among the solutions (of consistent rows) the shortest.

    Operands: A row by row, then B row by row.
    Outputs: X row by row, rank (pivots above the threshold), pivot ratio (smallest kept
    to largest pivot; of A A^T for minimum_norm); of a general one the sign of A's
    determinant too, -1, 0 or 1.
    """

    size: int
    columns: int
    kind: SolveKind = "general"
    rows: int = 0
    threshold: float = 1e-12

    def __post_init__(self) -> None:
        if self.rows == 0:  # Square unless said otherwise.
            object.__setattr__(self, "rows", self.size)

    @property
    def operand_count(self) -> int:
        """The number of scalar operands."""
        return self.rows * (self.size + self.columns)

    @property
    def output_size(self) -> int:
        """The number of scalar outputs."""
        return self.size * self.columns + (3 if self.kind == "general" else 2)

    @property
    def bodies(self) -> tuple[Program, ...]:
        """No programs inside."""
        return ()

    def check(self, operands: Sequence[Scalar]) -> None:
        """Raise InputError unless the region is whole and the operands fit it."""
        if self.kind not in get_args(SolveKind):
            raise InputError(
                f"there is no kind of linear system '{self.kind}'",
                expectation="Kinds: " + ", ".join(get_args(SolveKind)) + ".",
            )
        if min(self.size, self.columns, self.rows) < 1 or (
            self.kind != "minimum_norm" and self.rows != self.size
        ):
            raise InputError(
                f"a {self.kind} system has a matrix of {self.rows} x {self.size}"
                f" and {self.columns} right-hand sides",
                expectation="Only minimum_norm takes a matrix that is not square.",
            )
        self.check_operand_count(operands)

    def interpret(self, operands: list[Any], dtype: Any) -> list[Any]:
        """Return the outputs as arrays, given the operands as arrays."""
        batch = np.broadcast_shapes(*(np.shape(x) for x in operands))
        packed = np.stack([np.broadcast_to(x, batch) for x in operands], -1)
        entries = self.rows * self.size
        a = packed[..., :entries].reshape(*batch, self.rows, self.size)
        b = packed[..., entries:].reshape(*batch, self.rows, self.columns)
        told: Sequence[Any]
        if self.kind == "general":
            x, *told = elimination.general(a, b, self.threshold)
        elif self.kind == "semidefinite":
            x, *told = elimination.semidefinite(a, b, self.threshold)
        else:
            at = np.swapaxes(a, -1, -2)
            y, *told = elimination.semidefinite(a @ at, b, self.threshold)
            x = at @ y
        columns = x.reshape(*batch, self.size * self.columns)
        solution = [columns[..., i] for i in range(columns.shape[-1])]
        return [*solution, *(np.asarray(each, dtype) for each in told)]

    def counts(self) -> Counts:
        """Return the operations at full rank; finding rank and ratio is not counted."""
        n, m, r = self.size, self.columns, self.rows
        if self.kind == "general":
            return elimination.general_counts(n, m)
        if self.kind == "semidefinite":
            return elimination.semidefinite_counts(n, m)
        products = r * (r + 1) // 2
        around = Counts(
            products * n + n * m * r, products * (n - 1) + n * m * (r - 1), 0, 0, 0
        )
        return around + elimination.semidefinite_counts(r, m)


@dataclass(frozen=True)
class Solved:
    """What a linear system yields; the solution has the shape of the right side.

    ``sign``: of the determinant; None unless the system is general.
    """

    solution: Array
    rank: Any
    pivot_ratio: Any
    sign: Any = None


def solve(
    a: Array, b: Array, kind: SolveKind = "general", *, threshold: float = 1e-12
) -> Solved:
    """Return X with A X = B, the rank of A and its pivot ratio.

    Args:
        a: the matrix.
        b: the right-hand side, a vector or a matrix of columns.
        kind: ``general`` (square, regular), ``semidefinite`` (symmetric, may be
            singular: unknowns past the rank are zero) or ``minimum_norm``.
        threshold: a pivot not above this times the largest counts as zero.
    """
    if a.columns is None or len(a) != len(b):
        raise InputError(
            f"a linear system has a matrix of shape {a.shape} and a right-hand side"
            f" of shape {b.shape}",
            expectation="Both have the same number of rows.",
        )
    columns = 1 if b.columns is None else b.columns
    region = Solve(a.columns, columns, kind, len(a), threshold)
    outputs = place(region, (*a.entries, *b.entries))
    size = region.size * columns
    return Solved(Array(outputs[:size], b.columns), *outputs[size:])
