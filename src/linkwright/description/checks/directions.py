"""Directions: axes and quaternions of length one, matrices that rotate."""

from __future__ import annotations

from math import hypot

import numpy as np

from linkwright.description.description import Description
from linkwright.description.direction import NEARLY_ONE
from linkwright.description.joints import JOINT_KINDS, Joint
from linkwright.description.loops import Loop
from linkwright.description.rotation import Rotation
from linkwright.errors import DescriptionError


def check_directions(description: Description) -> None:
    """Refuse axes, quaternions and matrices that are no directions or rotations.

    All numbers of the description are floats here.
    """
    for joint in description.joints:
        subject = f"joint '{joint.name}'"
        if JOINT_KINDS[joint.type].has_axis:
            _check_unit(joint.axis, f"{subject}: the axis", joint.place)
        if joint.second_axis is not None:
            _check_unit(joint.second_axis, f"{subject}: second_axis", joint.place)
            _check_second_axis(joint)
        _check_rotation(joint.rotation, f"{subject}: rotation,", joint.place)
    for element in description.elements:
        for key in ("pins", "second_pins"):
            axis = getattr(element, key)
            if axis is not None:
                _check_unit(axis, f"element '{element.name}': {key}", element.place)
    for loop in description.loops:
        _check_loop(loop)
    for wall in description.walls:
        _check_unit(wall.axis, f"wall '{wall.name}': the axis", wall.place)
        _check_rotation(wall.rotation, f"wall '{wall.name}': rotation,", wall.place)
    for body in description.bodies:
        for visual in body.visuals:
            subject = f"body '{body.name}', visual: rotation,"
            _check_rotation(visual.rotation, subject, visual.place)


def _check_loop(loop: Loop) -> None:
    subject = f"loop '{loop.name}'"
    _check_unit(loop.axis, f"{subject}: the axis", loop.place)
    if loop.second_axis is not None:
        _check_unit(loop.second_axis, f"{subject}: second_axis", loop.place)
    _check_rotation(loop.rotation, f"{subject}: rotation,", loop.place)


def _check_rotation(rotation: Rotation, subject: str, place: object) -> None:
    if rotation.kind == "axis_angle":
        _check_unit(rotation.values[:3], f"{subject} the axis", place)
    elif rotation.kind == "quaternion":
        _check_unit(rotation.values, f"{subject} the quaternion", place)
    elif rotation.kind == "matrix":
        matrix = np.array(rotation.values, dtype=float).reshape(3, 3)
        error = float(np.abs(matrix @ matrix.T - np.eye(3)).max())
        if error > NEARLY_ONE:
            raise DescriptionError(
                f"{subject} the matrix is not orthonormal: R Rᵀ differs from 1 by "
                f"{error:.3g}.",
                place=place,
                expectation="Rows and columns must be perpendicular unit vectors.",
            )
        if np.linalg.det(matrix) < 0:
            raise DescriptionError(
                f"{subject} the matrix mirrors: its determinant is -1.",
                place=place,
                expectation="A rotation has the determinant 1.",
                remedy="Change the sign of one row or column.",
            )


def _check_unit(direction: tuple, subject: str, place: object) -> None:
    length = hypot(*direction)
    if length == 0.0:
        raise DescriptionError(
            f"{subject} is zero.",
            place=place,
            expectation="Expected a vector of length 1.",
            remedy="For an axis write x, y or z."
            if len(direction) == 3
            else "For no rotation leave it out.",
        )
    if abs(length - 1.0) > NEARLY_ONE:
        unit = ", ".join(f"{part / length:.9g}" for part in direction)
        remedy = f"Write [{unit}]"
        remedy += ", or {direction: […]}." if len(direction) == 3 else "."
        raise DescriptionError(
            f"{subject} has the length {length:.6g}.",
            place=place,
            expectation="Expected a vector of length 1.",
            remedy=remedy,
        )


def _check_second_axis(joint: Joint) -> None:
    first = np.array(joint.axis, dtype=float)
    second = np.array(joint.second_axis, dtype=float)
    if np.linalg.norm(np.cross(first, second)) < NEARLY_ONE:
        raise DescriptionError(
            f"joint '{joint.name}': both axes are parallel.",
            place=joint.place,
            expectation="A universal joint turns about two different axes.",
        )
