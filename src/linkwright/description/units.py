"""Units of measure: reading their text, and those a file declares for its numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from linkwright.description.dimension import (
    PURE,
    QUANTITY_NAMES,
    Dimension,
    dimension,
    fits,
    si_unit,
)
from linkwright.description.dimension_of import dimension_of
from linkwright.description.exact import Exact, exact
from linkwright.description.expression import Literal, Name, UnitSymbol, walk
from linkwright.description.formula_parser import parse_formula
from linkwright.description.unit_table import NO_UNIT, UNIT_TABLE, Unit
from linkwright.errors import UnitError, did_you_mean

# Every kind of quantity a description holds: its dimension, and the unit a bare
# number has when the file declares none. Braces stand for other declared units.
QUANTITIES: dict[str, tuple[Dimension, str]] = {
    "length": (dimension(length=1), "m"),
    "angle": (dimension(angle=1), "rad"),
    "mass": (dimension(mass=1), "kg"),
    "time": (dimension(time=1), "s"),
    "inertia": (dimension(length=2, mass=1), "kg*m^2"),
    "force": (dimension(1, 1, -2), "N"),
    "torque": (dimension(2, 1, -2), "N*m"),
    "velocity": (dimension(length=1, time=-1), "{length}/{time}"),
    "angular_velocity": (dimension(angle=1, time=-1), "{angle}/{time}"),
    "stiffness": (dimension(mass=1, time=-2), "N/m"),
    "angular_stiffness": (dimension(2, 1, -2, -1), "N*m/rad"),
    "damping": (dimension(mass=1, time=-1), "N*s/m"),
    "angular_damping": (dimension(2, 1, -1, -1), "N*m*s/rad"),
    "pitch": (dimension(length=1, angle=-1), "{length}/{angle}"),
}
FIXED_QUANTITIES: dict[str, tuple[Dimension, str]] = {
    "acceleration": (dimension(length=1, time=-2), "m/s^2"),
    "angular_acceleration": (dimension(angle=1, time=-2), "rad/s^2"),
    "inverse_pitch": (dimension(length=-1, angle=1), "{angle}/{length}"),
    "compliance": (dimension(mass=-1, time=2), "m/N"),
    "angular_compliance": (dimension(-2, -1, 2, 1), "rad/(N*m)"),
    "inverse_velocity": (dimension(length=-1, time=1), "s/m"),
    "number": (PURE, ""),
}


@dataclass(frozen=True)
class Units:
    """The units declared for bare numbers, as (quantity, unit) pairs; SI elsewhere."""

    declared: tuple[tuple[str, str], ...] = ()

    def of(self, quantity: str) -> Unit:
        """Return the unit that a bare number of this quantity is in."""
        return _declared_unit(self.declared, quantity)


@lru_cache(maxsize=1024)
def _declared_unit(declared: tuple[tuple[str, str], ...], quantity: str) -> Unit:
    chosen = dict(declared)
    if quantity in chosen:
        return parse_unit(chosen[quantity])
    _, default = {**QUANTITIES, **FIXED_QUANTITIES}[quantity]
    names = {name: chosen.get(name, QUANTITIES[name][1]) for name in _BASE}
    return parse_unit(default.format(**names))


_BASE = ("length", "angle", "time")
SI = Units()


def declare_units(
    declared: dict[str, str], places: dict[str, object] | None = None
) -> Units:
    """Return units from a mapping of quantity to unit text, each of them checked."""
    places = places or {}
    for quantity, text in declared.items():
        place = places.get(quantity)
        if quantity not in QUANTITIES:
            raise UnitError(
                f"units: '{quantity}' is no quantity.",
                place=place,
                expectation=f"Quantities: {', '.join(QUANTITIES)}.",
                remedy=did_you_mean(quantity, QUANTITIES),
            )
        wanted = QUANTITIES[quantity][0]
        unit = parse_unit(text, place)
        if not fits(unit.dimension, wanted) or unit.dimension == PURE:
            raise UnitError(
                f"units: {quantity} in '{text}', which measures {unit.dimension}.",
                place=place,
                expectation=f"Expected {QUANTITY_NAMES[wanted]}, such as "
                f"'{QUANTITIES[quantity][1]}'."
                if "{" not in QUANTITIES[quantity][1]
                else f"Expected {QUANTITY_NAMES[wanted]}, such as '{si_unit(wanted)}'.",
            )
    return Units(tuple(declared.items()))


@lru_cache(maxsize=1024)
def parse_unit(text: str, place: object = None) -> Unit:
    """Return the unit a text such as ``kg*mm^2`` stands for; "" is no unit."""
    if not text.strip():
        return NO_UNIT
    tree = parse_formula(text)
    for part in walk(tree):
        if isinstance(part, Name) or not _may_stand_in_unit(part):
            name = part.name if isinstance(part, Name) else text
            raise UnitError(
                f"'{text}' is no unit.",
                place=place,
                expectation=f"Units are made of {', '.join(UNIT_TABLE)} with * / ^.",
                remedy=_unit_remedy(name, text),
            )
    size = exact(tree)
    if size is None or size.rational <= 0:
        raise UnitError(
            f"'{text}' is no unit.",
            place=place,
            expectation="Expected a unit of positive size.",
        )
    kind = dimension_of(tree, {}, text, place)
    return Unit(text.strip(), kind or PURE, size.rational, size.pi_power)


def in_si(value: Exact, unit: Unit) -> float:
    """Return a number of some unit in SI, rounded once."""
    rational = value.rational * unit.factor
    return float(Exact(rational, value.pi_power + unit.pi_power))


def exact_number(value: float) -> Exact:
    """Return the shortest decimal that reads as this float, exactly."""
    return Exact(Fraction(repr(float(value))))


def _may_stand_in_unit(part: object) -> bool:
    from linkwright.description.expression import Operation

    if isinstance(part, Operation):
        return part.operator in ("*", "/", "**")
    return isinstance(part, UnitSymbol | Literal)


def _unit_remedy(name: str, text: str) -> str:
    if "." in text:
        starred = re.sub(r"([a-zA-Z])(\d)", r"\1^\2", text.replace(".", "*"))
        return f"Write '{starred}'."
    return did_you_mean(name, UNIT_TABLE)
