"""Move inertial parameters that joint forces cannot tell apart towards the root.

A revolute joint does not feel what lies on its axis: mass m, first moment h_z and
second moment J_zz of a thin rod along the axis belong to the parent as well. A slider
does not feel where its body's second moment sits; a ball joint does not feel a mass at
its centre. What remains are the base parameters (Khalil and Kleinfinger 1987), here
with second moments: moving J_zz leaves two of the three principal entries.
"""

from __future__ import annotations

from dataclasses import replace

from linkwright.expr import Array, zeros
from linkwright.model.joints import Helical, Prismatic, Revolute, Spherical
from linkwright.model.joints.contract import unit_axis_index
from linkwright.model.tree import WORLD, Link, Model
from linkwright.spatial.inertia import Inertia


def regroup(model: Model) -> Model:
    """Return the model with its base parameters, equal in the joint space."""
    links = list(model.links)
    for index in reversed(range(len(links))):
        link = links[index]
        movable = _unfelt(link)
        if movable is None:
            continue
        links[index] = replace(link, inertia=link.inertia - movable)
        if link.parent != WORLD:
            # What is unfelt does not change with the joint: its place at q = 0 serves.
            host = links[link.parent]
            moved = _seen_from_parent(link, movable)
            links[link.parent] = replace(host, inertia=host.inertia + moved)
    return replace(model, links=tuple(links))


def _unfelt(link: Link) -> Inertia | None:
    """Return the part of a body's inertia that its own joint does not feel."""
    body = link.inertia
    if isinstance(link.joint, Prismatic):
        return Inertia(0.0, zeros(3), body.second_moment)
    if isinstance(link.joint, Spherical):
        return Inertia(body.mass, zeros(3), zeros(3, 3))
    if isinstance(link.joint, Revolute | Helical):
        along = unit_axis_index(link.joint.axis)
        if along is None:
            return None
        index = along[0]
        axial = Array(
            (
                body.second_moment[index, index] if i == j == index else 0.0
                for i in range(3)
                for j in range(3)
            ),
            3,
        )
        if isinstance(link.joint, Helical):
            return Inertia(0.0, zeros(3), axial)
        h = Array(body.first_moment[i] if i == index else 0.0 for i in range(3))
        return Inertia(body.mass, h, axial)
    return None


def _seen_from_parent(link: Link, part: Inertia) -> Inertia:
    turned = part.turned(link.rotation)
    if isinstance(link.joint, Prismatic | Helical):
        return turned  # without mass and first moment the place does not matter
    return turned.shifted(link.position)
