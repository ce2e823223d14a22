"""Stages that run one after the other on every block of rows."""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.compile.module import Stage
from linkwright.compile.runtime.batch import (
    Cursor,
    batch_steps,
    merged,
    row_axis,
    split_axis,
)
from linkwright.compile.runtime.grid import axes_table, grid_function, length_place
from linkwright.compile.runtime.operands import Held, InPlace, Operand, aligned_memory
from linkwright.compile.runtime.pace import FIRST_ROWS, Pace

LOOP = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)
"""The type of a stage's function; calling it releases the interpreter lock."""

_BUFFER_BYTES = 256 * 1024  # of values between stages, so that they stay in the cache
_UNBOUNDED = 1 << 62


@dataclass(frozen=True)
class Loop:
    """A stage, where its compiled function is, and how long a row of it takes."""

    stage: Stage
    address: int
    pace: Pace


@dataclass(frozen=True)
class Part:
    """A stage with its operands, inputs then outputs.

    An operand is an array, or the number of the stage that makes the values.
    """

    loop: Loop
    operands: Sequence[np.ndarray | int]


class Chain:
    """The parts of a chain and the batch they run over; shared by all threads.

    The loops walk along ``row_axis``, an index into ``shape``, the axes of a block;
    the first of these is the one that blocks are cut from.
    """

    def __init__(self, parts: Sequence[Part], batch: tuple[int, ...]) -> None:
        self.parts = parts
        self.arrays = [
            operand
            for part in parts
            for operand in part.operands
            if not isinstance(operand, int)
        ]
        self.pace = parts[-1].loop.pace
        axes = merged(batch, [batch_steps(array, batch) for array in self.arrays])
        self.steps = axes.steps
        self.split = split_axis(axes.shape, self.pace.enough_rows())
        self.shape = axes.shape[self.split :]
        self.row_axis = row_axis(self.shape)
        self.cursor = Cursor(axes.shape, self.split)


class Caller:
    """Calls the stages of a chain on blocks; every thread has its own.

    A caller owns the thread's working memory: the values handed from stage to stage,
    and the stages' scratch.
    """

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._inside = math.prod(chain.shape[1:])
        operands, widest = _operands(chain)
        self._calls = [
            _Call(part.loop, own, chain)
            for part, own in zip(chain.parts, operands, strict=True)
        ]
        self._most_rows = _UNBOUNDED
        if widest:
            self._most_rows = max(_BUFFER_BYTES // widest, FIRST_ROWS)

    def run(self, threads: int) -> None:
        """Run block after block until none is left."""
        while self.run_block(threads):
            pass

    def run_block(self, threads: int) -> bool:
        """Run the stages on the next block; tell whether there was one."""
        cursor, pace = self._chain.cursor, self._chain.pace
        wanted = pace.next_rows(cursor.rows_left, threads)
        block = cursor.take(min(wanted, self._most_rows))
        if block is None:
            return False
        length = block.stop - block.start
        rows = length * self._inside
        begin = time.thread_time()  # waiting for the interpreter lock does not count
        for call in self._calls:
            for k, operand in enumerate(call.operands):
                call.pointers[k] = operand.address(block, rows)
            call.run(length)
        pace.measured(rows, time.thread_time() - begin)
        return True


class _Call:
    """A stage's function and the C arrays that it is called with."""

    def __init__(self, loop: Loop, operands: list[Operand], chain: Chain) -> None:
        stage, count = loop.stage, len(operands)
        shape, rows = chain.shape, chain.row_axis
        steps = [operand.steps[rows] for operand in operands]
        steps += [operand.core_step for operand in operands]
        sizes = (shape[rows], *stage.input_sizes, *stage.output_sizes)
        self.operands = operands
        self.pointers = (ctypes.c_void_p * count)()
        self._dimensions = (ctypes.c_ssize_t * len(sizes))(*sizes)
        self._steps = (ctypes.c_ssize_t * (2 * count))(*steps)
        self._data = None
        if stage.scratch_bytes:
            self._scratch, place = aligned_memory(stage.scratch_bytes)
            self._data = ctypes.byref(ctypes.c_void_p(place))
        taken = (self.pointers, self._dimensions, self._steps, self._data)
        # Where the block's length goes: blocks are cut from the axis numbered 0.
        self._table, self._length_place = self._dimensions, 0
        others = [axis for axis in reversed(range(len(shape))) if axis != rows]
        if not others:
            self._function, self._given = LOOP(loop.address), taken
            return
        table = axes_table(
            [(shape[k], [operand.steps[k] for operand in operands]) for k in others]
        )
        if rows != 0:
            self._table = table
            self._length_place = length_place(others.index(0), count)
        self._function, self._code = grid_function()
        self._given = (loop.address, *taken, table)

    def run(self, length: int) -> None:
        """Run the stage on a block of so many places of the axis that is cut."""
        self._table[self._length_place] = length
        self._function(*self._given)


def _operands(chain: Chain) -> tuple[list[list[Operand]], int]:
    """Return the operands of every stage, and the bytes of the widest value held."""
    described = iter(zip(chain.arrays, chain.steps, strict=True))
    values: dict[int, Held] = {}
    stages: list[list[Operand]] = []
    for part in chain.parts:
        own: list[Operand] = []
        for operand in part.operands:
            if isinstance(operand, int):
                if operand not in values:  # the stage that makes them comes first
                    size = part.loop.stage.output_sizes[0]
                    dtype = chain.arrays[-1].dtype
                    values[operand] = Held(size, dtype, chain.shape)
                own.append(values[operand])
            else:
                array, steps = next(described)
                own.append(InPlace(array, steps, chain.split))
        stages.append(own)
    return stages, max((held.row_bytes for held in values.values()), default=0)
