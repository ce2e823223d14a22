"""What all regions are written with: areas of columns, and loops over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.compile.render.llvm.block import Machine, RegionFunction
from linkwright.compile.render.llvm.text import Body

Index = int | str
"""A number known now (int) or in a register when the code runs (str)."""

_UNROLLED = 8


class Frame:
    """The function of a region being written; scratch is handed out area by area."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.body = Body(machine.text)
        self.lanes = machine.arithmetic(self.body)
        self.scratch_columns = 0

    def area(self, columns: int) -> str:
        """Return a new area of scratch."""
        start = self.scratch_columns
        self.scratch_columns += columns
        return self.lanes.address("%scratch", start)

    def finish(
        self, name: str, operand_count: int, output_count: int, callee_columns: int = 0
    ) -> RegionFunction:
        """End the function; what it calls has the scratch behind its own."""
        parameters = [f"ptr noalias {p}" for p in ("%operands", "%outputs", "%scratch")]
        self.body.line("ret void")
        self.body.finish(name, parameters)
        columns = self.scratch_columns + callee_columns
        return RegionFunction(name, operand_count, output_count, columns)

    def plus(self, a: Index, b: Index) -> Index:
        """Return the sum of two whole numbers."""
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        if a == 0:
            return b
        return a if b == 0 else self.body.value(f"add i64 {a}, {b}")

    def times(self, a: Index, b: int) -> Index:
        """Return a multiple of a whole number."""
        if isinstance(a, int):
            return a * b
        return a if b == 1 else self.body.value(f"mul i64 {a}, {b}")

    def from_end(self, count: int, index: Index) -> Index:
        """Return the index that counts down while another counts up from 0."""
        if isinstance(index, int):
            return count - 1 - index
        return self.body.value(f"sub i64 {count - 1}, {index}")

    def number(self, index: Index) -> str:
        """Return a whole number as a number in every lane."""
        if isinstance(index, int):
            return self.lanes.constant(float(index))
        lanes = self.lanes.lanes
        scalar = self.body.value(f"sitofp i64 {index} to {lanes.format}")
        first = f"insertelement {lanes.type} poison, {lanes.format} {scalar}, i32 0"
        first = self.body.value(first)
        mask = f"<{lanes.count} x i32> zeroinitializer"
        return self.body.value(
            f"shufflevector {lanes.type} {first}, {lanes.type} poison, {mask}"
        )

    def each(
        self, start: Index, stop: int, act: Callable[[Index], None], *, unroll: bool
    ) -> None:
        """Write what is done for every index from start to stop."""
        self.fold(start, stop, (), lambda i, _: act(i) or (), unroll=unroll)

    def fold(
        self,
        start: Index,
        stop: int,
        first: Sequence[str],
        step: Callable[[Index, Sequence[str]], Sequence[str]],
        *,
        unroll: bool,
    ) -> Sequence[str]:
        """Return lanes that a step hands on from index to index."""
        if unroll and isinstance(start, int):
            values = first
            for index in range(start, stop):
                values = step(index, values)
            return values
        kind = self.lanes.lanes.type
        carried = [(kind, value) for value in first]
        with self.body.loop(stop, start=start, carried=carried) as loop:
            loop.following = list(step(loop.index, loop.values))
        return loop.values

    def copy(self, source: str, target: str, count: int) -> None:
        """Write the copy of some columns."""

        def one(i: Index) -> None:
            self.lanes.store(self.lanes.load(source, i), target, i)

        self.each(0, count, one, unroll=count <= _UNROLLED)

    def call(self, function: str, *pointers: str) -> None:
        """Write the call of a function on areas."""
        self.body.line(
            f"call void @{function}({', '.join(f'ptr {p}' for p in pointers)})"
        )
