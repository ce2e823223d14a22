"""Between arrays and row blocks: functions that pack rows into columns, and back.

    void name(ptr row, ptr columns, i64 row_step, i64 core_step, i64 rows)

``rows``, from 1 to the lanes, says how many rows there are; the last one stands in for
those that lack, so that a tail runs the same vector code as a full block. Contiguous
rows are transposed in registers; other core steps go number by number. A single row, or
a row step of 0, fills all lanes with one row: the path of small calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linkwright.compile.render.llvm.block import Machine
from linkwright.compile.render.llvm.text import Body
from linkwright.compile.render.llvm.transpose import (
    exchanged,
    part,
    side_by_side,
)

_PARAMETERS = (
    "ptr noalias %row",
    "ptr noalias %columns",
    "i64 %row_step",
    "i64 %core_step",
    "i64 %rows",
)
_UNROLLED_COLUMNS = 32

# Transposing is bound by shuffles. Strips of 32 bytes build half of the transpose by
# loads of short rows into one register: on Zen 5 moving the 28 columns of 7-joint
# inverse dynamics takes 3.6 ns a row, with strips as wide as the vector 4.4 ns.
_WIDEST_STRIP_BYTES = 32

Index = int | str
"""A column known now (int) or in a register when the code runs (str)."""


def write_pack(machine: Machine, name: str, size: int) -> None:
    """Write the function that packs an input of ``size`` columns."""
    rows = _Rows(machine)
    with rows.path(rows.is_single()):
        for j in rows.each(size, _UNROLLED_COLUMNS):
            number = rows.body.value(f"load {rows.kind}, ptr {rows.strided('%row', j)}")
            rows.lanes.store(rows.splat(number), "%columns", j)
    with rows.path(rows.are_neighbours(size)):
        _pack_contiguous(rows, rows.neighbours(size), size)
    pointers = rows.pointers()
    with rows.path(rows.is_contiguous()):
        _pack_contiguous(rows, pointers, size)
    for j in rows.each(size, 1):
        rows.lanes.store(rows.gathered(pointers, j), "%columns", j)
    rows.finish(name)


def _pack_contiguous(rows: _Rows, pointers: list[str], size: int) -> None:
    for j, width in rows.strips(size):
        for c, vector in enumerate(rows.loaded_strip(pointers, j, width)):
            rows.lanes.store(vector, "%columns", rows.plus(j, c))


def write_unpack(machine: Machine, name: str, source: Sequence[int]) -> None:
    """Write the function that unpacks an output; ``source`` is each column's place."""
    rows = _Rows(machine)
    place = _Places(rows, name, source)
    size = len(source)
    with rows.path(rows.is_single()):
        for j in rows.each(size, _UNROLLED_COLUMNS):
            number = rows.body.value(f"load {rows.kind}, ptr {place.address(j)}")
            rows.body.line(f"store {rows.kind} {number}, ptr {rows.strided('%row', j)}")
    if size <= _UNROLLED_COLUMNS:
        with rows.path(rows.are_neighbours(size)):
            _unpack_contiguous(rows, place, rows.neighbours(size), size)
    pointers = rows.pointers()
    with rows.path(rows.is_contiguous()):
        if size <= _UNROLLED_COLUMNS:
            _unpack_contiguous(rows, place, pointers, size)
        else:
            _unpack_in_loops(rows, place, pointers, size)
    for j in rows.each(size, 1):
        rows.scatter(place.columns(j, 1)[0], pointers, j)
    rows.finish(name)


def _unpack_contiguous(
    rows: _Rows, place: _Places, pointers: list[str], size: int
) -> None:
    for j, width in rows.strips(size):
        rows.store_strip(pointers, j, place.columns(j, width))


def _unpack_in_loops(
    rows: _Rows, place: _Places, pointers: list[str], size: int
) -> None:
    """Write wide rows strip by strip; one more at either end takes what is left.

    Where all rows are aligned alike, from where strips are aligned in memory. Where
    not, most strips cross cache lines, and the fewer there are the better: on Zen 5
    243 columns of rows that lie side by side take 17 ns a row, in short strips 21.
    """
    body = rows.body
    alike = rows.are_aligned_alike(rows.widest_strip)
    with rows.path(body.value(f"xor i1 {alike}, true")):
        _unpack_strips(rows, place, pointers, size, "0", rows.count)
    width = rows.widest_strip
    misfit = rows.misfit(width)
    with body.when(body.value(f"icmp ne i64 {misfit}, 0")):
        rows.store_strip(pointers, 0, place.columns(0, width))
    _unpack_strips(rows, place, pointers, size, misfit, width)


