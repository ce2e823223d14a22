"""Joints of several freedoms as sequences of one-freedom joints.

Between the freedoms hang virtual massless bodies, hidden in reports (decision 26).
"""

from __future__ import annotations

from typing import Any

from linkwright.expr import Array
from linkwright.model.joints import (
    Fixed,
    Free,
    Helical,
    Joint,
    Prismatic,
    Revolute,
    Spherical,
)
from linkwright.model.joints.contract import frame_with_z_along

# Each freedom: what it adds to the joint's name, and the joint.
Sequence = tuple[tuple[str, Joint], ...]

UNIT = {
    "x": Array((1.0, 0.0, 0.0)),
    "y": Array((0.0, 1.0, 0.0)),
    "z": Array((0.0, 0.0, 1.0)),
}


def joint_sequence(
    kind: str,
    axis: Array,
    *,
    second_axis: Array | None = None,
    pitch: Any = 0.0,
    coordinates: str = "quaternion",
) -> Sequence:
    """Return the freedoms of a joint type, from the parent's side to the body's.

    - cylindrical: angle about the axis, shift along it;
    - universal: angle about the axis, then about the second axis (turned along);
    - planar: shifts in the plane normal to the axis, then the angle about it;
    - spherical: a quaternion, or three Euler angles about turned-along axes.
    """
    if kind == "fixed":
        return (("", Fixed()),)
    if kind == "revolute":
        return (("", Revolute(axis)),)
    if kind == "prismatic":
        return (("", Prismatic(axis)),)
    if kind == "helical":
        return (("", Helical(axis, pitch)),)
    if kind == "cylindrical":
        return ((".angle", Revolute(axis)), (".shift", Prismatic(axis)))
    if kind == "universal":
        assert second_axis is not None
        return ((".first", Revolute(axis)), (".second", Revolute(second_axis)))
    if kind == "planar":
        first, second = _plane_axes(axis)
        return (
            (".x", Prismatic(first)),
            (".y", Prismatic(second)),
            (".angle", Revolute(axis)),
        )
    if kind == "spherical" and coordinates == "quaternion":
        return (("", Spherical()),)
    if kind == "spherical":
        return tuple(
            (f".{letter}{place}", Revolute(UNIT[letter]))
            for place, letter in enumerate(coordinates, 1)
        )
    if kind == "free":
        return (("", Free()),)
    raise AssertionError(kind)


def _plane_axes(axis: Array) -> tuple[Array, Array]:
    """Return x and y turned the shortest way as z turns into the axis."""
    frame = frame_with_z_along(axis)
    return frame.column(0), frame.column(1)
