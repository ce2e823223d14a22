"""What elements do to the robot: joint forces, wrenches on bodies, energy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.contact.pressing import (
    pressed_energy,
    pressed_joint_forces,
    pressed_wrenches,
)
from linkwright.algorithms.elements import (
    ENERGIES,
    JOINT_ENERGIES,
    TENSIONS,
    TORQUES,
)
from linkwright.algorithms.elements.line import Line, line_of
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.loops.near_reference import angle_near_reference
from linkwright.algorithms.newton_euler import Wrench
from linkwright.expr import (
    Array,
    cross,
    less,
    where,
)
from linkwright.model.mechanism import JointElement, Strut
from linkwright.model.tree import WORLD


@dataclass(frozen=True, eq=False)
class Loaded:
    """An element under load: its line, the line's rate, and its tension [N]."""

    line: Line
    rate: Any
    tension: Any


def loaded(motion: Embedding, velocity: Array | None) -> list[Loaded]:
    """Return every element that has a law, with its tension; at rest without v."""
    mechanism = motion.mechanism
    found = []
    for strut in mechanism.struts:
        if strut.type not in TENSIONS:
            continue
        line = line_of(mechanism.tree, motion.y, strut)
        rate: Any = 0.0
        if velocity is not None and strut.type in ("damper", "force_law"):
            rate = motion.rate_of(line.length, velocity)
        found.append(Loaded(line, rate, TENSIONS[strut.type](strut, line.length, rate)))
    return found


def element_joint_forces(
    motion: Embedding, velocity: Array | None, *, pads: bool = True
) -> Array:
    """Generalised forces of all elements (nv,): Q = -F dL/dq and those at joints.

    ``velocity`` of the independent coordinates; None at rest. Without ``pads`` only
    those of elements that always act.
    """
    total = motion.slope_of_sum(*_values_and_forces(motion, velocity))
    if pads and motion.mechanism.pads:
        total = total + pressed_joint_forces(motion, velocity)
    return total


def less_elements(
    motion: Embedding, velocity: Array, tau: Array, *, pads: bool = True
) -> Array:
    """Return G' tau - Q: of forces along the tree's velocities, less the elements'."""
    values, forces = _values_and_forces(motion, velocity)
    total = motion.slope_of_sum(values, [-force for force in forces], tau)
    if pads and motion.mechanism.pads:
        total = total - pressed_joint_forces(motion, velocity)
    return total


def _values_and_forces(
    motion: Embedding, velocity: Array | None
) -> tuple[list[Any], list[Any]]:
    """Return lengths and angles, and the force along each as it grows."""
    values, forces = [], []
    for each in loaded(motion, velocity):
        values.append(each.line.length)
        forces.append(-each.tension)
    for element in motion.mechanism.joint_elements:
        angle = joint_angle(motion, element)
        values.append(angle)
        forces.append(TORQUES[element.type](element.numbers, angle))
    return values, forces


def joint_angle(motion: Embedding, element: JointElement) -> Any:
    """Return the angle of an element's joint.

    Of a dependent joint the one within half a turn of its reference: what closes a
    loop tells the angle only up to whole turns.
    """
    return angle_near_reference(motion, motion.mechanism.tree.links[element.link])


def add_wrenches(motion: Embedding, velocity: Array, on: list[Wrench]) -> None:
    """Add to the wrenches on bodies those of all elements between points."""
    for each in loaded(motion, velocity):
        pull_on(each.line, each.tension, on)
    for link, wrench in pressed_wrenches(motion, velocity):
        on[link] = on[link] + wrench


def pull_on(line: Line, tension: Any, on: list[Wrench]) -> None:
    """Add a tension along a line to the wrenches on its two bodies."""
    a, b = line.strut.first, line.strut.second
    pull = line.direction * tension
    if a.link != WORLD:
        on[a.link] = on[a.link] + Wrench(pull, cross(a.position, pull))
    if b.link != WORLD:
        back = -line.R_FS.apply_inverse(pull)
        on[b.link] = on[b.link] + Wrench(back, cross(b.position, back))


def element_energy(motion: Embedding) -> Any:
    """Return the energy that elements store [J]."""
    total: Any = 0.0
    mechanism = motion.mechanism
    for strut in mechanism.struts:
        if strut.type in ENERGIES:
            line = line_of(mechanism.tree, motion.y, strut)
            total = total + ENERGIES[strut.type](strut, line.length)
    for element in mechanism.joint_elements:
        energy = JOINT_ENERGIES[element.type]
        total = total + energy(element.numbers, joint_angle(motion, element))
    return total + pressed_energy(motion)


def beyond_limits(strut: Strut, length: Any) -> Any:
    """Return -1 below the shortest length, 1 above the longest, else 0."""
    found: Any = 0.0
    shortest, longest = strut.numbers.get("shortest"), strut.numbers.get("longest")
    if longest is not None:
        found = where(less(longest, length), 1.0, found)
    if shortest is not None:
        found = where(less(length, shortest), -1.0, found)
    return found
