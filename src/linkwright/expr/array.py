"""Small immutable arrays of scalars, one- or two-dimensional, without NumPy.

They hold nodes and plain floats alike, so an algorithm written with them runs on
numbers and traces to programs by the same lines.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from linkwright.errors import InputError


class Array:
    """A vector (a tuple of scalars) or a matrix (a tuple of equal rows)."""

    __slots__ = ("entries", "columns")
    __array_ufunc__ = None  # NumPy scalars leave arithmetic to us.

    def __init__(self, entries: Iterable[Any], columns: int | None = None) -> None:
        self.entries: tuple[Any, ...] = tuple(entries)
        self.columns = columns

    @staticmethod
    def matrix(rows: Iterable[Iterable[Any]]) -> Array:
        """Return the matrix with these rows."""
        listed = [tuple(row) for row in rows]
        width = len(listed[0]) if listed else 0
        if any(len(row) != width for row in listed):
            raise InputError("the rows of a matrix have different lengths")
        return Array((x for row in listed for x in row), width)

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        if self.columns is None:
            return (len(self.entries),)
        return (len(self.entries) // self.columns if self.columns else 0, self.columns)

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """The rows of a matrix, as tuples."""
        n = self.columns
        assert n is not None
        return [self.entries[i * n : (i + 1) * n] for i in range(len(self))]

    @property
    def T(self) -> Array:  # noqa: N802
        """The transpose of a matrix; a vector is its own."""
        if self.columns is None:
            return self
        n = self.columns
        return Array((x for j in range(n) for x in self.entries[j::n]), self.shape[0])

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if self.columns is None:
            return iter(self.entries)
        return iter(Array(row) for row in self.rows)

    def __getitem__(self, index: Any) -> Any:
        n = self.columns
        if n is None:
            found = self.entries[index]
            return Array(found) if isinstance(index, slice) else found
        if isinstance(index, tuple):
            i, j = index
            if isinstance(i, slice) or isinstance(j, slice):
                rows = self.rows[i] if isinstance(i, slice) else [self.rows[i]]
                picked = [row[j] if isinstance(j, slice) else (row[j],) for row in rows]
                if isinstance(i, slice) and isinstance(j, slice):
                    return Array.matrix(picked)
                return Array(x for row in picked for x in row)
            # Indexing a range checks the index and turns a negative one round.
            return self.entries[range(len(self))[i] * n + range(n)[j]]
        if isinstance(index, slice):
            return Array.matrix(self.rows[index])
        return Array(self.rows[index])

    def column(self, j: int) -> Array:
        """Return column j of a matrix."""
        assert self.columns is not None
        return Array(self.entries[j :: self.columns])

    def map(self, function: Callable[[Any], Any]) -> Array:
        """Return the array with a function applied to each entry."""
        return Array(map(function, self.entries), self.columns)

    def _paired(self, other: Array) -> Iterator[tuple[Any, Any]]:
        if not isinstance(other, Array) or self.shape != other.shape:
            shape = other.shape if isinstance(other, Array) else type(other).__name__
            raise InputError(
                f"arrays of shapes {self.shape} and {shape} do not go together"
            )
        return zip(self.entries, other.entries, strict=True)

    def __add__(self, other: Array) -> Array:
        return Array((a + b for a, b in self._paired(other)), self.columns)

    def __sub__(self, other: Array) -> Array:
        return Array((a - b for a, b in self._paired(other)), self.columns)

    def __neg__(self) -> Array:
        return Array((-a for a in self.entries), self.columns)

    def __mul__(self, scale: Any) -> Array:
        if isinstance(scale, Array):
            raise InputError(
                "'*' was given two arrays",
                expectation="It scales an array.",
                remedy="Use '@' for the product of matrices, dot or cross of vectors.",
            )
        return Array((a * scale for a in self.entries), self.columns)

    __rmul__ = __mul__

    def __truediv__(self, scale: Any) -> Array:
        return Array((a / scale for a in self.entries), self.columns)

    def __matmul__(self, other: Array) -> Any:
        if self.columns is None:
            if other.columns is None:
                return dot(self, other)
            return other.T @ self
        if other.columns is None:
            return Array(_dot(row, other.entries) for row in self.rows)
        n = other.columns
        columns = [other.entries[j::n] for j in range(n)]
        return Array((_dot(row, column) for row in self.rows for column in columns), n)

    def __repr__(self) -> str:
        return f"Array({list(self.entries)!r}, shape={self.shape})"


def _dot(a: tuple[Any, ...], b: tuple[Any, ...]) -> Any:
    if len(a) != len(b):
        raise InputError(f"vectors of {len(a)} and {len(b)} entries do not go together")
    return functools.reduce(operator.add, map(operator.mul, a, b)) if a else 0.0


def dot(a: Array, b: Array) -> Any:
    """Return the sum of products a . b."""
    return _dot(a.entries, b.entries)


def cross(a: Array, b: Array) -> Array:
    """Return the vector product a x b."""
    ax, ay, az = a.entries
    bx, by, bz = b.entries
    return Array((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx))


def skew(a: Array) -> Array:
    """Return the matrix [a]x with [a]x b = a x b."""
    x, y, z = a.entries
    return Array((0.0, -z, y, z, 0.0, -x, -y, x, 0.0), 3)


def outer(a: Array, b: Array) -> Array:
    """Return the matrix a b^T."""
    return Array((x * y for x in a.entries for y in b.entries), len(b.entries))


def zeros(*shape: int) -> Array:
    """Return an array of zeros."""
    if len(shape) == 1:
        return Array((0.0,) * shape[0])
    return Array((0.0,) * (shape[0] * shape[1]), shape[1])


def identity(n: int) -> Array:
    """Return the unit matrix."""
    return Array((float(i == j) for i in range(n) for j in range(n)), n)


def trace_of(a: Array) -> Any:
    """Return the sum of the diagonal entries."""
    total: Any = 0.0
    for i in range(len(a)):
        total = total + a[i, i]
    return total
