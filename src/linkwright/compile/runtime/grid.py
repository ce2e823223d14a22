"""Runs a loop once for every place of the axes outside it, in machine code.

In (1000, 1, 7) x (3, 7) no one step leads from row to row. The loop then walks along
one axis, and this function moves the operands' pointers along all others, so that
neither are rows copied together nor does Python make a call for every three of them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import Any

from linkwright.compile.runtime.cpu import load, object_code

GRID = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 6)
"""The type of the function: address of a loop, the four things that the loop takes,
and the table of axes. It releases the interpreter lock."""


@cache
def grid_function() -> tuple[Any, object]:
    """Return the function, compiled when first needed, and the code it lives in."""
    code = load(object_code(_TEXT))
    return GRID(code.address("grid")), code


def axes_table(axes: Sequence[tuple[int, Sequence[int]]]) -> Any:
    """Return the table of axes, innermost first: the length and every operand's step.

    Each has a counter too, 0 between calls. The length of an axis may be exchanged at
    `length_place`.
    """
    operands = len(axes[0][1])
    entries = [operands, len(axes)]
    for length, steps in axes:
        entries += [length, 0, *steps]
    return (ctypes.c_int64 * len(entries))(*entries)


def length_place(axis: int, operands: int) -> int:
    """Return where in the table the length of an axis is."""
    return 2 + axis * (2 + operands)


# do:     loop(...); axis = innermost
# next:   move all pointers one step along the axis; unless its end is reached, do;
#         else move them back to its start, and next with the axis around it
_TEXT = """
define void @grid(ptr %loop, ptr %args, ptr %dimensions, ptr %steps, ptr %data,
                  ptr %table) nounwind {
entry:
  %operands = load i64, ptr %table
  %axes.at = getelementptr i64, ptr %table, i64 1
  %axes = load i64, ptr %axes.at
  %width = add i64 %operands, 2
  %first = getelementptr i64, ptr %table, i64 2
  br label %do

do:
  call void %loop(ptr %args, ptr %dimensions, ptr %steps, ptr %data)
  br label %next

next:
  %axis = phi i64 [0, %do], [%around, %wrapped]
  %done = icmp sge i64 %axis, %axes
  br i1 %done, label %exit, label %advance

advance:
  %skipped = mul i64 %axis, %width
  %length.at = getelementptr i64, ptr %first, i64 %skipped
  %counter.at = getelementptr i64, ptr %length.at, i64 1
  %moves.at = getelementptr i64, ptr %length.at, i64 2
  %length = load i64, ptr %length.at
  %counter = load i64, ptr %counter.at
  %counted = add i64 %counter, 1
  %more = icmp slt i64 %counted, %length
  %counter.new = select i1 %more, i64 %counted, i64 0
  store i64 %counter.new, ptr %counter.at
  %back = sub i64 1, %length
  %times = select i1 %more, i64 1, i64 %back
  br label %move

move:
  %k = phi i64 [0, %advance], [%k.next, %move]
  %move.at = getelementptr i64, ptr %moves.at, i64 %k
  %step = load i64, ptr %move.at
  %distance = mul i64 %step, %times
  %arg.at = getelementptr ptr, ptr %args, i64 %k
  %arg = load ptr, ptr %arg.at
  %moved = getelementptr i8, ptr %arg, i64 %distance
  store ptr %moved, ptr %arg.at
  %k.next = add i64 %k, 1
  %left = icmp slt i64 %k.next, %operands
  br i1 %left, label %move, label %moved.all

moved.all:
  br i1 %more, label %do, label %wrapped

wrapped:
  %around = add i64 %axis, 1
  br label %next

exit:
  ret void
}
"""
