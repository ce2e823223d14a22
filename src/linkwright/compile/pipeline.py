"""From a program to LLVM text: the whole pipeline on one page.

    program --verify--> block --poison--> block --rates--> stages
    stage   --fuse--> --order--> --distinct--> --segments--> text

The language's own rules are checked first (``expr.verify``), what a pass gives by
``verify.py``; the last step spells it (``render/llvm``). Bodies of regions go the same
way.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.compile.block import Block, block_of
from linkwright.compile.module import Dtype, Module, Stage
from linkwright.compile.options import CompileOptions
from linkwright.compile.passes.distinct import Distinct, distinct
from linkwright.compile.passes.fuse import fuse
from linkwright.compile.passes.order import order
from linkwright.compile.passes.poison import poison
from linkwright.compile.passes.segments import Segments, segments
from linkwright.compile.rates import StageBlock, cut_by_rate
from linkwright.compile.render.llvm.block import Machine
from linkwright.compile.render.llvm.lanes import Lanes
from linkwright.compile.render.llvm.module import (
    StageCode,
    attributes,
    symbol,
    write_stage,
)
from linkwright.compile.render.llvm.regions import RegionWriter
from linkwright.compile.render.llvm.text import Text
from linkwright.compile.target import Target, host_target
from linkwright.compile.verify import check_block
from linkwright.compile.work import work_of
from linkwright.expr import Program, verify

_DEFAULT = CompileOptions()


def lower(
    program: Program,
    *,
    dtype: Dtype = "float64",
    target: Target | None = None,
    options: CompileOptions = _DEFAULT,
) -> Module:
    """Return the LLVM text of a program, for this machine unless said otherwise."""
    target = target or host_target()
    verify(program)
    whole = check_block(block_of(program), "block")
    rates = [argument.axes for argument in program.arguments]
    if options.poison:
        spared, slow = _status_groups(program), _slow_groups(rates)
        whole = check_block(poison(whole, spared, slow), "poison")
    cut = cut_by_rate(whole, rates, separate=options.rates)

    text = Text()
    lanes = Lanes.of(dtype, target.lanes(dtype))
    machine = Machine(text, lanes, target.has_fma)
    optimised = _optimiser(target, options)
    regions = RegionWriter(machine, optimised, options.segment_instructions)
    stages: list[Stage] = []
    counts = {"instructions": 0, "segments": 0, "stages": len(cut), "work": 0}
    for index, stage in enumerate(cut):
        last = index == len(cut) - 1
        name = _stage_name(program, stage, last)
        code = _stage_code(name, stage, optimised, lanes, options)
        scratch = write_stage(machine, target, code, regions.write)
        counts["instructions"] += len(code.distinct.block.instructions)
        counts["segments"] += len(code.segments.bounds)
        counts["work"] += work_of(code.distinct.block.instructions)
        stages.append(
            Stage(
                entry=code.name,
                inputs=stage.sources,
                input_sizes=stage.block.inputs,
                output_sizes=tuple(len(group) for group in stage.block.outputs),
                axes=stage.axes,
                scratch_bytes=scratch,
                result=last,
            )
        )
    counts["instructions"] += regions.instructions
    return Module(
        text=text.assemble(attributes(target)),
        stages=tuple(stages),
        arguments=tuple((a.name, a.size, a.axes) for a in program.arguments),
        results=tuple((r.name, r.shape) for r in program.results),
        lanes=lanes.count,
        dtype=dtype,
        counts=counts,
    )


def _optimiser(target: Target, options: CompileOptions) -> Callable[[Block], Block]:
    """Return the passes that every block goes through, regions' bodies too."""

    def optimised(block: Block) -> Block:
        if options.fuse and target.has_fma:
            block = check_block(fuse(block), "fuse")
        return check_block(order(block), "order")

    return optimised


def _stage_code(
    name: str,
    stage: StageBlock,
    optimised: Callable[[Block], Block],
    lanes: Lanes,
    options: CompileOptions,
) -> StageCode:
    merged = distinct(optimised(stage.block))
    check_block(merged.block, "distinct")
    pieces = segments(merged.block, options.segment_instructions)
    return StageCode(name, merged, pieces, _lane_blocks(merged, pieces, lanes, options))


def _lane_blocks(
    merged: Distinct, pieces: Segments, lanes: Lanes, options: CompileOptions
) -> int:
    """Return over how many row blocks each segment of a stage runs."""
    length = len(merged.block.instructions)
    if length <= options.blocked_instructions:
        return 1
    columns = pieces.slot_count
    most = options.long_bytes
    if length <= options.long_instructions:
        columns += len(merged.block.outputs[0])
        most = options.blocked_bytes
    fitting = most // max(1, columns * lanes.bytes)
    return max(1, min(options.lane_blocks, fitting))


def _stage_name(program: Program, stage: StageBlock, last: bool) -> str:
    rate = "results" if last else "_".join(sorted(stage.axes)) or "constant"
    return symbol(f"{program.name}_{rate}")


def _status_groups(program: Program) -> list[int]:
    """Return the results that stay as they are: a status is a whole number always."""
    return [i for i, result in enumerate(program.results) if result.name == "status"]


def _slow_groups(rates: list[frozenset[str]]) -> list[int]:
    """Return the arguments that do not vary over all axes that any varies over."""
    widest = frozenset[str]().union(*rates)
    return [i for i, axes in enumerate(rates) if axes != widest]
