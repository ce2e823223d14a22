"""The units that can be written: symbol, dimension and exact size in SI."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from linkwright.description.dimension import (
    ANGLE,
    FORCE,
    LENGTH,
    MASS,
    PURE,
    TIME,
    TORQUE,
    Dimension,
    dimension,
)

# To fifty digits, so that what is written with pi is rounded once, to a double.
PI = Fraction("3.1415926535897932384626433832795028841971693993751")


@dataclass(frozen=True)
class Unit:
    """A unit of measure; its size in SI is ``factor * pi**pi_power``, exactly."""

    symbol: str
    dimension: Dimension
    factor: Fraction = Fraction(1)
    pi_power: int = 0

    @property
    def scale(self) -> float:
        """The size in SI units."""
        return float(self.factor * PI**self.pi_power)

    @cached_property
    def is_si(self) -> bool:
        """Whether it is a coherent SI unit, of size one."""
        return self.factor == 1 and self.pi_power == 0


NO_UNIT = Unit("", PURE)

_INCH = Fraction("0.0254")
_POUND = Fraction("0.45359237")
_GRAVITY = Fraction("9.80665")
_FREQUENCY = dimension(time=-1)
_PRESSURE = dimension(length=-1, mass=1, time=-2)
_ENERGY = TORQUE
_POWER = dimension(length=2, mass=1, time=-3)

_UNITS = (
    Unit("m", LENGTH),
    Unit("km", LENGTH, Fraction(1000)),
    Unit("cm", LENGTH, Fraction(1, 100)),
    Unit("mm", LENGTH, Fraction(1, 1000)),
    Unit("um", LENGTH, Fraction(1, 10**6)),
    Unit("inch", LENGTH, _INCH),
    Unit("ft", LENGTH, 12 * _INCH),
    Unit("kg", MASS),
    Unit("g", MASS, Fraction(1, 1000)),
    Unit("mg", MASS, Fraction(1, 10**6)),
    Unit("tonne", MASS, Fraction(1000)),
    Unit("lb", MASS, _POUND),
    Unit("s", TIME),
    Unit("ms", TIME, Fraction(1, 1000)),
    Unit("us", TIME, Fraction(1, 10**6)),
    Unit("minute", TIME, Fraction(60)),
    Unit("hour", TIME, Fraction(3600)),
    Unit("rad", ANGLE),
    Unit("mrad", ANGLE, Fraction(1, 1000)),
    Unit("deg", ANGLE, Fraction(1, 180), 1),
    Unit("rev", ANGLE, Fraction(2), 1),
    Unit("Hz", _FREQUENCY),
    Unit("kHz", _FREQUENCY, Fraction(1000)),
    Unit("rpm", ANGLE / TIME, Fraction(1, 30), 1),
    Unit("N", FORCE),
    Unit("mN", FORCE, Fraction(1, 1000)),
    Unit("kN", FORCE, Fraction(1000)),
    Unit("MN", FORCE, Fraction(10**6)),
    Unit("kgf", FORCE, _GRAVITY),
    Unit("lbf", FORCE, _POUND * _GRAVITY),
    Unit("Nm", TORQUE),
    Unit("mNm", TORQUE, Fraction(1, 1000)),
    Unit("kNm", TORQUE, Fraction(1000)),
    Unit("J", _ENERGY),
    Unit("kJ", _ENERGY, Fraction(1000)),
    Unit("W", _POWER),
    Unit("kW", _POWER, Fraction(1000)),
    Unit("Pa", _PRESSURE),
    Unit("kPa", _PRESSURE, Fraction(1000)),
    Unit("MPa", _PRESSURE, Fraction(10**6)),
    Unit("GPa", _PRESSURE, Fraction(10**9)),
    Unit("bar", _PRESSURE, Fraction(10**5)),
)

UNIT_TABLE = {unit.symbol: unit for unit in _UNITS}
