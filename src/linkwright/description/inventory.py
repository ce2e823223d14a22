"""Counting bodies and joints as a designer does: with springs, actuators, loops."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from linkwright.description.description import Description
from linkwright.description.elements import ELEMENT_KINDS, Element
from linkwright.description.expanding import expanded, is_expanded


@dataclass(frozen=True)
class Inventory:
    """What a robot is made of.

    Attributes:
        bodies: rigid bodies; an element of varying length counts as two.
        joints: how many of each type, closing joints and those of elements included.
        loops: independent loops: joints less bodies.
        elements: how many of each type.
    """

    bodies: int
    joints: dict[str, int]
    loops: int
    elements: dict[str, int]


def inventory(description: Description) -> Inventory:
    """Return what a description's robot is made of.

    A spring, damper or actuator is two bodies with a slide between them, each held by
    a pin or a ball.
    """
    whole = expanded(description)
    joints = Counter(joint.type for joint in whole.joints)
    joints.update(loop.type for loop in whole.loops)
    bodies = len(whole.bodies)
    for element in whole.elements:
        if is_expanded(element) or element.type == "bar":
            bodies += element.type == "bar"
            joints["spherical"] += 2 * (element.type == "bar")
            continue
        bodies += _parts(element)
        if _parts(element):
            ends = "spherical" if element.pins is None else "revolute"
            joints.update({ends: 2, "prismatic": 1})
    found = {name: count for name, count in joints.items() if count}
    return Inventory(
        bodies,
        found,
        sum(found.values()) - bodies,
        dict(Counter(element.type for element in description.elements)),
    )


def _parts(element: Element) -> int:
    return ELEMENT_KINDS[element.type].bodies
