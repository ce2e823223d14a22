"""A whole program as one LLVM module."""

from __future__ import annotations

import re
from dataclasses import dataclass

from linkwright.compile.block import Block
from linkwright.compile.passes.distinct import Distinct
from linkwright.compile.passes.segments import Segments
from linkwright.compile.render.llvm.block import Machine, WriteRegion, write_block
from linkwright.compile.render.llvm.loop import Entry, write_entry
from linkwright.compile.target import Target


@dataclass(frozen=True)
class StageCode:
    """A stage after all passes.

    Attributes:
        name: of the stage.
        distinct: its block, and where results find their columns.
        segments: how it is cut.
        lane_blocks: row blocks that a segment passes over at once.
    """

    name: str
    distinct: Distinct
    segments: Segments
    lane_blocks: int


def write_stage(
    machine: Machine, target: Target, stage: StageCode, write_region: WriteRegion
) -> int:
    """Write a stage's block and entry; return the scratch its caller provides."""
    block: Block = stage.distinct.block
    function = write_block(
        machine,
        f"{stage.name}_block",
        block,
        stage.segments,
        write_region,
        lane_blocks=stage.lane_blocks,
    )
    entry = Entry(
        name=stage.name,
        block=function.name,
        inputs=block.inputs,
        outputs=stage.distinct.columns,
        output_columns=len(block.outputs[0]),
        scratch_columns=function.scratch_columns,
        lane_blocks=stage.lane_blocks,
    )
    return write_entry(machine, entry, target)


def attributes(target: Target) -> str:
    """Return the attributes of all our functions.

    Without the widths LLVM would split 512-bit vectors on processors that prefer 256;
    without the alignment it would spill vectors across cache lines.
    """
    bits = target.vector_bits
    widths = f'"prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'
    return f"nounwind alignstack={bits // 8} {widths}"


def symbol(name: str) -> str:
    """Return a name as a symbol: letters, digits and underscores."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)
