"""Rotations, axes and poses in YAML."""

from __future__ import annotations

from linkwright.description.direction import unit_direction
from linkwright.description.formula import Vector3
from linkwright.description.joints import AXES
from linkwright.description.number import Scope
from linkwright.description.rotation import EULER_ORDERS, IDENTITY, Rotation
from linkwright.errors import FormatError
from linkwright.formats.yaml.fields import (
    choice,
    entries,
    items,
    quantities,
    quantity,
    vector,
)
from linkwright.formats.yaml.nodes import Entries, Node, Text

_AXIS_NAMES = ("x", "y", "z")
ROTATION_KEYS = (
    *EULER_ORDERS,
    *_AXIS_NAMES,
    "rpy",
    "sequence",
    "axis_angle",
    "quaternion",
    "matrix",
)
_EXAMPLE = "{zxz: [90, 0, 0]}"


def read_rotation(node: Node, scope: Scope, subject: str) -> Rotation:
    """Return a rotation written as one entry: ``{zxz: [90, 0, 0]}``."""
    if isinstance(node, Text) and node.text == "identity":
        return IDENTITY
    pairs = entries(node, subject, ROTATION_KEYS, _EXAMPLE)
    if len(pairs) != 1:
        raise FormatError(
            f"{subject}: found {len(pairs)} ways to say it.",
            place=node.place,
            expectation=f"Expected one of {', '.join(ROTATION_KEYS)}.",
            remedy=f"For example: {_EXAMPLE}",
        )
    ((key, value),) = pairs.items()
    subject = f"{subject}, {key}"
    if key in EULER_ORDERS:
        return Rotation(key, quantities(value, "angle", scope, subject))
    if key == "rpy":  # about the fixed axes x, y, z is about the moving z, y, x
        roll, pitch, yaw = quantities(value, "angle", scope, subject)
        return Rotation("zyx", (yaw, pitch, roll))
    if key in _AXIS_NAMES:
        angle = quantity(value, "angle", scope, subject)
        return Rotation("sequence", (angle,), key)
    return _READERS[key](value, scope, subject)


def read_axis(node: Node, scope: Scope, subject: str) -> Vector3:
    """Return an axis: x, -z, a unit vector, or {direction: [1, 1, 0]}."""
    if isinstance(node, Text):
        return AXES[choice(node, subject, tuple(AXES))]
    if isinstance(node, Entries):
        pairs = entries(node, subject, ("direction",))
        if "direction" in pairs:
            direction = vector(pairs["direction"], "number", scope, subject)
            return unit_direction(direction, subject, node.place)
    return vector(node, "number", scope, subject)


def _sequence(node: Node, scope: Scope, subject: str) -> Rotation:
    steps = [
        items(step, subject, "values: an axis and an angle", 2)
        for step in items(node, subject, "[axis, angle] pairs")
    ]
    axes = [choice(axis, subject, _AXIS_NAMES) for axis, _ in steps]
    angles = [quantity(angle, "angle", scope, subject) for _, angle in steps]
    if not steps:
        return IDENTITY
    return Rotation("sequence", tuple(angles), "".join(axes))


def _axis_angle(node: Node, scope: Scope, subject: str) -> Rotation:
    if isinstance(node, Entries):
        pairs = entries(node, subject, ("axis", "angle"))
        if len(pairs) == 2:
            axis = read_axis(pairs["axis"], scope, subject)
            angle = quantity(pairs["angle"], "angle", scope, subject)
            return Rotation("axis_angle", (*axis, angle))
    x, y, z, angle = items(node, subject, "numbers: x, y, z and the angle", 4)
    numbers = [quantity(part, "number", scope, subject) for part in (x, y, z)]
    turn = quantity(angle, "angle", scope, subject)
    return Rotation("axis_angle", (*numbers, turn))


def _quaternion(node: Node, scope: Scope, subject: str) -> Rotation:
    return Rotation("quaternion", quantities(node, "number", scope, subject, 4))


def _matrix(node: Node, scope: Scope, subject: str) -> Rotation:
    rows = [
        quantities(row, "number", scope, subject)
        for row in items(node, subject, "rows", 3)
    ]
    return Rotation("matrix", tuple(entry for row in rows for entry in row))


_READERS = {
    "sequence": _sequence,
    "axis_angle": _axis_angle,
    "quaternion": _quaternion,
    "matrix": _matrix,
}
