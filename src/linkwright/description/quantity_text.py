"""Writing an SI number in a unit so that reading it gives the same float again."""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction

from linkwright.description.exact import Exact
from linkwright.description.unit_table import PI, Unit
from linkwright.description.units import in_si, parse_unit


def bare_text(value: float, unit: Unit) -> str:
    """Return the shortest number in the unit that reads as this SI value."""
    if unit.is_si:
        return short(repr(value))
    quotient = Fraction(value) / (unit.factor * PI**unit.pi_power)
    numerator, denominator = (
        Decimal(part) for part in (quotient.numerator, quotient.denominator)
    )
    digits = 15  # a double has 17; the rest is for what pi costs
    decimal = Context(prec=digits).divide(numerator, denominator)
    while in_si(Exact(Fraction(decimal)), unit) != value:
        digits += 1
        decimal = Context(prec=digits).divide(numerator, denominator)
    decimal = decimal.normalize()
    plain = -5 <= decimal.adjusted() < 17
    return f"{decimal:f}" if plain else short(f"{decimal:e}")


def quantity_text(value: float, unit: str) -> str:
    """Return a number with its unit; "1" is that of a ratio of quantities."""
    text = bare_text(value, parse_unit(unit))
    if unit == "1":
        return f"{text} rad/rad"
    return f"{text} {unit}".rstrip()


def short(text: str) -> str:
    """Return a float's repr without what adds nothing: 2.0 -> 2, 1e-05 -> 1e-5."""
    text = text.removesuffix(".0")
    return re.sub(r"e([+-])0*(\d)", lambda m: f"e{m[1].strip('+')}{m[2]}", text)
