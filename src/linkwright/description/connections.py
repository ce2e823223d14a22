"""What joins bodies: joints, closing joints and elements, each with its two bodies."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.description.description import Description
from linkwright.description.elements import Element
from linkwright.description.expanding import (
    BARREL,
    END,
    LOWER,
    ROD,
    SLIDE,
    UPPER,
    is_expanded,
)
from linkwright.description.joints import JOINT_KINDS

BODY_PARTS = (BARREL, ROD)
JOINT_PARTS = (LOWER, SLIDE, UPPER)
# Elements whose force is unknown; that of the others follows from their law.
HOLDING = ("bar", "linear_actuator")


@dataclass(frozen=True)
class Connection:
    """What a rule of sharing may name.

    Attributes:
        bodies: the two it joins.
        ends: those that the whole of it joins: for an actuator's slide, the bodies
            that the actuator stands between.
        may_drive: whether it may give a force along a freedom of its own.
    """

    bodies: tuple[str, str]
    ends: tuple[str, str]
    may_drive: bool = False


def part_names(element: Element) -> tuple[str, ...]:
    """Return the names of the bodies, joints and point that stand for an actuator."""
    parts = (*BODY_PARTS, *JOINT_PARTS, END)
    return tuple(f"{element.name}{part}" for part in parts if is_expanded(element))


def bodies_of_points(description: Description) -> dict[str, str]:
    """Return the body that every named point belongs to."""
    return {
        point.name: body.name for body in description.bodies for point in body.points
    }


def connections_of(description: Description) -> dict[str, Connection]:
    """Return every connection by name; all points exist."""
    found = {
        joint.name: _between(
            joint.parent, joint.body, bool(JOINT_KINDS[joint.type].coordinate)
        )
        for joint in description.joints
    }
    on = bodies_of_points(description)
    for loop in description.loops:
        found[loop.name] = _between(on[loop.first], on[loop.second])
    for element in description.elements:
        if element.type in HOLDING:
            found |= _of_element(element, on[element.first], on[element.second])
    return found


def closings_of(description: Description) -> list[tuple[str, str]]:
    """Return the pairs of bodies that something joins beside the tree's joints."""
    on = bodies_of_points(description)
    ends = [(loop.first, loop.second) for loop in description.loops]
    ends += [
        (element.first, element.second)
        for element in description.elements
        if element.type == "bar" or is_expanded(element)
    ]
    return [(on[first], on[second]) for first, second in ends]


def _between(first: str, second: str, may_drive: bool = False) -> Connection:
    return Connection((first, second), (first, second), may_drive)


def _of_element(element: Element, first: str, second: str) -> dict[str, Connection]:
    name = element.name
    if not is_expanded(element):
        return {name: _between(first, second, element.type == "linear_actuator")}
    barrel, rod = f"{name}{BARREL}", f"{name}{ROD}"
    return {
        f"{name}{LOWER}": _between(first, barrel),
        f"{name}{SLIDE}": Connection((barrel, rod), (first, second), may_drive=True),
        f"{name}{UPPER}": _between(rod, second),
    }
