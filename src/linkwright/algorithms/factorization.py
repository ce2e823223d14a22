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

    def solve(self, b: Array, sign: float = 1.0) -> Array:
        """Return ``sign`` M^-1 b.

        Each unknown is one sum: values that wait are written once and read from
        memory, where sums that grow would be written at every step.
        """
        n = len(self.order)
        y = [b[index] for index in self.order]
        below = self._columns()
        for k in reversed(range(n)):  # L' y = b
            for i, x in below[k]:
                y[k] = y[k] - x * y[i]
        for k in range(n):  # D L x = y
            y[k] = y[k] * (sign * self.D_inverse[k])
            for i, x in self._row(k):
                y[k] = y[k] - x * y[i]
        place = {index: k for k, index in enumerate(self.order)}
        return Array(y[place[i]] for i in range(n))

    def _row(self, k: int) -> list[tuple[int, Any]]:
        return [(i, x) for i, x in enumerate(self.L[k]) if not _is_zero(x)]

    def _columns(self) -> list[list[tuple[int, Any]]]:
        """Return L's columns, every one from the bottom up: what is known first."""
        columns: list[list[tuple[int, Any]]] = [[] for _ in self.order]
        for k in reversed(range(len(self.order))):
            for i, x in self._row(k):
                columns[i].append((k, x))
        return columns


def factorize(mass: Array, order: tuple[int, ...]) -> Factors:
    """Return the factors of a symmetric positive definite M, children first."""
    n = len(order)
    H: list[list[Any]] = [[] for _ in range(n)]
    L: list[list[Any]] = [[] for _ in range(n)]
    D_inverse: list[Any] = [0.0] * n
    for i in reversed(range(n)):
        below = [k for k in reversed(range(i + 1, n)) if not _is_zero(L[k][i])]
        for j in range(i + 1):
            entry = mass[order[i], order[j]]
            for k in below:
                entry = entry - L[k][i] * H[k][j]
            H[i].append(entry)
        D_inverse[i] = 1.0 / H[i][i]
        L[i] = [x * D_inverse[i] for x in H[i][:-1]]
    return Factors(order, L, [row[-1] for row in H], D_inverse)


def inverse(factors: Factors) -> Array:
    """Return M^-1 (n, n), symmetric.

    L M^-1 = D^-1 L'^-1 is an upper triangle, its diagonal D^-1 [Takahashi1973]. So
    below and on the diagonal each entry follows from those above it in its column.
    """
    n = len(factors.order)
    found: list[list[Any]] = [[0.0] * n for _ in range(n)]
    for k in range(n):
        row = factors._row(k)
        for j in range(k + 1):
            entry = factors.D_inverse[k] if j == k else 0.0
            for i, x in row:
                entry = entry - x * found[i][j]
            found[k][j] = found[j][k] = entry
    place = {index: k for k, index in enumerate(factors.order)}
    return Array((found[place[i]][place[j]] for i in range(n) for j in range(n)), n)


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
