"""Exact values of constant expressions: a rational times a power of pi.

``61.5 mm`` becomes the double nearest to 0.0615 and ``30 deg`` that nearest to pi/6,
whichever way they are written; rounding twice would not.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from linkwright.description.expression import (
    Expression,
    Literal,
    Negation,
    Operation,
    Pi,
    UnitSymbol,
)
from linkwright.description.unit_table import PI, UNIT_TABLE

_LARGEST_POWER = 8
_LARGEST_BITS = 4096


@dataclass(frozen=True)
class Exact:
    """The number ``rational * pi**pi_power``."""

    rational: Fraction
    pi_power: int = 0

    def __float__(self) -> float:
        try:
            return float(self.rational * PI**self.pi_power)
        except OverflowError:
            return float("inf") if self.rational > 0 else float("-inf")


def exact(expression: Expression) -> Exact | None:
    """Return the exact value in SI, or None where there is none to be had."""
    match expression:
        case Literal(value):
            return Exact(value)
        case Pi():
            return Exact(Fraction(1), 1)
        case UnitSymbol(symbol):
            return Exact(UNIT_TABLE[symbol].factor, UNIT_TABLE[symbol].pi_power)
        case Negation(operand):
            inner = exact(operand)
            return inner and Exact(-inner.rational, inner.pi_power)
        case Operation(operator, left, right):
            first, second = exact(left), exact(right)
            if first is None or second is None:
                return None
            return _bounded(_OPERATIONS[operator](first, second))
    return None


def times(first: Exact, second: Exact) -> Exact:
    """Return the exact product."""
    return Exact(first.rational * second.rational, first.pi_power + second.pi_power)


def _over(first: Exact, second: Exact) -> Exact | None:
    if second.rational == 0:
        return None
    return Exact(first.rational / second.rational, first.pi_power - second.pi_power)


def _plus(first: Exact, second: Exact) -> Exact | None:
    if first.rational == 0:
        return second
    if second.rational == 0 or first.pi_power == second.pi_power:
        return Exact(first.rational + second.rational, first.pi_power)
    return None


def _minus(first: Exact, second: Exact) -> Exact | None:
    return _plus(first, Exact(-second.rational, second.pi_power))


def _power(base: Exact, exponent: Exact) -> Exact | None:
    power = exponent.rational
    if exponent.pi_power or power.denominator != 1 or abs(power) > _LARGEST_POWER:
        return None
    if base.rational == 0 and power <= 0:
        return None
    return Exact(base.rational ** int(power), base.pi_power * int(power))


_OPERATIONS = {"*": times, "/": _over, "+": _plus, "-": _minus, "**": _power}


def _bounded(value: Exact | None) -> Exact | None:
    """Give up on numbers whose digits grow without end."""
    if value is None:
        return None
    bits = value.rational.numerator.bit_length() + (
        value.rational.denominator.bit_length()
    )
    return value if bits <= _LARGEST_BITS else None