def _unpack_strips(
    rows: _Rows,
    place: _Places,
    pointers: list[str],
    size: int,
    start: str,
    width: int,
) -> None:
    body = rows.body
    with body.loop(size - width + 1, start=start, step=width) as loop:
        rows.store_strip(pointers, loop.index, place.columns(loop.index, width))
    with body.when(body.value(f"icmp slt i64 {loop.index}, {size}")):
        end = size - width
        rows.store_strip(pointers, end, place.columns(end, width))


class _Places:
    """Where columns of an output stand in the row block: a range, or a table."""

    def __init__(self, rows: _Rows, name: str, source: Sequence[int]) -> None:
        self.rows = rows
        self.source = source
        self.table = f"@{name}_columns"
        self.first = source[0] if source else 0
        self.is_range = list(source) == list(
            range(self.first, self.first + len(source))
        )

    def address(self, j: Index) -> str:
        """Return where a column stands."""
        rows = self.rows
        if isinstance(j, int):
            return rows.lanes.address("%columns", self.source[j])
        if self.is_range:
            return rows.lanes.address("%columns", rows.plus(j, self.first))
        body = rows.body
        size = rows.lanes.lanes.bytes
        entries = ", ".join(f"i64 {place * size}" for place in self.source)
        body.text.constant(self.table, f"[{len(self.source)} x i64] [{entries}]")
        offset = body.value(f"load i64, ptr {body.offset(self.table, j, 'i64')}")
        return body.offset("%columns", offset)

    def columns(self, j: Index, width: int) -> list[str]:
        """Return so many neighbouring columns."""
        places = [self.address(self.rows.plus(j, c)) for c in range(width)]
        return [self.rows.lanes.load(place) for place in places]


