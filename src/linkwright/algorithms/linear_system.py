"""Sparse linear systems solved while tracing, exactly as far as structure goes.

Rows of equations whose coefficients are constants or expressions. First every unknown
that a constant coefficient can express is eliminated: such a pivot can never vanish.
Then equations with one unknown left are divided out. What remains, if anything, is
solved at run time with pivoting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import (
    Array,
    Node,
    absolute,
    equal,
    less,
    less_equal,
    logical_or,
    solve,
    sqrt,
    where,
)

Row = dict[int, Any]
# A pivot this small, of the size of its equation's coefficients, is no pivot.
SINGULAR = 1e-12
_CONSTANT_PIVOT = 1e-3


@dataclass(frozen=True, eq=False)
class Solution:
    """Values of the unknowns, and whether the system is singular (a truth value)."""

    values: list[Any]
    singular: Any


def solve_equations(rows: Sequence[Row], right: Sequence[Any], count: int) -> Solution:
    """Return x with sum of row[j] x[j] = right, for as many equations as unknowns."""
    system = _System([dict(row) for row in rows], list(right))
    system.eliminate_constants()
    singular = system.eliminate_single()
    singular = logical_or(singular, system.solve_blocks())
    values = system.back_substituted(count)
    return Solution(values, singular)


class _System:
    """The equations as they are being solved, and the unknowns already expressed."""

    def __init__(self, rows: list[Row], right: list[Any]) -> None:
        self.given = [_without_zeros(row) for row in rows]
        self.rows = [dict(row) for row in self.given]
        self.right = right
        self.open_rows = list(range(len(rows)))
        # For each step: the unknown, and the equation that gives it by later ones.
        self.steps: list[tuple[int, Row, Any]] = []
        self.known: dict[int, Any] = {}

    def eliminate_constants(self) -> None:
        """Express unknowns by equations in which their coefficient is a constant."""
        while True:
            pivot = self._constant_pivot()
            if pivot is None:
                return
            self._eliminate(*pivot)

    def eliminate_single(self) -> Any:
        """Divide out equations with one unknown left; return where that fails."""
        singular: Any = False
        while True:
            single = [r for r in self.open_rows if len(self.rows[r]) == 1]
            if not single:
                return singular
            row = single[0]
            ((unknown, pivot),) = self.rows[row].items()
            scale = sum((absolute(x) for x in self.given[row].values()), 0.0)
            small = less(absolute(pivot), scale * SINGULAR)
            vanished = logical_or(small, equal(pivot, 0.0))
            singular = logical_or(singular, vanished)
            self._eliminate(row, unknown)

    def solve_blocks(self) -> Any:
        """Solve what is left, block by block; return where it is singular.

        A block is a set of equations with no more unknowns than equations.
        """
        singular: Any = False
        while self.open_rows:
            block = self._smallest_block()
            singular = logical_or(singular, self._solve_block(block))
            singular = logical_or(singular, self.eliminate_single())
        return singular

    def _smallest_block(self) -> list[int]:
        best = list(self.open_rows)
        for r in self.open_rows:
            unknowns = set(self.rows[r])
            inside = [k for k in self.open_rows if set(self.rows[k]) <= unknowns]
            if len(inside) == len(unknowns) < len(best):
                best = inside
        return best

    def _solve_block(self, block: list[int]) -> Any:
        unknowns = sorted({j for r in block for j in self.rows[r]})
        n = len(unknowns)
        assert n == len(block), "as many equations as unknowns"
        matrix = [[self.rows[r].get(j, 0.0) for j in unknowns] for r in block]
        right = [self.right[r] for r in block]
        if n == 2:
            values, singular = _by_cramer(matrix, right)
        else:
            found = solve(Array.matrix(matrix), Array(right), threshold=SINGULAR)
            values, singular = found.solution, less(found.rank, n - 0.5)
        for unknown, value in zip(unknowns, values, strict=True):
            self.steps.append((unknown, {}, value))
            for k in self.open_rows:
                factor = self.rows[k].pop(unknown, None)
                if factor is not None and k not in block:
                    self.right[k] = self.right[k] - factor * value
        self.open_rows = [r for r in self.open_rows if r not in block]
        return singular

    def back_substituted(self, count: int) -> list[Any]:
        """Return every unknown, the last expressed first."""
        for unknown, row, right in reversed(self.steps):
            value = right
            for j, coefficient in row.items():
                value = value - coefficient * self.known[j]
            self.known[unknown] = value
        return [self.known[j] for j in range(count)]

    def _constant_pivot(self) -> tuple[int, int] | None:
        """Return equation and unknown of the constant that fills in least."""
        best, cost = None, None
        for r in self.open_rows:
            row = self.rows[r]
            largest = max((abs(x) for x in row.values() if not _varies(x)), default=0.0)
            for j, x in row.items():
                if _varies(x) or abs(x) < max(_CONSTANT_PIVOT * largest, 1e-12):
                    continue
                others = sum(j in self.rows[k] for k in self.open_rows) - 1
                here = ((len(row) - 1) * others, len(row), r, j)
                if cost is None or here < cost:
                    best, cost = (r, j), here
        return best

    def _eliminate(self, row: int, unknown: int) -> None:
        """Express an unknown by a row, and put it into all the open ones."""
        pivot = self.rows[row][unknown]
        rest = {j: x / pivot for j, x in self.rows[row].items() if j != unknown}
        right = self.right[row] / pivot
        self.open_rows.remove(row)
        for k in self.open_rows:
            factor = self.rows[k].pop(unknown, None)
            if factor is None:
                continue
            for j, x in rest.items():
                self.rows[k][j] = self.rows[k].get(j, 0.0) - factor * x
            self.rows[k] = _without_zeros(self.rows[k])
            self.right[k] = self.right[k] - factor * right
        self.steps.append((unknown, rest, right))


def _by_cramer(matrix: list[list[Any]], right: list[Any]) -> tuple[list[Any], Any]:
    """Return x of two equations, and where their determinant vanishes."""
    (a, b), (c, d) = matrix
    e, f = right
    determinant = a * d - b * c
    scale = absolute(a * d) + absolute(b * c)
    singular = less_equal(absolute(determinant), scale * SINGULAR)
    x = (d * e - b * f) / determinant
    return [x, (a * f - c * e) / determinant], singular


def no_answer_where(failed: Any) -> Any:
    """Return a factor: NaN where something failed, else 1."""
    if not isinstance(failed, Node):
        return 1.0
    return sqrt(where(failed, -1.0, 1.0))


def _varies(x: Any) -> bool:
    return isinstance(x, Node)


def _without_zeros(row: Row) -> Row:
    """Return the row without coefficients that are zero, or what rounding leaves."""
    return {j: x for j, x in row.items() if _varies(x) or abs(x) > 1e-14}
