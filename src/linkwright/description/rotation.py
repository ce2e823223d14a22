"""A constant rotation, in the words the user chose."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from linkwright.description.formula import Number

EULER_ORDERS = tuple(
    "".join(axes)
    for axes in product("xyz", repeat=3)
    if axes[0] != axes[1] and axes[1] != axes[2]
)
ROTATION_KINDS = (
    "identity",
    *EULER_ORDERS,
    "sequence",
    "axis_angle",
    "quaternion",
    "matrix",
)
VALUE_COUNTS = {
    "identity": 0,
    **dict.fromkeys(EULER_ORDERS, 3),
    "axis_angle": 4,
    "quaternion": 4,
    "matrix": 9,
}


@dataclass(frozen=True)
class Rotation:
    """Turns components in the joint's frame into components in the parent's.

    Euler orders and sequences turn about the moving axes, left to right:
    ``zxz`` (a, b, c) is Rz(a) Rx(b) Rz(c). ``axis_angle`` holds x, y, z, angle;
    ``quaternion`` x, y, z, w; ``matrix`` its nine entries by rows.
    Angles are in radians.
    """

    kind: str = "identity"
    values: tuple[Number, ...] = ()
    axes: str = ""


IDENTITY = Rotation()


def quantity_of_value(rotation: Rotation, index: int) -> str:
    """Return whether one value of a rotation is an "angle" or a "number"."""
    if rotation.kind in ("quaternion", "matrix"):
        return "number"
    if rotation.kind == "axis_angle":
        return "angle" if index == 3 else "number"
    return "angle"