class _Rows:
    """Writes the moves between rows and columns."""

    def __init__(self, machine: Machine) -> None:
        self.body = Body(machine.text)
        self.lanes = machine.arithmetic(self.body)
        self.count = machine.lanes.count
        self.kind = machine.lanes.format
        self.item_bytes = machine.lanes.item_bytes
        self.vector = machine.lanes.type

    @property
    def widest_strip(self) -> int:
        """The columns of a strip."""
        return min(_WIDEST_STRIP_BYTES // self.item_bytes, self.count)

    def is_single(self) -> str:
        """Return whether one row fills all lanes."""
        one = self.body.value("icmp eq i64 %rows, 1")
        same = self.body.value("icmp eq i64 %row_step, 0")
        return self.body.value(f"or i1 {one}, {same}")

    def is_contiguous(self) -> str:
        """Return whether the numbers of a row are neighbours."""
        return self.body.value(f"icmp eq i64 %core_step, {self.item_bytes}")

    def are_neighbours(self, size: int) -> str:
        """Return whether all lanes have a row, each right behind the one before."""
        full = self.body.value(f"icmp eq i64 %rows, {self.count}")
        row_bytes = size * self.item_bytes
        side_by_side = self.body.value(f"icmp eq i64 %row_step, {row_bytes}")
        both = self.body.value(f"and i1 {full}, {side_by_side}")
        return self.body.value(f"and i1 {both}, {self.is_contiguous()}")

    def neighbours(self, size: int) -> list[str]:
        """Return pointers to such rows: known distances cost no instructions."""
        return [
            self.body.offset("%row", lane * size, self.kind)
            for lane in range(self.count)
        ]

    def path(self, condition: str) -> _Path:
        """Write lines that run, and end the function, where the condition holds."""
        return _Path(self.body, condition)

    def finish(self, name: str) -> None:
        """End the function."""
        self.body.line("ret void")
        self.body.finish(name, _PARAMETERS)

    def pointers(self) -> list[str]:
        """Return a pointer to the row of every lane; rows that lack are the last."""
        found = ["%row"]
        for lane in range(1, self.count):
            there = self.body.value(f"icmp sgt i64 %rows, {lane}")
            step = self.body.value(f"select i1 {there}, i64 %row_step, i64 0")
            found.append(self.body.offset(found[-1], step))
        return found

    def each(self, size: int, unrolled: int) -> Iterator[Index]:
        """Yield every column, or one index in a loop where there are many."""
        if size <= unrolled:
            yield from range(size)
        else:
            with self.body.loop(size) as loop:
                yield loop.index

    def strips(self, size: int) -> Iterator[tuple[Index, int]]:
        """Yield start and width of the strips that make up a row.

        The last one overlaps the one before where the width does not divide the row.
        """
        width = self.widest_strip
        while width > max(size, 1):
            width //= 2
        whole = size - size % width
        if whole <= _UNROLLED_COLUMNS:
            yield from ((start, width) for start in range(0, whole, width))
        else:
            with self.body.loop(whole, step=width) as loop:
                yield loop.index, width
        if whole < size:
            yield size - width, width

    def are_aligned_alike(self, width: int) -> str:
        """Return whether all rows begin at the same place of a strip in memory."""
        strip = width * self.item_bytes
        odd = self.body.value(f"and i64 %row_step, {strip - 1}")
        return self.body.value(f"icmp eq i64 {odd}, 0")

    def misfit(self, width: int) -> str:
        """Return how many columns of a row lie before the first aligned strip.

        A strip across two cache lines costs twice: on Zen 5 84 columns of 1024 rows
        take 7.8 ns a row, aligned 5.1.
        """
        body, strip = self.body, width * self.item_bytes
        address = body.value("ptrtoint ptr %row to i64")
        beyond = body.value(f"and i64 {address}, {strip - 1}")
        before = body.value(f"sub i64 {strip}, {beyond}")
        bytes_left = body.value(f"and i64 {before}, {strip - 1}")
        return body.value(f"udiv i64 {bytes_left}, {self.item_bytes}")

    def plus(self, j: Index, more: int) -> Index:
        """Return a later column."""
        if isinstance(j, int):
            return j + more
        return self.body.value(f"add i64 {j}, {more}") if more else j

    def strided(self, row: str, j: Index) -> str:
        """Return where a number of a row stands, whatever the core step."""
        if j == 0:
            return row
        return self.body.offset(row, self.body.value(f"mul i64 %core_step, {j}"))

    def splat(self, number: str) -> str:
        """Return a number in every lane."""
        first = f"insertelement {self.vector} poison, {self.kind} {number}, i32 0"
        first = self.body.value(first)
        mask = f"<{self.count} x i32> zeroinitializer"
        return self.body.value(
            f"shufflevector {self.vector} {first}, {self.vector} poison, {mask}"
        )

    def loaded_strip(self, pointers: list[str], j: Index, width: int) -> list[str]:
        """Return the columns of a strip of contiguous rows."""
        short = f"<{width} x {self.kind}>"
        parts = [
            self.body.value(f"load {short}, ptr {place}, align {self.item_bytes}")
            for place in (self.body.offset(p, j, self.kind) for p in pointers)
        ]
        registers = [
            side_by_side(self.body, parts[r::width], self.kind, width)
            for r in range(width)
        ]
        return exchanged(self.body, registers, self.vector, self.count)

    def store_strip(self, pointers: list[str], j: Index, columns: list[str]) -> None:
        """Store columns as a strip of contiguous rows."""
        width = len(columns)
        short = f"<{width} x {self.kind}>"
        registers = exchanged(self.body, columns, self.vector, self.count)
        for row, pointer in enumerate(pointers):
            start = row // width * width
            register = registers[row % width]
            piece = part(self.body, register, self.kind, self.count, start, width)
            place = self.body.offset(pointer, j, self.kind)
            align = f"align {self.item_bytes}"
            self.body.line(f"store {short} {piece}, ptr {place}, {align}")

    def gathered(self, pointers: list[str], j: Index) -> str:
        """Return a column, read number by number."""
        vector = "poison"
        for lane, pointer in enumerate(pointers):
            place = self.strided(pointer, j)
            number = self.body.value(f"load {self.kind}, ptr {place}")
            placed = f"{self.kind} {number}, i32 {lane}"
            vector = self.body.value(f"insertelement {self.vector} {vector}, {placed}")
        return vector

    def scatter(self, vector: str, pointers: list[str], j: Index) -> None:
        """Store a column number by number."""
        for lane, pointer in enumerate(pointers):
            number = self.body.value(
                f"extractelement {self.vector} {vector}, i32 {lane}"
            )
            place = self.strided(pointer, j)
            self.body.line(f"store {self.kind} {number}, ptr {place}")


class _Path:
    """A way through a function that ends it."""

    def __init__(self, body: Body, condition: str) -> None:
        self.body = body
        inside, self.other = body.new_label(), body.new_label()
        body.branch(condition, inside, self.other)
        body.place(inside)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self.body.line("ret void")
        self.body.place(self.other)
