"""Call: another program's function, its groups side by side in operands and outputs."""

from __future__ import annotations

from linkwright.compile.render.llvm.block import (
    BlockFunction,
    Machine,
    RegionFunction,
)
from linkwright.compile.render.llvm.regions.frame import Frame
from linkwright.expr.regions import Call


def write_call(
    machine: Machine, name: str, region: Call, body: BlockFunction
) -> RegionFunction:
    """Write the function of a call."""
    frame = Frame(machine)
    pointers, column = [], 0
    for argument in region.program.arguments:
        pointers.append(frame.lanes.address("%operands", column))
        column += argument.size
    column = 0
    for result in region.program.results:
        pointers.append(frame.lanes.address("%outputs", column))
        column += len(result.entries)
    frame.call(body.name, *pointers, "%scratch")
    return frame.finish(
        name, region.operand_count, region.output_size, body.scratch_columns
    )
