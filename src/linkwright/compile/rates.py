"""Cutting a program by rate: what does not vary over a batch is computed once.

A value's rate is the union of the axes its inputs vary over. Values that vary over
fewer axes than the results form stages of their own, before the last; what later stages
read of them is packed into one extra input (decision 2). A sign or a truth value is not
worth a column: later stages compute it again from what it is made of. Nor is a handful
of operations worth a stage: a stage costs a call and a pass over memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from linkwright.compile.block import (
    Block,
    Instruction,
    Operand,
    is_truth,
    live_positions,
    values,
)
from linkwright.compile.module import Source
from linkwright.compile.work import work_of

Axes = frozenset[str]

_RECOMPUTED = frozenset(("neg", "abs", "convert", "not", "and", "or"))
_LEAST_WORK = 16  # in additions


@dataclass(frozen=True)
class StageBlock:
    """The code of one stage; its input groups are its sources, in order."""

    block: Block
    sources: tuple[Source, ...]
    axes: Axes


@dataclass(frozen=True)
class _Column:
    """Where a stage finds a value that another place holds."""

    source: Source
    column: int


def cut_by_rate(
    block: Block, axes: Sequence[Axes], *, separate: bool = True
) -> tuple[StageBlock, ...]:
    """Return the stages of a program, the last of which gives its outputs.

    Args:
        block: the whole program.
        axes: the rate of every input group.
        separate: False leaves everything in one stage.
    """
    widest: Axes = frozenset().union(*axes)
    if all(each == widest for each in axes):
        return (StageBlock(block, tuple(_argument_sources(block)), widest),)
    rates = _rates(block, axes)
    held = {
        position: _Column(Source("argument", instruction.data[0]), instruction.data[1])
        for position, instruction in enumerate(block.instructions)
        if instruction.op == "input"
    }
    stages: list[StageBlock] = []
    slower = sorted(set(rates) - {widest}, key=lambda rate: (len(rate), sorted(rate)))
    for rate in slower if separate else ():
        stored = _stored(block, rates, rate)
        if _work(block, stored, held) >= max(_LEAST_WORK, 2 * len(stored)):
            stages.append(_extracted(block, (stored,), held, rate, ()))
            source = Source("stage", len(stages) - 1)
            held |= {p: _Column(source, column) for column, p in enumerate(stored)}
    arguments = _argument_sources(block)
    if not stages:
        return (StageBlock(block, tuple(arguments), widest),)
    taken = {source for stage in stages for source in stage.sources}
    unseen = [source for source in arguments if source not in taken]
    stages.append(_extracted(block, block.outputs, held, widest, unseen))
    return tuple(stages)


def _argument_sources(block: Block) -> list[Source]:
    return [Source("argument", group) for group in range(len(block.inputs))]


def _rates(block: Block, axes: Sequence[Axes]) -> list[Axes]:
    """Return the rate of every value."""
    rates: list[Axes] = []
    none: Axes = frozenset()
    for op, args, data in block.instructions:
        if op == "input":
            rates.append(axes[data[0]])
            continue
        rate = none
        for a in values(args):
            if rates[a] is not rate:
                rate = rate | rates[a] if rate else rates[a]
        rates.append(rate)
    return rates


def _stored(block: Block, rates: Sequence[Axes], rate: Axes) -> tuple[int, ...]:
    """Return the values of one rate that later stages load, in order."""
    wanted: set[int] = set()
    for position in live_positions(block):
        if rates[position] != rate:
            wanted.update(values(block.instructions[position].args))
    for group in block.outputs:
        wanted.update(values(group))
    pending = [p for p in wanted if rates[p] == rate]
    stored: set[int] = set()
    while pending:
        position = pending.pop()
        instruction = block.instructions[position]
        if instruction.op in _RECOMPUTED:
            pending += [a for a in values(instruction.args) if rates[a] == rate]
        elif instruction.op != "input":
            stored.add(position)
    return tuple(sorted(stored))


def _work(block: Block, stored: tuple[int, ...], held: Mapping[int, _Column]) -> int:
    """Return about how many additions it takes to compute some values."""
    return work_of(
        block.instructions[position]
        for position in _needed(block, (stored,), held)
        if position not in held
    )


def _extracted(
    block: Block,
    outputs: tuple[tuple[Operand, ...], ...],
    held: Mapping[int, _Column],
    rate: Axes,
    also: Iterable[Source],
) -> StageBlock:
    """Return the code that computes some outputs from what other places hold."""
    needed = _needed(block, outputs, held)
    sources = sorted({held[p].source for p in needed if p in held} | set(also))
    group = {source: index for index, source in enumerate(sources)}
    position: dict[int, int] = {}
    code: list[Instruction] = []

    def moved(a: Operand) -> Operand:
        return position[a] if isinstance(a, int) else a

    for old in needed:
        instruction = block.instructions[old]
        place = held.get(old)
        if place is None:
            args = tuple(moved(a) for a in instruction.args)
            made = Instruction(instruction.op, args, instruction.data)
        else:
            made = Instruction("input", (), (group[place.source], place.column))
        position[old] = len(code)
        code.append(made)
        if place is not None and is_truth(block, old):  # It was stored as 1 or 0.
            position[old] = len(code)
            code.append(Instruction("lt", (0.0, len(code) - 1)))
    moved_outputs = tuple(tuple(moved(a) for a in group) for group in outputs)
    sizes = _sizes(block, held)
    stage = Block(
        tuple(code), tuple(sizes[source] for source in sources), moved_outputs
    )
    return StageBlock(stage, tuple(sources), rate)


def _needed(
    block: Block, outputs: tuple[tuple[Operand, ...], ...], held: Mapping[int, _Column]
) -> list[int]:
    """Return what the outputs need, in order, not looking behind what is held."""
    pending = [a for group in outputs for a in values(group)]
    seen: set[int] = set()
    while pending:
        position = pending.pop()
        if position not in seen:
            seen.add(position)
            if position not in held:
                pending += values(block.instructions[position].args)
    return sorted(seen)


def _sizes(block: Block, held: Mapping[int, _Column]) -> dict[Source, int]:
    """Return the number of columns of every source."""
    sizes = dict(zip(_argument_sources(block), block.inputs, strict=True))
    for place in held.values():
        if place.source.kind == "stage":
            size = max(sizes.get(place.source, 0), place.column + 1)
            sizes[place.source] = size
    return sizes
