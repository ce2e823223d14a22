"""Dependent coordinates by Newton's iteration inside the kernel.

From the reference configuration, at most 12 steps (decision 21): s <- s - F_s^-1 F. The
derivative of the answer is that of the implicit function, never of the iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import (
    Array,
    Node,
    Trace,
    absolute,
    iterate,
    jacobian,
    less,
    lifted,
    logical_and,
    logical_or,
    maximum,
    solve,
    sqrt,
    where,
)

BOUND = 12
# A step this small is the last: the error left is about its square. Where rounding
# keeps steps larger, as in float32, they end when they no longer halve.
LAST_STEP = 1e-9
NEAR = 1e-3


@dataclass(frozen=True, eq=False)
class Found:
    """A solution; NaN, and ``missed`` true, where the iteration found none.

    ``determinant`` is that of F_s at the solution.
    """

    values: list[Any]
    missed: Any
    determinant: Any


def newton(
    residual: Callable[[Array], Sequence[Any]],
    guess: Sequence[Any],
    trace: Trace | None,
) -> Found:
    """Return the root of as many residuals as there are unknowns.

    ``residual`` may use any expression of the trace.
    """
    count = len(guess)

    def with_jacobian(x: Array) -> list[Any]:
        F = list(residual(x))
        return [*F, *jacobian(F, x).entries]

    function = lifted(with_jacobian, count, trace or Trace())

    def step(carry: Array, constants: Array) -> tuple[Any, Any]:
        values = function(carry[:count], constants)
        F, F_s = values[:count], Array(values[count:], count)
        change = _solved(F_s, F)
        size: Any = 0.0
        for part in change:
            size = maximum(size, absolute(part))
        last = carry[count]
        stalled = logical_and(less(size, NEAR), less(last, size * 2.0))
        done = logical_or(less(size, LAST_STEP), stalled)
        return (*(carry[:count] - change), size), done

    def zero(carry: Array, constants: Array) -> Any:
        return (*function(carry[:count], constants)[:count], carry[count])

    found = iterate(
        step,
        carry=(*guess, 1e9),
        constants=function.constants,
        bound=BOUND,
        residual=zero,
    )
    values = list(found.carry[:count])
    missed = less(found.converged, 0.5)
    at_root = function(values, function.constants)
    determinant = _determinant(Array(at_root[count:], count))
    no_answer = sqrt(where(missed, -1.0, 1.0))  # NaN, or 1
    return Found([x * no_answer for x in values], missed, determinant)


def _solved(matrix: Array, right: Array) -> Array:
    if len(right) == 1:
        return Array((right[0] / matrix[0, 0],))
    return solve(matrix, right).solution


def _determinant(matrix: Array) -> Any:
    """Return the determinant, by the first row."""
    n = len(matrix)
    if n == 1:
        return matrix[0, 0]
    if n == 2:
        return matrix[0, 0] * matrix[1, 1] - matrix[0, 1] * matrix[1, 0]
    total: Any = 0.0
    for j in range(n):
        entry = matrix[0, j]
        if isinstance(entry, Node) or entry != 0.0:
            rest = [[row[k] for k in range(n) if k != j] for row in matrix.rows[1:]]
            sign = -1.0 if j % 2 else 1.0
            total = total + sign * entry * _determinant(Array.matrix(rest))
    return total
