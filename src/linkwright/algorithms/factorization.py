"""The mass matrix factored along the tree: M = L' D L.

[Featherstone2005] R. Featherstone: Efficient factorization of the joint-space inertia
matrix for branched kinematic trees. L keeps M's zeros: joints of different branches
never meet, so the cost follows the depth of the tree, not its size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, identity, less, solve, where


@dataclass(frozen=True, eq=False)
class Factors:
    """L (unit lower triangle, strictly lower rows), D and 1/D, in elimination order.

    ``order`` lists the coordinates parents first.
    """

    order: tuple[int, ...]
    L: list[list[Any]]
    D: list[Any]
    D_inverse: list[Any]

    @property
    def pivots(self) -> dict[int, Any]:
        """D by the index of its coordinate."""
        return dict(zip(self.order, self.D, strict=True))

    def solve(self, b: Array) -> Array:
        """Return M^-1 b."""
        n = len(self.order)
        y = [b[self.order[k]] for k in range(n)]
        for k in reversed(range(n)):  # L' y = b
            for i, x in self._row(k):
                y[i] = y[i] - x * y[k]
        y = [x * d for x, d in zip(y, self.D_inverse, strict=True)]
        for k in range(n):  # L x = y
            for i, x in self._row(k):
                y[k] = y[k] - x * y[i]
        result: list[Any] = [0.0] * n
        for k, index in enumerate(self.order):
            result[index] = y[k]
        return Array(result)

    def _row(self, k: int) -> list[tuple[int, Any]]:
        return [(i, x) for i, x in enumerate(self.L[k]) if not _is_zero(x)]


def factorize(mass: Array, order: tuple[int, ...]) -> Factors:
    """Return the factors of a symmetric positive definite M, children first."""
    n = len(order)
    H: list[list[Any]] = [
        [mass[order[i], order[j]] for j in range(i + 1)] for i in range(n)
    ]
    D_inverse: list[Any] = [0.0] * n
    for k in reversed(range(n)):
        D_inverse[k] = 1.0 / H[k][k]
        for i in reversed(range(k)):
            if _is_zero(H[k][i]):
                continue
            share = H[k][i] * D_inverse[k]
            for j in range(i + 1):
                if not _is_zero(H[k][j]):
                    H[i][j] = H[i][j] - share * H[k][j]
            H[k][i] = share
    D = [row[-1] for row in H]
    return Factors(order, [row[:-1] for row in H], D, D_inverse)


def inverse(factors: Factors) -> Array:
    """Return M^-1 (n, n), symmetric."""
    n = len(factors.order)
    columns = []
    for j in range(n):
        unit = Array(1.0 if i == j else 0.0 for i in range(n))
        columns.append(factors.solve(unit))
    return Array((columns[min(i, j)][max(i, j)] for i in range(n) for j in range(n)), n)


def _is_zero(x: Any) -> bool:
    return x.__class__ is float and x == 0.0


def operational_inertia(J: Array, factors: Factors) -> tuple[Array, Any]:
    """Return (J M^-1 J')^-1 and a status, 1 where J has not full rank.

    [Khatib1987] A unified approach for motion and force control of manipulators.
    """
    rows = [Array(row) for row in J.rows]
    solved = [factors.solve(row) for row in rows]
    n = len(rows)
    compliance = Array((rows[i] @ solved[j] for i in range(n) for j in range(n)), n)
    solved_for = solve(compliance, identity(n), kind="semidefinite")
    singular = less(solved_for.rank, n - 0.5)
    return solved_for.solution, where(singular, 1.0, 0.0)
