"""Operands of a loop: where the rows of a block lie, as address and steps.

Each kind answers ``address(block, rows)`` and has the two steps a loop wants. They
belong to one thread, as their buffers do.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from linkwright.compile.runtime.batch import Block, Steps

_ALIGNMENT = 64


class Operand(Protocol):
    """Rows of one argument, result or value between stages."""

    row_step: int
    core_step: int

    def address(self, block: Block, rows: int) -> int:
        """Return where the rows of a block begin."""
        ...


class InPlace:
    """Rows read or written where they are."""

    def __init__(
        self, array: np.ndarray, steps: Steps, axis: int, row_step: int
    ) -> None:
        self._array = array
        self._base = array.__array_interface__["data"][0]
        self._outer = steps[:axis]
        self._split = steps[axis]
        self.row_step = row_step
        self.core_step = array.strides[-1]

    def address(self, block: Block, rows: int) -> int:
        """Return where the rows of a block begin."""
        place = self._base + block.start * self._split
        for index, step in zip(block.outer, self._outer, strict=True):
            place += index * step
        return place


class Held:
    """Rows in a buffer of the thread's own: values handed from stage to stage."""

    def __init__(self, size: int, dtype: np.dtype) -> None:
        self.core_step = dtype.itemsize
        self.row_step = size * dtype.itemsize
        self._size, self._dtype = size, dtype
        self._rows = np.empty((0, size), dtype)
        self._place = 0

    def rows(self, count: int) -> np.ndarray:
        """Return the first rows of the buffer, which grows as needed."""
        if len(self._rows) < count:
            memory, self._place = aligned_memory(count * self.row_step)
            entries = memory.view(self._dtype)[: count * self._size]
            self._rows = entries.reshape(count, self._size)
        return self._rows[:count]

    def address(self, block: Block, rows: int) -> int:
        """Return where the rows of a block begin."""
        self.rows(rows)
        return self._place


class Copied:
    """Rows that do not lie evenly: copied together for every block."""

    def __init__(self, array: np.ndarray, shape: tuple[int, ...], steps: Steps) -> None:
        self._view = np.lib.stride_tricks.as_strided(
            array,
            (*shape, array.shape[-1]),
            (*steps, array.strides[-1]),
            writeable=False,
        )
        self._held = Held(array.shape[-1], array.dtype)
        self.row_step = self._held.row_step
        self.core_step = self._held.core_step

    def address(self, block: Block, rows: int) -> int:
        """Copy the rows of a block and return where they are."""
        part = self._view[(*block.outer, slice(block.start, block.stop))]
        np.copyto(self._held.rows(rows).reshape(part.shape), part)
        return self._held.address(block, rows)


def aligned_memory(count: int) -> tuple[np.ndarray, int]:
    """Return that many bytes, and their address, a multiple of 64."""
    memory = np.empty(count + _ALIGNMENT, np.uint8)
    skip = -memory.__array_interface__["data"][0] % _ALIGNMENT
    memory = memory[skip : skip + count]
    return memory, memory.__array_interface__["data"][0]
