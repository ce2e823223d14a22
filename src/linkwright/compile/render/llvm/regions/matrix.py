"""Matrices of columns: one lane vector for every entry, and exchanges of their rows."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.compile.render.llvm.regions.frame import Frame, Index


@dataclass(frozen=True)
class Matrix:
    """A matrix in an area, row by row.

    Attributes:
        unroll: whether loops over it are written out.
    """

    frame: Frame
    pointer: str
    rows: int
    columns: int
    unroll: bool

    def place(self, row: Index, column: Index) -> Index:
        """Return the number of an entry in its area."""
        return self.frame.plus(self.frame.times(row, self.columns), column)

    def load(self, row: Index, column: Index) -> str:
        """Return an entry."""
        return self.frame.lanes.load(self.pointer, self.place(row, column))

    def store(self, value: str, row: Index, column: Index) -> None:
        """Write an entry."""
        self.frame.lanes.store(value, self.pointer, self.place(row, column))

    def swap_rows(self, where: str, a: Index, b: Index, start: Index = 0) -> None:
        """Exchange two rows in the lanes where a condition holds."""

        def swap(column: Index) -> None:
            _swap(self, where, (a, column), (b, column))

        self.frame.each(start, self.columns, swap, unroll=self.unroll)

    def swap_columns(self, where: str, a: Index, b: Index) -> None:
        """Exchange two columns in the lanes where a condition holds."""

        def swap(row: Index) -> None:
            _swap(self, where, (row, a), (row, b))

        self.frame.each(0, self.rows, swap, unroll=self.unroll)

    def subtract_row(
        self, source: Index, factor: str, target: Index, start: Index = 0
    ) -> None:
        """Take a multiple of one row from another, from a column on."""
        frame = self.frame
        minus = frame.lanes.neg(factor)

        def take(column: Index) -> None:
            here = self.load(target, column)
            there = self.load(source, column)
            value = frame.lanes.multiply_add(minus, there, here)
            self.store(value, target, column)

        frame.each(start, self.columns, take, unroll=self.unroll)

    def subtract_symmetric(self, source: Index, factor: str, target: Index) -> None:
        """Take a multiple of one row from another, from its diagonal entry on.

        The entries go to the column of that number too: the matrix stays symmetric.
        """
        frame = self.frame
        minus = frame.lanes.neg(factor)

        def take(column: Index) -> None:
            here = self.load(target, column)
            there = self.load(source, column)
            value = frame.lanes.multiply_add(minus, there, here)
            self.store(value, target, column)
            self.store(value, column, target)

        frame.each(target, self.columns, take, unroll=self.unroll)


def _swap(
    matrix: Matrix, where: str, a: tuple[Index, Index], b: tuple[Index, Index]
) -> None:
    lanes = matrix.frame.lanes
    first, second = matrix.load(*a), matrix.load(*b)
    matrix.store(lanes.choose(where, second, first), *a)
    matrix.store(lanes.choose(where, first, second), *b)
