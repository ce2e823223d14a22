"""Writing an SI number in a unit so that reading it gives the same float again."""

from __future__ import annotations

import re
from fractions import Fraction
from math import pi

from linkwright.description.dimension import si_unit
from linkwright.description.unit_table import Unit
from linkwright.description.units import exact_number, in_si, parse_unit


def bare_text(value: float, unit: Unit) -> str | None:
    """Return the shortest number in the unit that reads as this SI value, or None."""
    if unit.is_si:
        return short(repr(value))
    quotient = Fraction(value) / unit.factor
    in_unit = (
        float(quotient) if not unit.pi_power else float(quotient) / (pi**unit.pi_power)
    )
    for digits in range(6, 18):
        text = f"{in_unit:.{digits}g}"
        if in_si(exact_number(float(text)), unit) == value:
            return short(repr(float(text)))
    return None


def quantity_text(value: float, unit: str) -> str:
    """Return a number with its unit, in SI where the unit cannot hold it exactly."""
    if not unit:
        return short(repr(value))
    parsed = parse_unit(unit)
    text = bare_text(value, parsed)
    if text is not None:
        return f"{text} {unit}" if unit != "1" else f"{text} rad/rad"
    return f"{short(repr(value))} {si_unit(parsed.dimension)}"


def slot_text(value: float, unit: Unit) -> str:
    """Return a number for a slot of that unit: bare, or in SI with its unit."""
    text = bare_text(value, unit)
    if text is not None:
        return text
    return f"{short(repr(value))} {si_unit(unit.dimension)}"


def short(text: str) -> str:
    """Return a float's repr without what adds nothing: 2.0 -> 2, 1e-05 -> 1e-5."""
    text = text.removesuffix(".0")
    return re.sub(r"e([+-])0*(\d)", lambda m: f"e{m[1].strip('+')}{m[2]}", text)
