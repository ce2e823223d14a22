"""Numbers: finite, of the right dimension, of known names, and in range."""

from __future__ import annotations

import math

from linkwright.description.description import Description
from linkwright.description.dimension import fits
from linkwright.description.dimension_of import dimension_of
from linkwright.description.formula import Formula, Number
from linkwright.description.joints import Joint
from linkwright.description.number import located
from linkwright.description.numbers_in import Slot, map_numbers
from linkwright.description.parameters import kinds_of, parameter_values
from linkwright.description.units import SI
from linkwright.errors import DescriptionError, UnitError


def check_numbers(description: Description) -> Description:
    """Return the description with every number a float in SI, all of them checked."""
    for parameter in description.parameters:
        _check_finite(parameter.value, f"parameter '{parameter.name}'", parameter.place)
    kinds = kinds_of(description)
    values = parameter_values(description)

    def checked(number: Number, slot: Slot) -> Number:
        if not isinstance(number, Formula):
            _check_finite(number, slot.subject, slot.place)
            return float(number)
        place = number.place or slot.place
        with located(place, slot.subject):
            found = dimension_of(number.tree, kinds, number.text)
            wanted = SI.of(slot.quantity).dimension
            if found is not None and not fits(found, wanted):
                raise UnitError(
                    f"'{number.text}' is {found}.", expectation=f"Expected {wanted}."
                )
            return number.evaluate(values)

    floats = map_numbers(description, checked)
    for body in floats.bodies:
        if body.inertial is not None:
            where = (f"body '{body.name}'", body.inertial.place or body.place)
            _check_not_negative("mass", body.inertial.mass, *where)
    for joint in floats.joints:
        for name in ("armature", "damping", "friction"):
            where = (f"joint '{joint.name}'", joint.place)
            _check_not_negative(name, getattr(joint, name), *where)
        _check_limits(joint)
        if joint.pitch == 0.0:
            raise DescriptionError(
                f"joint '{joint.name}': the pitch is zero.",
                place=joint.place,
                expectation="A helical joint moves along its axis as it turns.",
                remedy="Use a revolute joint instead.",
            )
    return floats


def _check_finite(number: object, subject: str, place: object) -> None:
    if isinstance(number, bool) or not isinstance(number, float | int):
        raise DescriptionError(
            f"{subject}: {number!r} is no number.",
            place=place,
            expectation="Expected a float or a Formula.",
        )
    if not math.isfinite(number):
        raise DescriptionError(
            f"{subject}: {number} is no finite number.",
            place=place,
            expectation="Expected a finite one.",
        )


def _check_not_negative(name: str, value: Number, subject: str, place: object) -> None:
    if isinstance(value, float) and value < 0.0:
        raise DescriptionError(
            f"{subject}: the {name} is {value:.6g}.",
            place=place,
            expectation=f"The {name} must not be negative.",
        )


def _check_limits(joint: Joint) -> None:
    limits = joint.limits
    lower, upper = limits.lower, limits.upper
    if isinstance(lower, float) and isinstance(upper, float) and lower > upper:
        raise DescriptionError(
            f"joint '{joint.name}': the lower limit {lower:.6g} is above the upper "
            f"{upper:.6g} (SI).",
            place=joint.place,
            expectation="The lower limit must not be above the upper one.",
            remedy="Exchange them.",
        )
    for name in ("velocity", "effort"):
        where = (f"joint '{joint.name}'", joint.place)
        value = getattr(limits, name)
        if value is not None:
            _check_not_negative(f"{name} limit", value, *where)
