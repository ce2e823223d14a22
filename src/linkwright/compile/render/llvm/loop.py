"""The entry of a stage: the inner loop of a NumPy gufunc over row blocks.

    void entry(ptr args, ptr dimensions, ptr steps, ptr data)

Rows are packed into columns, the block's function runs on them, columns are unpacked.
An input whose row step is 0 is packed once, before the loop. Of a blocked stage several
row blocks are packed before the function runs, so that each of its segments passes over
all of them while its code is at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from linkwright.compile.render.llvm.block import Machine
from linkwright.compile.render.llvm.flags import kept_flags
from linkwright.compile.render.llvm.rows import write_pack, write_unpack
from linkwright.compile.render.llvm.text import Body
from linkwright.compile.target import Target

# Rows are fetched into the first-level cache while the block before, or the block that
# fills them, computes. More than a third of that cache would push out the block's own
# columns. On an Intel core with 2 MiB of L2 7-joint inverse dynamics takes 23 ns a
# state in place of 31, forward kinematics 30 in place of 41; with twice this limit
# dual27's takes 188 in place of 131. AMD's cores fetch rows by themselves: on Zen 5
# asking makes forward kinematics of 7 joints take 16.5 ns in place of 14.1.
_FETCHED_BYTES = 16 * 1024
_LINE_BYTES = 64


@dataclass(frozen=True)
class Entry:
    """What the loop of one stage is made of.

    Attributes:
        name: of the function.
        block: name of the block's function.
        inputs: columns of every input.
        outputs: for every output, where the block leaves its columns.
        output_columns: columns that the block leaves.
        scratch_columns: columns of scratch that the block needs.
        lane_blocks: row blocks that the block's function takes at once.
    """

    name: str
    block: str
    inputs: tuple[int, ...]
    outputs: tuple[tuple[int, ...], ...]
    output_columns: int
    scratch_columns: int
    lane_blocks: int = 1

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns of every area of one row block: inputs, output, scratch."""
        return (*self.inputs, self.output_columns, self.scratch_columns)

    def memory_bytes(self, machine: Machine) -> int:
        """The memory that the loop works in."""
        return sum(self.columns) * self.lane_blocks * machine.lanes.bytes


def write_entry(machine: Machine, entry: Entry, target: Target) -> int:
    """Write the loop of a stage; return the bytes that its caller must provide."""
    for size in entry.inputs:
        _write_once(machine, f"pack{size}", size)
    for index, source in enumerate(entry.outputs):
        write_unpack(machine, f"{entry.name}_unpack{index}", source)
    needed = entry.memory_bytes(machine)
    on_stack = needed <= target.stack_bytes
    loop = _Loop(machine, entry, fetch=not target.fetches_ahead)
    memory = loop.stack_memory(needed) if on_stack else loop.given_memory()
    with kept_flags(loop.body, target.architecture):
        loop.write(memory)
    loop.body.line("ret void")
    parameters = [f"ptr {p}" for p in ("%args", "%dimensions", "%steps", "%data")]
    loop.body.finish(entry.name, parameters, internal=False)
    return 0 if on_stack else needed


def _write_once(machine: Machine, name: str, size: int) -> None:
    if not any(f"@{name}(" in f.partition("\n")[0] for f in machine.text.functions):
        write_pack(machine, name, size)


@dataclass(frozen=True)
class _Operand:
    """An array as the caller gives it."""

    pointer: str
    row_step: str
    core_step: str


