"""Unit vectors from directions of any length."""

from __future__ import annotations

from math import hypot

from linkwright.description.formula import Formula, Vector3
from linkwright.errors import DescriptionError

# How far from one an axis may be as printed: 0.7071 for 0.70710678 is 1e-5 off.
NEARLY_ONE = 1e-3


def unit_direction(direction: Vector3, subject: str, place: object = None) -> Vector3:
    """Return the direction scaled to length one; formulas are left as they are."""
    if any(isinstance(part, Formula) for part in direction):
        return direction
    length = hypot(*direction)  # type: ignore[arg-type]  # all floats here
    if length == 0.0:
        raise DescriptionError(
            f"{subject}: the axis is [0, 0, 0].",
            place=place,
            expectation="An axis has a direction.",
            remedy="Write x, y, z or a unit vector.",
        )
    x, y, z = (part / length for part in direction)  # type: ignore[operator]
    return (x, y, z)
