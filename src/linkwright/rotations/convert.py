"""From any kind to any kind, by way of the unit quaternion."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.rotations import euler, quaternion
from linkwright.rotations.accept import accept, check_kind

_FROM = {
    "axis_angle": quaternion.of_axis_angle,
    "rotation_vector": quaternion.of_rotation_vector,
    "quaternion": quaternion.unit,
    "matrix": quaternion.of_matrix,
}
_TO = {
    "axis_angle": quaternion.axis_angle,
    "rotation_vector": quaternion.rotation_vector,
    "quaternion": quaternion.unit,
    "matrix": quaternion.matrix,
}


def convert(values: Any, kind: str, to: str) -> np.ndarray:
    """Return rotations of one kind as another: ``convert(R, "matrix", "zyx")``.

    Kinds, ranges and singular cases are those of `linkwright.rotations`. A conversion
    to the same kind gives the one answer in its range: a unit quaternion with w >= 0,
    wrapped angles, an orthonormal matrix.

    Args:
        values: (..., 3), (..., 4) or (..., 3, 3), as the kind has it.
        kind: what the values are.
        to: what they become.
    """
    check_kind(to)
    given, dtype = accept(values, kind)
    # A row that is not finite becomes NaN, which needs no warning.
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        if kind in _FROM:
            turned = _FROM[kind](given)
        else:
            turned = euler.to_quaternion(given, kind)
        turned = quaternion.canonical(turned)
        found = _TO[to](turned) if to in _TO else euler.of_quaternion(turned, to)
    return found.astype(dtype, copy=False)


def to_matrix(values: Any, kind: str = "zxz") -> np.ndarray:
    """Return rotations of any kind as matrices (..., 3, 3)."""
    return convert(values, kind, "matrix")


def to_quaternion(values: Any, kind: str = "matrix") -> np.ndarray:
    """Return rotations of any kind as unit quaternions x y z w (..., 4)."""
    return convert(values, kind, "quaternion")


def to_rotation_vector(values: Any, kind: str = "matrix") -> np.ndarray:
    """Return rotations of any kind as axis times angle (..., 3) [rad]."""
    return convert(values, kind, "rotation_vector")


def to_axis_angle(values: Any, kind: str = "matrix") -> np.ndarray:
    """Return rotations of any kind as unit axis and angle (..., 4) [rad]."""
    return convert(values, kind, "axis_angle")


def to_euler(values: Any, kind: str = "matrix", *, order: str = "zxz") -> np.ndarray:
    """Return rotations of any kind as Euler angles of an order (..., 3) [rad]."""
    return convert(values, kind, order)
