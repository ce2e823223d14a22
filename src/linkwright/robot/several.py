"""Several quantities from one kernel: each shown as its own function shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.robot.results import (
    ELEMENT,
    MOTION,
    POINT_MOTION,
    POSE,
    POSITION,
    WRENCH,
    BodiesAndPoints,
    Derivatives,
    Motion,
    Rows,
)

if TYPE_CHECKING:
    from linkwright.robot.robot import Robot

Array = np.ndarray


def presented(robot: Robot, quantity: str, arrays: dict[str, Array]) -> Any:
    """Return a quantity's arrays, by their names in the program, as its own result."""
    quantity, _, part = quantity.partition(".")
    if quantity in ("forward_kinematics", "body_motions"):
        fields = (POSE, POSITION)
        if quantity == "body_motions":
            fields = (MOTION, POINT_MOTION)
        if part:
            names = robot.body_row_names if part == "bodies" else robot.point_names
            kind, which = ("body", 0) if part == "bodies" else ("point", 1)
            return Rows(kind, names, arrays[part], fields[which])
        both = (arrays["bodies"], arrays.get("points"))
        found = both if both[1] is not None else both[0]
        return robot._calls.bodies_and_points(found, *fields)
    if quantity == "reactions":
        names = robot._kernels.reaction_names
        return Rows("joint", names, arrays["joints"], WRENCH)
    if quantity == "elements":
        return Rows("element", robot.element_names, arrays["elements"], ELEMENT)
    if quantity in ("to_actuators", "from_actuators"):
        return Motion(*arrays.values())
    if quantity.endswith("_derivatives"):
        return Derivatives(arrays)
    (array,) = arrays.values()
    return array


def packed(result: Any) -> tuple[Array, ...]:
    """Return the arrays behind a result, in the order of its program."""
    if isinstance(result, Rows):
        return (result.array,)
    if isinstance(result, BodiesAndPoints):
        points = result.points.array
        return (result.bodies.array, *((points,) if points.size else ()))
    if isinstance(result, Derivatives):
        return tuple(result)
    return tuple(result) if isinstance(result, tuple) else (result,)
