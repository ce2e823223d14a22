"""Arithmetic on lanes: one method for each instruction that code is made of."""

from __future__ import annotations

from linkwright.compile.render.llvm.lanes import Format, Lanes
from linkwright.compile.render.llvm.text import Body


class Arithmetic:
    """Writes lane instructions into a body; operands and results are registers.

    Attributes:
        body: where the lines go.
        lanes: the vector type that unqualified methods work on.
        has_fma: whether the target multiplies and adds with one rounding.
    """

    def __init__(self, body: Body, lanes: Lanes, *, has_fma: bool) -> None:
        self.body = body
        self.lanes = lanes
        self.has_fma = has_fma

    def of(self, kind: Format) -> Arithmetic:
        """Return the same writer for as many lanes of another format."""
        other = Lanes(self.lanes.count, kind)
        return Arithmetic(self.body, other, has_fma=self.has_fma)

    def constant(self, value: float) -> str:
        """Return a number in every lane."""
        return self.lanes.constant(value)

    def binary(self, instruction: str, a: str, b: str) -> str:
        """Return a two-operand floating-point instruction."""
        return self.body.value(f"{instruction} {self.lanes.type} {a}, {b}")

    def add(self, a: str, b: str) -> str:
        """Return a + b."""
        return self.binary("fadd", a, b)

    def sub(self, a: str, b: str) -> str:
        """Return a - b."""
        return self.binary("fsub", a, b)

    def mul(self, a: str, b: str) -> str:
        """Return a b."""
        return self.binary("fmul", a, b)

    def div(self, a: str, b: str) -> str:
        """Return a / b."""
        return self.binary("fdiv", a, b)

    def neg(self, a: str) -> str:
        """Return -a."""
        return self.body.value(f"fneg {self.lanes.type} {a}")

    def call(self, name: str, *operands: str) -> str:
        """Return an LLVM intrinsic whose operands and value are all lanes."""
        kind = self.lanes.type
        full = f"@llvm.{name}.{self.lanes.suffix}"
        self.body.declare(f"{kind} {full}({', '.join([kind] * len(operands))})")
        typed = ", ".join(f"{kind} {a}" for a in operands)
        return self.body.value(f"call {kind} {full}({typed})")

    def fma(self, a: str, b: str, c: str) -> str:
        """Return a b + c, rounded once; the target must have the instruction."""
        return self.call("fma", a, b, c)

    def multiply_add(self, a: str, b: str, c: str) -> str:
        """Return a b + c, rounded once where the target can."""
        return self.fma(a, b, c) if self.has_fma else self.add(self.mul(a, b), c)

    def sqrt(self, a: str) -> str:
        """Return the square root, correctly rounded."""
        return self.call("sqrt", a)

    def absolute(self, a: str) -> str:
        """Return |a|."""
        return self.call("fabs", a)

    def with_sign_of(self, size: str, sign: str) -> str:
        """Return |size| with the sign of the other operand."""
        return self.call("copysign", size, sign)

    def compare(self, predicate: str, a: str, b: str) -> str:
        """Return a truth value: LLVM's olt, ole, oeq, uno, ..."""
        return self.body.value(f"fcmp {predicate} {self.lanes.type} {a}, {b}")

    def choose(self, condition: str, a: str, b: str) -> str:
        """Return a where the condition holds, else b."""
        kind = self.lanes.type
        choice = f"select {self.lanes.truth} {condition}, {kind} {a}, {kind} {b}"
        return self.body.value(choice)

    def logic(self, instruction: str, a: str, b: str) -> str:
        """Return and, or, xor of truth values."""
        return self.body.value(f"{instruction} {self.lanes.truth} {a}, {b}")

    def any(self, condition: str) -> str:
        """Return, as one truth value, whether a condition holds in any lane."""
        kind = self.lanes.truth
        name = f"@llvm.vector.reduce.or.v{self.lanes.count}i1"
        self.body.declare(f"i1 {name}({kind})")
        return self.body.value(f"call i1 {name}({kind} {condition})")

    def bits(self, a: str) -> str:
        """Return the numbers as whole numbers, bit by bit."""
        lanes = self.lanes
        return self.body.value(f"bitcast {lanes.type} {a} to {lanes.integer}")

    def number(self, a: str) -> str:
        """Return whole numbers as numbers, bit by bit."""
        lanes = self.lanes
        return self.body.value(f"bitcast {lanes.integer} {a} to {lanes.type}")

    def whole(self, instruction: str, a: str, b: str | int) -> str:
        """Return an integer instruction; an int stands for itself in every lane."""
        second = self.lanes.whole(b) if isinstance(b, int) else b
        return self.body.value(f"{instruction} {self.lanes.integer} {a}, {second}")

    def address(self, pointer: str, column: int | str) -> str:
        """Return where a column of row blocks stands."""
        return self.body.offset(pointer, column, self.lanes.type)

    def load(self, pointer: str, column: int | str = 0) -> str:
        """Return a column of a row block."""
        place = self.address(pointer, column)
        lanes = self.lanes
        return self.body.value(f"load {lanes.type}, ptr {place}, align {lanes.bytes}")

    def store(self, value: str, pointer: str, column: int | str = 0) -> None:
        """Write a column of a row block."""
        place = self.address(pointer, column)
        lanes = self.lanes
        self.body.line(f"store {lanes.type} {value}, ptr {place}, align {lanes.bytes}")
