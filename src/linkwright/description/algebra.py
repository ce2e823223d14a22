"""Arithmetic on numbers of a description, floats and formulas alike.

Floats stay floats. A formula becomes a ``Term``, whose operators write a longer
formula: ``si(boom) * si(boom)``. ``si`` takes a quantity's bare number of SI units, so
that terms need not know their dimensions; ``as_number`` puts the unit back.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.description.formula import Formula, Number
from linkwright.description.units import SI


@dataclass(frozen=True)
class Term:
    """The text of a bare SI number."""

    text: str

    def __add__(self, other: Operand) -> Operand:
        return self if other == 0.0 else Term(f"({self.text} + {_text(other)})")

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Operand:
        return self if other == 0.0 else Term(f"({self.text} - {_text(other)})")

    def __rsub__(self, other: Operand) -> Operand:
        return -self if other == 0.0 else Term(f"({_text(other)} - {self.text})")

    def __mul__(self, other: Operand) -> Operand:
        if other in (0.0, 1.0, -1.0):
            return {0.0: 0.0, 1.0: self, -1.0: -self}[other]  # type: ignore[index]
        return Term(f"{_text(other)} * {self.text}")

    __rmul__ = __mul__

    def __truediv__(self, other: Operand) -> Operand:
        divisor = _text(other)
        if isinstance(other, Term):
            divisor = f"({divisor})"
        return Term(f"{self.text} / {divisor}")

    def __rtruediv__(self, other: Operand) -> Operand:
        return Term(f"{_text(other)} / ({self.text})")

    def __neg__(self) -> Term:
        return Term(f"(-{self.text})")


Operand = float | Term


def term(number: Number) -> Operand:
    """Return an operand for arithmetic."""
    if not isinstance(number, Formula):
        return number
    if number.unit:
        return Term(f"si(({number.text}) * 1 {number.unit})")
    return Term(f"si({number.text})")


def as_number(operand: Operand, quantity: str) -> Number:
    """Return the number an operand stands for, its SI unit put back."""
    if not isinstance(operand, Term):
        return operand
    unit = SI.of(quantity).symbol
    return Formula(f"{operand.text} * 1 {unit}" if unit else operand.text)


def _text(operand: Operand) -> str:
    if isinstance(operand, Term):
        return operand.text
    return repr(operand) if operand >= 0 else f"({operand!r})"
