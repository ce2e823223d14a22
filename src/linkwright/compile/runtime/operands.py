"""Operands of a loop: where the rows of a block lie, as address and steps.

Each kind answers ``address(block, rows)``, and has its steps along the axes of a
block and along the entries of a row.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from linkwright.compile.runtime.batch import Block, Steps

_ALIGNMENT = 64


class Operand(Protocol):
    """Rows of one argument, result or value between stages."""

    steps: Steps
    core_step: int

    def address(self, block: Block, rows: int) -> int:
        """Return where the rows of a block begin."""
        ...


class InPlace:
    """Rows read or written where they are."""

    def __init__(self, array: np.ndarray, steps: Steps, split: int) -> None:
        self._array = array  # kept alive
        self._base = array.__array_interface__["data"][0]
        self._outer = steps[:split]
        self.steps = steps[split:]
        self.core_step = array.strides[-1]

    def address(self, block: Block, rows: int) -> int:
        """Return where the rows of a block begin."""
        place = self._base + block.start * self.steps[0]
        for index, step in zip(block.outer, self._outer, strict=True):
            place += index * step
        return place


class Held:
    """Rows in a buffer of a thread's own: values handed from stage to stage."""

    def __init__(self, size: int, dtype: np.dtype, shape: tuple[int, ...]) -> None:
        self.row_bytes = size * dtype.itemsize
        self.core_step = dtype.itemsize
        steps = [self.row_bytes]
        for length in reversed(shape[1:]):
            steps.append(steps[-1] * length)
        self.steps = tuple(reversed(steps))
        self._memory, self._place = aligned_memory(0)

    def address(self, block: Block, rows: int) -> int:
        """Return where the rows of a block begin; the buffer grows as needed."""
        needed = rows * self.row_bytes
        if len(self._memory) < needed:
            self._memory, self._place = aligned_memory(needed)
        return self._place


def aligned_memory(count: int) -> tuple[np.ndarray, int]:
    """Return that many bytes, and their address, a multiple of 64."""
    memory = np.empty(count + _ALIGNMENT, np.uint8)
    skip = -memory.__array_interface__["data"][0] % _ALIGNMENT
    memory = memory[skip : skip + count]
    return memory, memory.__array_interface__["data"][0]
