"""Scan: a loop over steps that hands a carry on, stacks outputs, reduces values."""

from __future__ import annotations

from linkwright.compile.render.llvm.block import (
    BlockFunction,
    Machine,
    RegionFunction,
)
from linkwright.compile.render.llvm.operations import maximum, minimum
from linkwright.compile.render.llvm.regions.frame import Frame
from linkwright.expr.regions import Scan


def write_scan(
    machine: Machine, name: str, region: Scan, body: BlockFunction
) -> RegionFunction:
    """Write the function of a scan.

    The carry goes to and fro between two areas; inputs and stacks are read and written
    where they lie, step after step.
    """
    frame = Frame(machine)
    lanes, code = frame.lanes, frame.body
    carry_size, input_size = region.carry_size, region.input_size
    carries = frame.area(2 * carry_size)
    values = frame.area(len(region.reductions))
    best = frame.area(len(region.reductions))
    callee = lanes.address("%scratch", frame.scratch_columns)
    constants_at = carry_size + region.steps * input_size
    constants = lanes.address("%operands", constants_at)
    stack_at = carry_size
    reduced = lanes.address("%outputs", stack_at + region.steps * region.stack_size)

    frame.copy("%operands", carries, carry_size)
    with code.loop(region.steps) as loop:
        parity = code.value(f"and i64 {loop.index}, 1")
        other = code.value(f"xor i64 {parity}, 1")
        carry, following = (
            lanes.address(carries, frame.times(side, carry_size))
            for side in (parity, other)
        )
        inputs = lanes.address(
            "%operands", frame.plus(frame.times(loop.index, input_size), carry_size)
        )
        stack = lanes.address(
            "%outputs", frame.plus(frame.times(loop.index, region.stack_size), stack_at)
        )
        sized = (
            (carry, carry_size),
            (inputs, input_size),
            (constants, region.constant_size),
        )
        given = [pointer for pointer, size in sized if size]
        frame.call(body.name, *given, following, stack, values, callee)
        for i, kind in enumerate(region.reductions):
            _reduce(frame, kind, i, values, best, reduced, loop.index)
    last = lanes.address(carries, region.steps % 2 * carry_size)
    frame.copy(last, "%outputs", carry_size)
    return frame.finish(
        name, region.operand_count, region.output_size, body.scratch_columns
    )


def _reduce(
    frame: Frame, kind: str, i: int, values: str, best: str, reduced: str, step: str
) -> None:
    """Take one value of one step into its reduction."""
    lanes, code = frame.lanes, frame.body
    value = lanes.load(values, i)
    if kind == "last":
        lanes.store(value, reduced, i)
        return
    kept = best if kind == "argmax" else reduced
    first = code.value(f"icmp eq i64 {step}, 0")
    with code.when(first):
        lanes.store(value, kept, i)
        if kind == "argmax":
            lanes.store(lanes.constant(0.0), reduced, i)
    with code.when(code.value(f"xor i1 {first}, true")):
        before = lanes.load(kept, i)
        if kind == "argmax":
            better = lanes.compare("olt", before, value)
            here = lanes.choose(better, frame.number(step), lanes.load(reduced, i))
            lanes.store(here, reduced, i)
            value = lanes.choose(better, value, before)
        else:
            combine = {"sum": type(lanes).add, "max": maximum, "min": minimum}[kind]
            value = combine(lanes, before, value)
        lanes.store(value, kept, i)
