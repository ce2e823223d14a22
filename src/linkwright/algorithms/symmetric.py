"""A symmetric matrix under construction."""

from __future__ import annotations

from typing import Any

from linkwright.expr import Array


class SymmetricSum:
    """Sums entries of a symmetric matrix, keeping one of each mirrored pair."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._lower: list[list[Any]] = [[0.0] * (i + 1) for i in range(size)]

    def add(self, row: int, column: int, value: Any, *, diagonal: bool) -> None:
        """Add a block's entry and, unless the block is diagonal, its mirror image.

        Two different joints may share a coordinate (coupling): then both images fall
        on the same diagonal entry.
        """
        if row == column and not diagonal:
            value = value + value
        i, j = (row, column) if row >= column else (column, row)
        self._lower[i][j] = self._lower[i][j] + value

    def matrix(self) -> Array:
        """Return the full symmetric matrix."""
        n = self.size
        return Array(
            (
                self._lower[i][j] if i >= j else self._lower[j][i]
                for i in range(n)
                for j in range(n)
            ),
            n,
        )
