"""Physical dimensions: what kind of quantity a number is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

_NONE = Fraction(0)


@dataclass(frozen=True)
class Dimension:
    """Exponents of length, mass, time and angle.

    The angle is kept although SI calls it a pure number: it lets ``90 deg`` be told
    from ``90``. It is ignored wherever another dimension is present, so that a torque
    per radian and a torque are alike.
    """

    length: Fraction = _NONE
    mass: Fraction = _NONE
    time: Fraction = _NONE
    angle: Fraction = _NONE

    def __mul__(self, other: Dimension) -> Dimension:
        return Dimension(
            self.length + other.length,
            self.mass + other.mass,
            self.time + other.time,
            self.angle + other.angle,
        )

    def __truediv__(self, other: Dimension) -> Dimension:
        return self * other ** Fraction(-1)

    def __pow__(self, exponent: Fraction) -> Dimension:
        return Dimension(
            self.length * exponent,
            self.mass * exponent,
            self.time * exponent,
            self.angle * exponent,
        )

    def __str__(self) -> str:
        return QUANTITY_NAMES.get(self) or si_unit(self) or "a pure number"


def dimension(
    length: int = 0, mass: int = 0, time: int = 0, angle: int = 0
) -> Dimension:
    """Return a dimension from whole exponents."""
    return Dimension(*(Fraction(part) for part in (length, mass, time, angle)))


PURE = dimension()
LENGTH = dimension(length=1)
MASS = dimension(mass=1)
TIME = dimension(time=1)
ANGLE = dimension(angle=1)
FORCE = dimension(1, 1, -2)
TORQUE = dimension(2, 1, -2)

QUANTITY_NAMES = {
    PURE: "a pure number",
    LENGTH: "a length",
    MASS: "a mass",
    TIME: "a time",
    ANGLE: "an angle",
    FORCE: "a force",
    TORQUE: "a torque",
    dimension(length=1, time=-1): "a velocity",
    dimension(angle=1, time=-1): "an angular velocity",
    dimension(length=1, time=-2): "an acceleration",
    dimension(angle=1, time=-2): "an angular acceleration",
    dimension(length=2, mass=1): "an inertia",
    dimension(length=1, angle=-1): "a length per angle",
    dimension(length=-1, angle=1): "an angle per length",
    dimension(mass=1, time=-2): "a stiffness",
    dimension(mass=1, time=-1): "a damping",
    dimension(2, 1, -2, -1): "an angular stiffness",
    dimension(2, 1, -1, -1): "an angular damping",
    dimension(mass=-1, time=2): "a compliance",
    dimension(-2, -1, 2, 1): "an angular compliance",
}


def si_unit(dimension: Dimension) -> str:
    """Return the coherent SI unit as text: ``kg*m^2``, ``m/s``, or "" for none."""
    names = ("m", "kg", "s", "rad")
    exponents = (dimension.length, dimension.mass, dimension.time, dimension.angle)
    powers = list(zip(names, exponents, strict=True))
    powers[0], powers[1] = powers[1], powers[0]  # kg reads better before m
    above = [_power(name, power) for name, power in powers if power > 0]
    below = [_power(name, -power) for name, power in powers if power < 0]
    if not below:
        return "*".join(above)
    return "/".join(["*".join(above) or "1", *below])


def fits(found: Dimension, slot: Dimension) -> bool:
    """Tell whether a quantity may stand in a slot of another dimension.

    Length, mass and time must agree. The angle counts only where nothing else does,
    and there a plain ratio may stand for an angle, in radians.
    """
    same = (found.length, found.mass, found.time) == (
        slot.length,
        slot.mass,
        slot.time,
    )
    if not same:
        return False
    if (slot.length, slot.mass, slot.time) != (0, 0, 0):
        return True
    return found.angle in (slot.angle, 0)


def _power(name: str, exponent: Fraction) -> str:
    return name if exponent == 1 else f"{name}^{exponent}"
