"""How fast a loop is, and how many rows the next call of it shall have."""

from __future__ import annotations

FIRST_ROWS = 64
"""Rows of the first block at most, when nothing is known but a guess."""

_BLOCK_SECONDS = 0.03  # well below the 0.1 s that Ctrl-C may have to wait
_FIRST_SECONDS = 0.003
_SHARE_SECONDS = 0.1e-3  # smaller blocks spend their time in Python
_GROWTH = 8  # a block is at most so many times the one its pace was measured on


class Pace:
    """How long a row takes, as seen on the last block worth the name."""

    __slots__ = ("measured_rows", "row_seconds")

    def __init__(self, row_seconds: float) -> None:
        self.row_seconds = row_seconds  # a guess, until a block is timed
        self.measured_rows = 0

    def measured(self, rows: int, seconds: float) -> None:
        """Take note of a block; the few rows at the end of a batch say nothing."""
        if rows >= min(FIRST_ROWS, self.measured_rows):
            self.row_seconds = max(seconds / rows, 1e-10)
            self.measured_rows = rows

    def enough_rows(self) -> int:
        """Return how many rows are worth a call from Python."""
        return max(int(_SHARE_SECONDS / self.row_seconds), 1)

    def next_rows(self, rows_left: int, threads: int) -> int:
        """Return how many rows the next block shall have."""
        if not self.measured_rows:  # a guess may be far too low
            return max(min(int(_FIRST_SECONDS / self.row_seconds), FIRST_ROWS), 1)
        most = min(_BLOCK_SECONDS / self.row_seconds, _GROWTH * self.measured_rows)
        if threads > 1:
            share = rows_left / (2 * threads)
            most = min(most, max(share, _SHARE_SECONDS / self.row_seconds))
        return max(int(most), 1)
