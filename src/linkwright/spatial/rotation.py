"""Rotations as products of simple stages, applied one after another.

A joint's rotation R = S1 S2 ... is kept as its factors: turning a vector about a
coordinate axis costs 6 operations, a full matrix 15, so algorithms that only need
R x or R J R^T never multiply the factors out. R turns components in the child's frame
into components in the parent's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, cos, identity, sin


@dataclass(frozen=True, eq=False)
class AxisTurn:
    """The rotation by an angle about coordinate axis 0, 1 or 2."""

    axis: int
    cosine: Any
    sine: Any

    def apply(self, x: Array) -> Array:
        """Return R x."""
        i, j, k = self._cycle()
        c, s = self.cosine, self.sine
        turned = [x[i]] * 3
        turned[j] = c * x[j] - s * x[k]
        turned[k] = s * x[j] + c * x[k]
        return Array(turned)

    def inverse(self) -> AxisTurn:
        """Return R^T."""
        return AxisTurn(self.axis, self.cosine, -self.sine)

    def congruence(self, symmetric: Array) -> Array:
        """Return R J R^T of a symmetric J: a double-angle turn of its jk block.

        With u = s (J_jj - J_kk) + 2 c J_jk the block becomes
        J_jj - s u, J_kk + s u, c u - J_jk.
        """
        i, j, k = self._cycle()
        c, s, m = self.cosine, self.sine, symmetric
        u = s * (m[j, j] - m[k, k]) + 2.0 * c * m[j, k]
        rows: list[list[Any]] = [[0.0] * 3 for _ in range(3)]
        rows[i][i] = m[i, i]
        rows[j][j] = m[j, j] - s * u
        rows[k][k] = m[k, k] + s * u
        rows[j][k] = rows[k][j] = c * u - m[j, k]
        rows[i][j] = rows[j][i] = c * m[i, j] - s * m[i, k]
        rows[i][k] = rows[k][i] = s * m[i, j] + c * m[i, k]
        return Array.matrix(rows)

    def matrix(self) -> Array:
        """Return R written out."""
        return Array.matrix(self.apply(e) for e in identity(3)).T

    def _cycle(self) -> tuple[int, int, int]:
        return self.axis, (self.axis + 1) % 3, (self.axis + 2) % 3


@dataclass(frozen=True, eq=False)
class MatrixTurn:
    """The rotation by a matrix, constant or not; zeros and ones in it fold away."""

    entries: Array

    def apply(self, x: Array) -> Array:
        """Return R x."""
        return self.entries @ x

    def inverse(self) -> MatrixTurn:
        """Return R^T."""
        return MatrixTurn(self.entries.T)

    def congruence(self, symmetric: Array) -> Array:
        """Return R J R^T of a symmetric J."""
        half = self.entries @ symmetric
        rows: list[list[Any]] = [[0.0] * 3 for _ in range(3)]
        for r in range(3):
            for c in range(r, 3):
                rows[r][c] = rows[c][r] = half[r] @ self.entries[c]
        return Array.matrix(rows)

    def matrix(self) -> Array:
        """Return R."""
        return self.entries


Turn = AxisTurn | MatrixTurn


@dataclass(frozen=True, eq=False)
class Rotation:
    """The product of turns, from the parent's side to the child's."""

    turns: tuple[Turn, ...]

    @staticmethod
    def of(*turns: Turn) -> Rotation:
        """Return the product of turns, leaving out constant identities."""
        return Rotation(tuple(t for t in turns if not _is_identity(t)))

    def apply(self, x: Array) -> Array:
        """Return R x: from the child's components to the parent's."""
        for turn in reversed(self.turns):
            x = turn.apply(x)
        return x

    def apply_inverse(self, x: Array) -> Array:
        """Return R^T x: from the parent's components to the child's."""
        for turn in self.turns:
            x = turn.inverse().apply(x)
        return x

    def congruence(self, symmetric: Array) -> Array:
        """Return R J R^T of a symmetric J."""
        for turn in reversed(self.turns):
            symmetric = turn.congruence(symmetric)
        return symmetric

    def similarity(self, block: Array) -> Array:
        """Return R B R^T of any B."""
        for turn in reversed(self.turns):
            columns = Array.matrix(turn.apply(row) for row in block.T)
            block = Array.matrix(turn.apply(row) for row in columns.T)
        return block

    def after(self, matrix: Array) -> Array:
        """Return A R for a matrix A on the left: row by row, each turned by R^T."""
        return Array.matrix(self.apply_inverse(row) for row in matrix)

    def then(self, other: Rotation) -> Rotation:
        """Return the product of this rotation and another on its child's side."""
        return Rotation(self.turns + other.turns)

    def matrix(self) -> Array:
        """Return R written out."""
        return self.after(identity(3))


def turn_about(axis: int, angle: Any) -> AxisTurn:
    """Return the rotation by an angle about coordinate axis 0, 1 or 2."""
    return AxisTurn(axis, cos(angle), sin(angle))


def _is_identity(turn: Turn) -> bool:
    if isinstance(turn, AxisTurn):
        return turn.sine.__class__ is float and turn.sine == 0.0 and turn.cosine == 1.0
    return all(
        entry.__class__ is float and entry == float(i % 4 == 0)
        for i, entry in enumerate(turn.entries.entries)
    )
