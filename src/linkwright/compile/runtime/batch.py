"""A batch as a compiled loop sees it: few axes, and blocks of rows handed out.

A loop walks along one axis, every operand with a step of its own. Axes over which all
operands advance evenly are merged into one; where several remain, as in
(1000, 1, 7) x (3, 7), blocks are cut from one of them and hold those inside it whole.
"""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Steps = tuple[int, ...]

_LONG_AXIS = 64  # rows; a call of a loop is then a small part of its work

_EVEN = 16  # rows; a block begins where lanes and cache lines begin


def batch_steps(array: np.ndarray, batch: tuple[int, ...]) -> Steps:
    """Return the steps in bytes along a batch that the array is broadcast to."""
    lead = array.shape[:-1]
    missing = (0,) * (len(batch) - len(lead))
    own = zip(lead, array.strides, strict=False)
    return missing + tuple(0 if length == 1 else step for length, step in own)


class Axes(NamedTuple):
    """The axes of a batch, outermost first, and every operand's steps along them."""

    shape: tuple[int, ...]
    steps: tuple[Steps, ...]


def merged(batch: tuple[int, ...], steps: Sequence[Steps]) -> Axes:
    """Return the fewest axes that give the same rows in the same order."""
    if len(batch) == 1:
        return Axes(batch, tuple(steps))
    shape: list[int] = []
    columns: list[Steps] = []  # for every axis, the steps of all operands
    for length, column in zip(batch, zip(*steps, strict=True), strict=True):
        if length == 1:
            continue
        if shape and columns[-1] == tuple(length * step for step in column):
            shape[-1] *= length
            columns[-1] = column
        else:
            shape.append(length)
            columns.append(column)
    if not shape:
        return Axes((1,), tuple((0,) for _ in steps))
    return Axes(tuple(shape), tuple(zip(*columns, strict=True)))


def split_axis(shape: tuple[int, ...], enough: int) -> int:
    """Return the innermost axis that holds, with those inside it, enough rows."""
    axis = len(shape) - 1
    rows = shape[axis]
    while axis > 0 and rows < enough:
        axis -= 1
        rows *= shape[axis]
    return axis


def row_axis(shape: tuple[int, ...]) -> int:
    """Return the axis a loop walks along: the last, or the longest if that is short.

    Along the last axis rows lie side by side; but every walk costs a call, and rows
    that do not fill the lanes.
    """
    if shape[-1] >= _LONG_AXIS:
        return len(shape) - 1
    return max(range(len(shape)), key=shape.__getitem__)


class Block(NamedTuple):
    """Rows ``start`` to ``stop`` of the split axis at one place of the outer axes."""

    outer: tuple[int, ...]
    start: int
    stop: int


class Cursor:
    """Hands out the blocks of a batch, each once, to whichever thread asks."""

    def __init__(self, shape: tuple[int, ...], axis: int) -> None:
        self.rows_left = math.prod(shape)
        self._outer = itertools.product(*map(range, shape[:axis]))
        self._length = shape[axis]
        self._inner = math.prod(shape[axis + 1 :])
        self._place = next(self._outer, None)
        self._start = 0
        self._lock = threading.Lock()

    def take(self, rows: int) -> Block | None:
        """Return the next block, of about so many rows; None when all are taken."""
        with self._lock:
            if self._place is None or not self.rows_left:
                return None
            count = max(rows // self._inner, 1)
            if self._inner == 1:
                count = -(-count // _EVEN) * _EVEN
            start, stop = self._start, min(self._start + count, self._length)
            block = Block(self._place, start, stop)
            self.rows_left -= (stop - start) * self._inner
            self._start = stop
            if stop == self._length:
                self._place, self._start = next(self._outer, None), 0
            return block

    def close(self) -> None:
        """Hand out nothing more."""
        with self._lock:
            self.rows_left = 0
