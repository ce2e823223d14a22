"""Stages that run one after the other on every block of rows."""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from linkwright.compile.module import Stage
from linkwright.compile.runtime.batch import (
    Cursor,
    batch_steps,
    even_step,
    merged,
    split_axis,
)
from linkwright.compile.runtime.operands import (
    Copied,
    Held,
    InPlace,
    Operand,
    aligned_memory,
)
from linkwright.compile.runtime.pace import FIRST_ROWS, Pace

LOOP = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)
"""The type of a stage's function; calling it releases the interpreter lock."""

_BUFFER_BYTES = 256 * 1024  # of copied rows or values, so that they stay in the cache
_UNBOUNDED = 1 << 62


@dataclass(frozen=True)
class Loop:
    """A stage, its compiled function, and how long a row of it takes."""

    stage: Stage
    function: Any
    pace: Pace


class Part(NamedTuple):
    """A stage with its operands, inputs then outputs.

    An operand is an array, or the number of the stage that makes the values.
    """

    loop: Loop
    operands: Sequence[np.ndarray | int]


class Chain:
    """The parts of a chain and the batch they run over; shared by all threads."""

    def __init__(self, parts: Sequence[Part], batch: tuple[int, ...]) -> None:
        self.parts = parts
        self.arrays = [
            operand
            for part in parts
            for operand in part.operands
            if not isinstance(operand, int)
        ]
        self.axes = merged(batch, [batch_steps(array, batch) for array in self.arrays])
        self.split = split_axis(self.axes.shape)
        self.cursor = Cursor(self.axes.shape, self.split)
        self.pace = parts[-1].loop.pace


class Caller:
    """Calls the stages of a chain on blocks; every thread has its own.

    A caller owns the thread's working memory: the copies of unevenly lying rows, the
    values handed from stage to stage, the stages' scratch.
    """

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._inside = math.prod(chain.axes.shape[chain.split + 1 :])
        operands = _operands(chain)
        self._calls = [
            _Call.of(part.loop, own)
            for part, own in zip(chain.parts, operands, strict=True)
        ]
        held = [o for own in operands for o in own if not isinstance(o, InPlace)]
        if held:
            widest = max(operand.row_step for operand in held)
            self._most_rows = max(_BUFFER_BYTES // widest, FIRST_ROWS)
        else:
            self._most_rows = _UNBOUNDED

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
        rows = (block.stop - block.start) * self._inside
        begin = time.thread_time()  # waiting for the interpreter lock does not count
        for call in self._calls:
            for k, operand in enumerate(call.operands):
                call.pointers[k] = operand.address(block, rows)
            call.dimensions[0] = rows
            call.function(call.pointers, call.dimensions, call.steps, call.scratch)
        pace.measured(rows, time.thread_time() - begin)
        return True


class _Call(NamedTuple):
    """A stage's function with the C arrays that it is called with."""

    function: Any
    operands: list[Operand]
    pointers: Any
    dimensions: Any
    steps: Any
    scratch: Any
    memory: np.ndarray | None

    @staticmethod
    def of(loop: Loop, operands: list[Operand]) -> _Call:
        """Return the call of a stage on a thread's own operands."""
        stage, count = loop.stage, len(operands)
        sizes = (0, *stage.input_sizes, *stage.output_sizes)
        steps = [operand.row_step for operand in operands]
        steps += [operand.core_step for operand in operands]
        scratch = memory = None
        if stage.scratch_bytes:
            memory, address = aligned_memory(stage.scratch_bytes)
            scratch = ctypes.byref(ctypes.c_void_p(address))
        return _Call(
            loop.function,
            operands,
            (ctypes.c_void_p * count)(),
            (ctypes.c_ssize_t * len(sizes))(*sizes),
            (ctypes.c_ssize_t * (2 * count))(*steps),
            scratch,
            memory,
        )


def _operands(chain: Chain) -> list[list[Operand]]:
    """Return the operands of every stage, with buffers of their own."""
    shape, split = chain.axes.shape, chain.split
    described = iter(zip(chain.arrays, chain.axes.steps, strict=True))
    values: dict[int, Held] = {}
    stages: list[list[Operand]] = []
    for part in chain.parts:
        own: list[Operand] = []
        for operand in part.operands:
            if isinstance(operand, int):
                if operand not in values:  # the stage that makes them comes first
                    size = part.loop.stage.output_sizes[0]
                    values[operand] = Held(size, chain.arrays[-1].dtype)
                own.append(values[operand])
                continue
            array, steps = next(described)
            row_step = even_step(shape[split:], steps[split:])
            if row_step is None:
                own.append(Copied(array, shape, steps))
            else:
                own.append(InPlace(array, steps, split, row_step))
        stages.append(own)
    return stages
