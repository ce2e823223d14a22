"""Locking joints: a joint held at a value becomes a fixed one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from linkwright.description.algebra import Operand, as_number, term
from linkwright.description.bodies import ORIGIN, Body
from linkwright.description.couplings import resolve_couplings
from linkwright.description.description import Description
from linkwright.description.elements import ELEMENT_KINDS, Element
from linkwright.description.formula import Formula, Number, Vector3
from linkwright.description.joints import JOINT_KINDS, Joint
from linkwright.description.rotation import IDENTITY, Rotation
from linkwright.description.rotation_matrix import (
    about_axis,
    matrix_product,
    rotation_matrix,
)
from linkwright.errors import DescriptionError, did_you_mean


def lock(description: Description, values: Mapping[str, Number]) -> Description:
    """Return the description with joints held at values [rad or m].

    Joints coupled to a locked one are locked with it.
    """
    joints = {joint.name: joint for joint in description.joints}
    for name in values:
        _check_lockable(name, joints)
    held: dict[str, Number] = dict(values)
    for joint in resolve_couplings(description).joints:
        coupling = joint.coupling
        if coupling is not None and coupling.joint in values:
            value = term(coupling.ratio) * term(values[coupling.joint])
            coordinate = JOINT_KINDS[joint.type].coordinate
            held[joint.name] = as_number(value + term(coupling.offset), coordinate)
    bodies, changed = list(description.bodies), []
    for joint in description.joints:
        if joint.name not in held:
            changed.append(joint)
            continue
        _check_unclaimed(joint, description.elements)
        _check_no_stop(joint, description)
        fixed, between = _locked(joint, held[joint.name])
        changed.extend(fixed)
        if between is not None:
            position = [body.name for body in bodies].index(joint.body)
            bodies.insert(position, between)
    return replace(description, bodies=tuple(bodies), joints=tuple(changed))


def _check_lockable(name: str, joints: Mapping[str, Joint]) -> None:
    if name not in joints:
        raise DescriptionError(
            f"locked: joint '{name}' does not exist.",
            expectation=f"Joints: {', '.join(joints) or 'none'}.",
            remedy=did_you_mean(name, joints),
        )
    joint = joints[name]
    if joint.coupling is not None:
        raise DescriptionError(
            f"locked: joint '{name}' follows joint '{joint.coupling.joint}'.",
            place=joint.place,
            expectation="Only a joint that follows none can be locked.",
            remedy=f"Lock '{joint.coupling.joint}' instead.",
        )
    if joint.dependent:
        raise DescriptionError(
            f"locked: joint '{name}' is dependent.",
            place=joint.place,
            expectation="It follows from the loops it is in.",
            remedy="Lock a joint that has a coordinate of its own.",
        )
    if not JOINT_KINDS[joint.type].coordinate:
        raise DescriptionError(
            f"locked: joint '{name}' is {joint.type} and has "
            f"{JOINT_KINDS[joint.type].freedoms} freedoms.",
            place=joint.place,
            expectation="A joint of one freedom can be locked at a value.",
            remedy="Make its type 'fixed'.",
        )


def _check_unclaimed(joint: Joint, elements: Iterable[Element]) -> None:
    """Refuse to lock a joint that an element drives or acts at."""
    for element in elements:
        if element.joint == joint.name:
            acts = "acts at" if ELEMENT_KINDS[element.type].at_joint else "drives"
            raise DescriptionError(
                f"locked: element '{element.name}' {acts} joint '{joint.name}'.",
                place=joint.place,
                expectation="A locked joint does not move.",
                remedy="Remove the element first.",
            )


def _check_no_stop(joint: Joint, description: Description) -> None:
    """Refuse to lock a joint that has a stop."""
    for wall in description.walls:
        if wall.joint == joint.name:
            raise DescriptionError(
                f"locked: wall '{wall.name}' is a stop of joint '{joint.name}'.",
                place=joint.place,
                expectation="A locked joint does not move.",
                remedy="Remove the wall first.",
            )


def _locked(joint: Joint, value: Number) -> tuple[list[Joint], Body | None]:
    """Return the fixed joint, or two with a massless body between.

    Two where the joint's own pose cannot be joined with its motion without multiplying
    formulas: the first holds the pose, the second the motion.
    """
    shift, turn = _motion(joint, value)
    fixed = Joint(
        joint.name,
        "fixed",
        joint.parent,
        joint.body,
        joint.at,
        joint.rotation,
        place=joint.place,
    )
    if joint.rotation == IDENTITY:
        at = _sum(joint.at, shift)
        return [replace(fixed, at=at, rotation=turn)], None
    numbers = (*joint.at, *joint.rotation.values, *shift, *turn.values)
    if not any(isinstance(each, Formula) for each in numbers):
        return [_numeric(fixed, shift, turn)], None
    name = f"{joint.name}/locked"
    between = Body(name, place=joint.place)
    first = replace(fixed, name=name, body=name)
    second = replace(fixed, parent=name, at=shift, rotation=turn)
    return [first, second], between


def _motion(joint: Joint, value: Number) -> tuple[Vector3, Rotation]:
    """Return the shift and turn of a joint at a value."""
    if value == 0.0:
        return ORIGIN, IDENTITY
    shift = ORIGIN
    if joint.type in ("prismatic", "helical"):
        travel = term(value)
        if joint.pitch is not None:
            travel = travel * term(joint.pitch)
        x, y, z = (as_number(term(part) * travel, "length") for part in joint.axis)
        shift = (x, y, z)
    if joint.type == "prismatic":
        return shift, IDENTITY
    return shift, Rotation("axis_angle", (*joint.axis, value))


def _sum(first: Vector3, second: Vector3) -> Vector3:
    x, y, z = (
        a if b == 0.0 else as_number(_added(term(a), term(b)), "length")
        for a, b in zip(first, second, strict=True)
    )
    return (x, y, z)


def _added(first: Operand, second: Operand) -> Operand:
    return first + second


def _numeric(fixed: Joint, shift: Vector3, turn: Rotation) -> Joint:
    rotation = rotation_matrix(fixed.rotation)
    moved = [
        float(at) + sum(r * float(s) for r, s in zip(row, shift, strict=True))  # type: ignore[arg-type]
        for at, row in zip(fixed.at, rotation, strict=True)
    ]
    if turn != IDENTITY:
        x, y, z, angle = (float(value) for value in turn.values)  # type: ignore[arg-type]
        rotation = matrix_product(rotation, about_axis((x, y, z), angle))
        entries = tuple(entry for row in rotation for entry in row)
        fixed = replace(fixed, rotation=Rotation("matrix", entries))
    return replace(fixed, at=(moved[0], moved[1], moved[2]))