class _Loop:
    """Writes the loop of one stage."""

    def __init__(self, machine: Machine, entry: Entry, *, fetch: bool) -> None:
        self.machine = machine
        self.entry = entry
        self.fetches = fetch
        self.body = Body(machine.text)
        self.lanes = machine.arithmetic(self.body)

    def stack_memory(self, size: int) -> str:
        """Return memory on the stack."""
        return self.body.value(f"alloca [{size} x i8], align 64")

    def given_memory(self) -> str:
        """Return the memory that the caller's data points to."""
        return self.body.value("load ptr, ptr %data")

    def write(self, memory: str) -> None:
        """Write what the entry does with its memory."""
        body, entry = self.body, self.entry
        count = body.value("load i64, ptr %dimensions")
        operands = self.operands()
        inputs = operands[: len(entry.inputs)]
        outputs = operands[len(entry.inputs) :]
        areas = self.areas(memory)
        with body.when(body.value(f"icmp sgt i64 {count}, 0")):
            varying = [
                body.value(f"icmp ne i64 {operand.row_step}, 0") for operand in inputs
            ]
            for k in self.each_block(str(entry.lane_blocks)):
                for index, operand in enumerate(inputs):
                    fixed = body.value(f"xor i1 {varying[index]}, true")
                    with body.when(fixed):
                        area = self.area_of(areas, index, k)
                        self.move(f"pack{entry.inputs[index]}", operand, area, "0", "1")
            height = self.machine.lanes.count * entry.lane_blocks
            with body.loop(count, step=height) as loop:
                first = loop.index
                blocks = self.block_count(count, first)
                for k in self.each_block(blocks):
                    row, rows = self.rows_of(count, first, k)
                    for index, operand in enumerate(inputs):
                        with body.when(varying[index]):
                            area = self.area_of(areas, index, k)
                            pack = f"pack{entry.inputs[index]}"
                            self.move(pack, operand, area, row, rows)
                self.fetch(inputs, outputs, first)
                self.call_block(areas, blocks)
                for k in self.each_block(blocks):
                    row, rows = self.rows_of(count, first, k)
                    area = self.area_of(areas, len(inputs), k)
                    for index, operand in enumerate(outputs):
                        unpack = f"{entry.name}_unpack{index}"
                        self.move(unpack, operand, area, row, rows)

    def fetch(
        self, inputs: Sequence[_Operand], outputs: Sequence[_Operand], first: str
    ) -> None:
        """Ask for the next block's inputs, and for the lines of this one's outputs."""
        if self.entry.lane_blocks > 1 or not self.fetches:
            return
        following = self.body.value(f"add i64 {first}, {self.machine.lanes.count}")
        rows = [
            (o, n, following, 0) for o, n in zip(inputs, self.entry.inputs, strict=True)
        ]
        rows += [
            (o, len(source), first, 1)
            for o, source in zip(outputs, self.entry.outputs, strict=True)
        ]
        row_bytes = [size * self.machine.lanes.item_bytes for _, size, _, _ in rows]
        if sum(row_bytes) * self.machine.lanes.count > _FETCHED_BYTES:
            return
        for (operand, _, row, writing), size in zip(rows, row_bytes, strict=True):
            self.fetch_rows(operand, size, row, writing)

    def fetch_rows(self, operand: _Operand, size: int, row: str, writing: int) -> None:
        """Ask for a block's rows of one array where they lie side by side.

        Rows beyond the array's end are asked for too: that does nothing.
        """
        body = self.body
        intrinsic = "@llvm.prefetch.p0(ptr{}, i32{}, i32{}, i32{})"
        body.declare(f"void {intrinsic.format('', '', '', '')}")
        offset = body.value(f"mul i64 {operand.row_step}, {row}")
        start = body.offset(operand.pointer, offset)
        with (
            body.when(body.value(f"icmp eq i64 {operand.row_step}, {size}")),
            body.loop(size * self.machine.lanes.count, step=_LINE_BYTES) as loop,
        ):
            line = body.offset(start, loop.index)
            near, data = " 3", " 1"
            call = intrinsic.format(f" {line}", f" {writing}", near, data)
            body.line(f"call void {call}")

    def operands(self) -> list[_Operand]:
        """Return the arrays, inputs first."""
        count = len(self.entry.inputs) + len(self.entry.outputs)
        found = []
        for index in range(count):
            pointer = self.word("ptr", "%args", index)
            row_step = self.word("i64", "%steps", index)
            core_step = self.word("i64", "%steps", count + index)
            found.append(_Operand(pointer, row_step, core_step))
        return found

    def word(self, kind: str, pointer: str, index: int) -> str:
        """Return a word of an array of words."""
        return self.body.value(
            f"load {kind}, ptr {self.body.offset(pointer, index, kind)}"
        )

    def areas(self, memory: str) -> list[str]:
        """Return the memory of every input, of the output and of the scratch."""
        found, column = [], 0
        for columns in self.entry.columns:
            found.append(self.lanes.address(memory, column))
            column += columns * self.entry.lane_blocks
        return found

    def area_of(self, areas: Sequence[str], index: int, k: str) -> str:
        """Return an area's part that belongs to one row block."""
        if self.entry.lane_blocks == 1:
            return areas[index]
        column = self.body.value(f"mul i64 {k}, {self.entry.columns[index]}")
        return self.lanes.address(areas[index], column)

    def each_block(self, blocks: str) -> Iterator[str]:
        """Yield the index of every row block: one, or a loop over them."""
        if self.entry.lane_blocks == 1:
            yield "0"
        else:
            with self.body.loop(blocks) as loop:
                yield loop.index

    def block_count(self, count: str, first: str) -> str:
        """Return how many row blocks are left, up to what the function takes."""
        if self.entry.lane_blocks == 1:
            return "1"
        lanes, most = self.machine.lanes.count, self.entry.lane_blocks
        left = self.body.value(f"sub i64 {count}, {first}")
        left = self.body.value(f"add i64 {left}, {lanes - 1}")
        blocks = self.body.value(f"udiv i64 {left}, {lanes}")
        return self.smaller(blocks, most)

    def rows_of(self, count: str, first: str, k: str) -> tuple[str, str]:
        """Return the first row of a row block and how many it has."""
        lanes = self.machine.lanes.count
        row = first
        if self.entry.lane_blocks > 1:
            beyond = self.body.value(f"mul i64 {k}, {lanes}")
            row = self.body.value(f"add i64 {first}, {beyond}")
        left = self.body.value(f"sub i64 {count}, {row}")
        return row, self.smaller(left, lanes)

    def smaller(self, value: str, most: int) -> str:
        """Return a whole number, at most as large as a constant."""
        fits = self.body.value(f"icmp slt i64 {value}, {most}")
        return self.body.value(f"select i1 {fits}, i64 {value}, i64 {most}")

    def move(
        self, function: str, operand: _Operand, area: str, row: str, rows: str
    ) -> None:
        """Pack or unpack one array's rows of one row block."""
        start = operand.pointer
        if row != "0":
            offset = self.body.value(f"mul i64 {operand.row_step}, {row}")
            start = self.body.offset(start, offset)
        self.body.line(
            f"call void @{function}(ptr {start}, ptr {area}, i64 {operand.row_step},"
            f" i64 {operand.core_step}, i64 {rows})"
        )

    def call_block(self, areas: Sequence[str], blocks: str) -> None:
        """Run the block's function."""
        passed = [f"ptr {area}" for area in areas]
        if self.entry.lane_blocks > 1:
            passed.append(f"i64 {blocks}")
        self.body.line(f"call void @{self.entry.block}({', '.join(passed)})")
