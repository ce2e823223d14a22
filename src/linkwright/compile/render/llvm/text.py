"""A writer of LLVM text: lines, fresh registers, labels, loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


class Text:
    """A module being written: its functions, and the intrinsics they declare."""

    def __init__(self) -> None:
        self.functions: list[str] = []
        self.declarations: dict[str, None] = {}
        self.constants: dict[str, str] = {}

    def constant(self, name: str, typed_value: str) -> None:
        """Note a table that functions read."""
        self.constants[name] = f"{name} = internal constant {typed_value}"

    def assemble(self, attributes: str) -> str:
        """Return the module; every function shares one set of attributes."""
        tables = self.constants.values()
        parts = [*sorted(self.declarations), *tables, "", *self.functions]
        return "\n".join(parts) + f"\nattributes #0 = {{ {attributes} }}\n"


@dataclass
class Loop:
    """A loop being written.

    Attributes:
        index: of the round.
        values: what the round before handed on; after the loop, what the last did.
        following: what this round hands on; unchanged unless set.
        after: the label behind the loop.
    """

    index: str
    values: list[str]
    following: list[str]
    after: str


class Body:
    """The body of one function, written from top to bottom.

    Attributes:
        block: the label under which lines are being written.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.lines: list[str] = []
        self.block = "entry"
        self._registers = 0
        self._labels = 0

    def line(self, text: str) -> None:
        """Write an instruction without a value."""
        self.lines.append(f"  {text}")

    def fresh(self) -> str:
        """Return a new register."""
        self._registers += 1
        return f"%v{self._registers}"

    def value(self, text: str) -> str:
        """Write an instruction and return the register that holds its value."""
        self._registers += 1
        self.lines.append(f"  %v{self._registers} = {text}")
        return f"%v{self._registers}"

    def declare(self, declaration: str) -> None:
        """Note an intrinsic that the function calls."""
        self.text.declarations[f"declare {declaration}"] = None

    def new_label(self) -> str:
        """Return a label that is not placed yet."""
        self._labels += 1
        return f"b{self._labels}"

    def place(self, label: str) -> None:
        """Begin the lines under a label."""
        self.lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        """Go on at a label."""
        self.line(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        """Go on at one of two labels."""
        self.line(f"br i1 {condition}, label %{yes}, label %{no}")

    def offset(self, pointer: str, count: int | str, kind: str = "i8") -> str:
        """Return a pointer moved by a number of items of one kind."""
        if count == 0:
            return pointer
        return self.value(f"getelementptr {kind}, ptr {pointer}, i64 {count}")

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """Write lines that run only where a scalar condition holds."""
        inside, after = self.new_label(), self.new_label()
        self.branch(condition, inside, after)
        self.place(inside)
        yield
        self.jump(after)
        self.place(after)

    @contextmanager
    def loop(
        self,
        stop: int | str,
        *,
        start: int | str = 0,
        step: int = 1,
        carried: Sequence[tuple[str, str]] = (),
    ) -> Iterator[Loop]:
        """Write lines that run for every index from start to stop; maybe never.

        Args:
            stop: the first index not run.
            start: the first index.
            step: from one index to the next.
            carried: type and first value of what rounds hand on, see ``Loop``.
        """
        before, head, inside = self.block, self.new_label(), self.new_label()
        after = self.new_label()
        index, following = self.fresh(), self.fresh()
        values = [self.fresh() for _ in carried]
        loop = Loop(index, values, list(values), after)
        self.jump(head)
        self.place(head)
        first_phi = len(self.lines)
        self.lines += [""] * (1 + len(carried))
        more = self.value(f"icmp slt i64 {index}, {stop}")
        self.branch(more, inside, after)
        self.place(inside)
        yield loop
        self.line(f"{following} = add i64 {index}, {step}")
        kinds = ["i64", *(kind for kind, _ in carried)]
        starts = [str(start), *(first for _, first in carried)]
        phis = zip(
            kinds, [index, *values], starts, [following, *loop.following], strict=True
        )
        for place, (kind, register, first, next_value) in enumerate(phis, first_phi):
            sources = f"[{first}, %{before}], [{next_value}, %{self.block}]"
            self.lines[place] = f"  {register} = phi {kind} {sources}"
        self.jump(head)
        self.place(after)

    def leave_when(self, condition: str, loop: Loop) -> None:
        """End a loop where a condition holds; what it carries stays as it was."""
        staying = self.new_label()
        self.branch(condition, loop.after, staying)
        self.place(staying)

    def finish(
        self,
        name: str,
        parameters: Sequence[str],
        *,
        internal: bool = True,
        returns: str = "void",
    ) -> None:
        """Add the function to the module."""
        linkage = "internal " if internal else ""
        inline = " noinline" if internal else ""
        head = f"define {linkage}{returns} @{name}({', '.join(parameters)})"
        lines = "\n".join(self.lines)
        self.text.functions.append(f"{head}{inline} #0 {{\nentry:\n{lines}\n}}\n")
