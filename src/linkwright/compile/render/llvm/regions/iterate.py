"""Iterate: a loop that each row leaves for itself, by a mask."""

from __future__ import annotations

from linkwright.compile.render.llvm.block import (
    BlockFunction,
    Machine,
    RegionFunction,
)
from linkwright.compile.render.llvm.operations import convert
from linkwright.compile.render.llvm.regions.frame import Frame, Index
from linkwright.expr.regions import Iterate

_UNROLLED = 16


def write_iterate(
    machine: Machine, name: str, region: Iterate, body: BlockFunction
) -> RegionFunction:
    """Write the function of an iteration.

    Rows that are done keep their carry while others go on, so that a row's result does
    not depend on its neighbours; the loop ends when no row is active.
    """
    frame = Frame(machine)
    lanes, code = frame.lanes, frame.body
    size = region.carry_size
    following, done = frame.area(size), frame.area(1)
    callee = lanes.address("%scratch", frame.scratch_columns)
    constants = lanes.address("%operands", size)
    given = ["%outputs", *([constants] if region.constant_size else [])]
    one, zero = lanes.constant(1.0), lanes.constant(0.0)

    frame.copy("%operands", "%outputs", size)
    lanes.store(zero, "%outputs", size)
    lanes.store(one, "%outputs", size + 1)  # Active rows for now, inverted at the end.
    with code.loop(region.bound) as loop:
        frame.call(body.name, *given, following, done, callee)
        was_active = lanes.load("%outputs", size + 1)
        active = lanes.compare("une", was_active, zero)

        def advance(i: Index) -> None:
            kept = lanes.load("%outputs", i)
            moved = lanes.choose(active, lanes.load(following, i), kept)
            lanes.store(moved, "%outputs", i)

        frame.each(0, size, advance, unroll=size <= _UNROLLED)
        evaluations = lanes.add(lanes.load("%outputs", size), was_active)
        lanes.store(evaluations, "%outputs", size)
        unfinished = lanes.compare("oeq", lanes.load(done), zero)
        active = lanes.logic("and", active, unfinished)
        lanes.store(convert(lanes, active), "%outputs", size + 1)
        nobody = code.value(f"xor i1 {lanes.any(active)}, true")
        code.leave_when(nobody, loop)
    converged = lanes.sub(one, lanes.load("%outputs", size + 1))
    lanes.store(converged, "%outputs", size + 1)
    return frame.finish(
        name, region.operand_count, region.output_size, body.scratch_columns
    )
