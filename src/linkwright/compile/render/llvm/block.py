"""Straight-line blocks as functions over row blocks.

A block's function takes a pointer for each input group, each output group, and one to
scratch memory; all hold columns, a column being one vector of lanes. Of a cut block
every segment is such a function too, and the block's own calls them in turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linkwright.compile.block import Block, Operand, is_truth
from linkwright.compile.passes.segments import Segments
from linkwright.compile.render.llvm.arithmetic import Arithmetic
from linkwright.compile.render.llvm.elementary import Turn, turn
from linkwright.compile.render.llvm.lanes import Lanes
from linkwright.compile.render.llvm.operations import OPERATIONS, TURNS, convert
from linkwright.compile.render.llvm.runs import LONG, Column, runs, write_run
from linkwright.compile.render.llvm.text import Body, Text


@dataclass(frozen=True)
class Machine:
    """What code is written for: the module, the vector type, the instructions."""

    text: Text
    lanes: Lanes
    has_fma: bool

    def arithmetic(self, body: Body) -> Arithmetic:
        """Return a writer of lane instructions into a body."""
        return Arithmetic(body, self.lanes, has_fma=self.has_fma)


@dataclass(frozen=True)
class RegionFunction:
    """The function of a region:  void name(operands, outputs, scratch), in columns."""

    name: str
    operand_count: int
    output_count: int
    scratch_columns: int


@dataclass(frozen=True)
class BlockFunction:
    """The function of a block and how many columns of scratch it needs."""

    name: str
    scratch_columns: int


WriteRegion = Callable[[Any], RegionFunction]

# A value in memory that is needed again after so many instructions is read again: LLVM
# would keep a copy of it on the stack.
_KEPT = 32

# LLVM selects and schedules instructions block by block, in time that grows faster than
# the block: cut after so many, 70 joints' forward dynamics is translated in 0.52 s in
# place of 0.76. That makes 7 joints' inverse dynamics 10 % slower, but not the
# derivatives of human37: so long programs alone are cut.
_BASIC_BLOCK = 100
_LONG = 30_000


@dataclass(frozen=True)
class _Plan:
    """Where the values of a block live that do not stay in registers.

    Attributes:
        places: (group, column) of every output that a value is stored to.
        regions: function and scratch column of every region, by position; operands
            first, then outputs.
    """

    block: Block
    segments: Segments
    places: dict[Operand, list[tuple[int, int]]]
    regions: dict[int, tuple[RegionFunction, int]]
    callee_column: int

    @property
    def scratch_columns(self) -> int:
        """Slots, the operands and outputs of regions, and what regions themselves need.

        Regions run one after another, so they share their own scratch.
        """
        callees = (f.scratch_columns for f, _ in self.regions.values())
        return self.callee_column + max(callees, default=0)


def write_block(
    machine: Machine,
    name: str,
    block: Block,
    segments: Segments,
    write_region: WriteRegion,
    *,
    lane_blocks: int = 1,
) -> BlockFunction:
    """Write a block as a function and return its name and needs.

    With ``lane_blocks`` above 1 the function takes one more operand, the number of row
    blocks it works on (at most that many); each of its areas then holds as many row
    blocks one after another, and every segment passes over all of them.
    """
    plan = _plan(block, segments, write_region)
    parameters = _parameters(block)
    if len(segments.bounds) == 1 and lane_blocks == 1:
        _write_segment(machine, name, plan, 0)
        return BlockFunction(name, plan.scratch_columns)
    body = Body(machine.text)
    for index in range(len(segments.bounds)):
        part = f"{name}_segment{index}"
        _write_segment(machine, part, plan, index)
        if lane_blocks == 1:
            _call(body, part, parameters)
        else:
            with body.loop("%blocks") as loop:
                _call(body, part, _areas_of(machine, body, plan, loop.index))
    body.line("ret void")
    typed = [f"ptr {p}" for p in parameters]
    body.finish(name, typed if lane_blocks == 1 else [*typed, "i64 %blocks"])
    return BlockFunction(name, plan.scratch_columns)


def _call(body: Body, name: str, pointers: list[str]) -> None:
    body.line(f"call void @{name}({', '.join(f'ptr {p}' for p in pointers)})")


def _areas_of(machine: Machine, body: Body, plan: _Plan, k: str) -> list[str]:
    """Return the areas of one row block."""
    block = plan.block
    sizes = [*block.inputs, *(len(g) for g in block.outputs), plan.scratch_columns]
    lanes = machine.arithmetic(body)
    return [
        lanes.address(pointer, body.value(f"mul i64 {k}, {size}"))
        for pointer, size in zip(_parameters(block), sizes, strict=True)
    ]


def _parameters(block: Block) -> list[str]:
    inputs = [f"%in{g}" for g in range(len(block.inputs))]
    outputs = [f"%out{g}" for g in range(len(block.outputs))]
    return [*inputs, *outputs, "%scratch"]


def _plan(block: Block, segments: Segments, write_region: WriteRegion) -> _Plan:
    places: dict[Operand, list[tuple[int, int]]] = defaultdict(list)
    for group, operands in enumerate(block.outputs):
        for column, operand in enumerate(operands):
            if isinstance(operand, int):
                places[operand].append((group, column))
    regions: dict[int, tuple[RegionFunction, int]] = {}
    column = segments.slot_count
    for position, instruction in enumerate(block.instructions):
        if instruction.op == "region":
            function = write_region(instruction.data)
            regions[position] = (function, column)
            column += function.operand_count + function.output_count
    return _Plan(block, segments, dict(places), regions, column)


def _write_segment(machine: Machine, name: str, plan: _Plan, index: int) -> None:
    writer = _SegmentWriter(machine, plan)
    start, stop = plan.segments.bounds[index]
    position = start
    for run in runs(map(writer.copied, range(start, stop))):
        length = run.length if run else 1
        if run and length >= LONG:
            write_run(writer.lanes, run)
        else:
            for each in range(position, position + length):
                writer.write(each)
        position += length
    if index == len(plan.segments.bounds) - 1:
        writer.store_constants()
    writer.body.line("ret void")
    noalias = [f"ptr noalias {p}" for p in _parameters(plan.block)]
    writer.body.finish(name, noalias)


class _SegmentWriter:
    """Writes the instructions of one segment; values live in registers within it."""

    def __init__(self, machine: Machine, plan: _Plan) -> None:
        self.body = Body(machine.text)
        self.lanes = machine.arithmetic(self.body)
        self.plan = plan
        self.registers: dict[int, str] = {}
        # Where a value was last at hand, counted in instructions written.
        self.touched: dict[int, int] = {}
        self.written = 0
        self.is_long = len(plan.block.instructions) > _LONG
        self.turn: tuple[str, Turn] | None = None

    def operand(self, a: Operand) -> str:
        """Return the register or constant of an operand, loading it if need be."""
        if not isinstance(a, int):
            return self.lanes.constant(a)
        register = self.registers.get(a)
        if register is None or self.is_read_again(a):
            register = self.registers[a] = self.loaded(a)
        self.touched[a] = self.written
        return register

    def is_read_again(self, a: int) -> bool:
        """Return whether a value is better read from memory than kept till now."""
        far = self.written - self.touched[a] > _KEPT
        return far and self.home(a) is not None

    def home(self, a: int) -> Column | None:
        """Return where a value that was at hand before lies in memory, if it does."""
        if is_truth(self.plan.block, a):
            return None
        if (place := self.source(a)) is not None:
            return place
        if a in self.plan.places:
            group, column = self.plan.places[a][0]
            return f"%out{group}", column
        slot = self.plan.segments.slots.get(a)
        return None if slot is None else ("%scratch", slot)

    def loaded(self, position: int) -> str:
        """Return a value that an input, a region or an earlier segment left."""
        if (place := self.home(position)) is not None:
            return self.lanes.load(*place)
        value = self.lanes.load("%scratch", self.plan.segments.slots[position])
        if is_truth(self.plan.block, position):
            return self.lanes.compare("une", value, self.lanes.constant(0.0))
        return value

    def source(self, a: Operand) -> Column | None:
        """Return where a column of an input or of a region's outputs lies."""
        if not isinstance(a, int):
            return None
        op, args, data = self.plan.block.instructions[a]
        if op == "input":
            group, column = data
            return f"%in{group}", column
        if op == "output":
            function, column = self.plan.regions[args[0]]  # type: ignore[index]
            return "%scratch", column + function.operand_count + data
        return None

    def copied(self, position: int) -> tuple[Column | None, Column | None]:
        """Return where a column lies and the one output it leaves by, if it is one."""
        places = self.plan.places.get(position, ())
        if len(places) != 1:
            return None, None
        group, column = places[0]
        return self.source(position), (f"%out{group}", column)

    def write(self, position: int) -> None:
        """Write one instruction and the stores of its value."""
        op, args, _ = self.plan.block.instructions[position]
        if op == "region":
            self.call_region(position)
            return
        if op in ("input", "output"):
            if position in self.plan.places:  # Else it is loaded where it is read.
                self.store(position, self.operand(position))
            return
        operands = [self.operand(a) for a in args]
        if op in TURNS:
            register = TURNS[op](self.lanes, self.reduced(operands[0]))
        else:
            register = OPERATIONS[op](self.lanes, *operands)
        self.registers[position] = register
        self.touched[position] = self.written
        self.written += 1
        self.store(position, register)
        if self.is_long and self.written % _BASIC_BLOCK == 0:
            following = self.body.new_label()
            self.body.jump(following)
            self.body.place(following)

    def reduced(self, angle: str) -> Turn:
        """Return the reduced angle; the order pass puts those of one angle together."""
        if self.turn is None or self.turn[0] != angle:
            self.turn = (angle, turn(self.lanes, angle))
        return self.turn[1]

    def store(self, position: int, register: str) -> None:
        """Store a value to the outputs it feeds and to its slot, if it has one."""
        places = self.plan.places.get(position, ())
        slot = self.plan.segments.slots.get(position)
        if not places and slot is None:
            return
        value = register
        if is_truth(self.plan.block, position):
            value = convert(self.lanes, register)
        for group, column in places:
            self.lanes.store(value, f"%out{group}", column)
        if slot is not None and (not places or is_truth(self.plan.block, position)):
            self.lanes.store(value, "%scratch", slot)

    def store_constants(self) -> None:
        """Store the outputs that are constants."""
        for group, operands in enumerate(self.plan.block.outputs):
            for column, operand in enumerate(operands):
                if not isinstance(operand, int):
                    value = self.lanes.constant(operand)
                    self.lanes.store(value, f"%out{group}", column)

    def call_region(self, position: int) -> None:
        """Put a region's operands where it reads them, and call it."""
        function, column = self.plan.regions[position]
        args = self.plan.block.instructions[position].args
        targets = [("%scratch", column + i) for i in range(len(args))]
        done = 0
        for run in runs(zip(map(self.source, args), targets, strict=True)):
            length = run.length if run else 1
            if run and length >= LONG:
                write_run(self.lanes, run)
            else:
                for i in range(done, done + length):
                    self.lanes.store(self.operand(args[i]), *targets[i])
            done += length
        pointers = [
            self.lanes.address("%scratch", column),
            self.lanes.address("%scratch", column + function.operand_count),
            self.lanes.address("%scratch", self.plan.callee_column),
        ]
        _call(self.body, function.name, pointers)
