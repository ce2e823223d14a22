"""Contacts of a robot with its walls: gap, normal, and how fast the gap changes.

    gap' = row . v        gap'' = row . a + bias

A gap is positive where bodies are apart. Everything follows from the gap's expression
by differentiation: with g its gradient by the touching place P, in the world's axes,
row = g' (J_P - J_W), where J_W is that of the place on the wall's body.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linkwright.algorithms.contact.closest import closest_place
from linkwright.algorithms.contact.shapes import GAPS, faces_of
from linkwright.algorithms.contact.shapes.implicit import value_and_gradient
from linkwright.algorithms.kinematics import (
    WORLD_POSE,
    Pose,
    axes_in_world,
    forward_kinematics,
)
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.loops.near_reference import angle_near_reference
from linkwright.algorithms.loops.relative import path_to_meeting, relative_place
from linkwright.expr import Array, cross, dot, sqrt, zeros
from linkwright.model.mechanism import Mechanism
from linkwright.model.tree import WORLD
from linkwright.model.walls import TouchOnBody, WallOnBody


@dataclass(frozen=True, eq=False)
class Contact:
    """One touch of one face of a wall.

    Attributes:
        wall, touch: the two.
        face: the wall's face, "" where it has but one.
    """

    wall: WallOnBody
    touch: TouchOnBody
    face: str

    @property
    def name(self) -> str:
        """Its name: ``O1 on ring``, ``P on box x+``."""
        return f"{self.touch.name} on {self.wall.name} {self.face}".rstrip()


def contacts_of(mechanism: Mechanism) -> tuple[Contact, ...]:
    """Return all contacts: wall by wall, in the order of the file."""
    return tuple(
        Contact(wall, touch, face)
        for wall in mechanism.walls
        for touch in wall.touches
        for face in faces_of(wall)
    )


@dataclass(frozen=True, eq=False)
class ContactState:
    """A contact at a configuration.

    Attributes:
        contact: which one.
        gap: the distance [m]; of a stop [m or rad].
        slope: the gap's gradient by the touching place, in the world's axes; its length
            is 1 where the gap is a true distance, and on the wall always.
        place: where it touches, in the world: the point of the body nearest the wall.
        columns: velocity of the touching place against the wall's body, per velocity of
            the tree (tree.nv columns of 3), sparse.
        row_of_tree: the gap's rate per velocity of the tree, sparse.
    """

    motion: Embedding
    contact: Contact
    gap: Any
    slope: Array
    place: Array
    columns: dict[int, Array]
    row_of_tree: dict[int, Any]

    @cached_property
    def normal(self) -> Array:
        """The unit normal from the wall into free space, in the world's axes.

        Zero for a stop, and in the middle of a circle.
        """
        return unit(self.slope)

    @cached_property
    def row(self) -> Array:
        """The gap's rate per independent velocity (nv,)."""
        mechanism = self.motion.mechanism
        full = Array(self.row_of_tree.get(i, 0.0) for i in range(mechanism.tree.nv))
        return self.motion.G.T @ full if mechanism.dependents else full

    @cached_property
    def jacobian(self) -> Array:
        """Velocity of the touching place against the wall (3, nv), world's axes."""
        mechanism = self.motion.mechanism
        none = zeros(3)
        rows = Array.matrix(
            self.columns.get(i, none) for i in range(mechanism.tree.nv)
        ).T
        return rows @ self.motion.G if mechanism.dependents else rows

    def rate(self, v: Array) -> Any:
        """Return gap' at the independent velocities."""
        y = self.motion.velocity(v)
        total: Any = 0.0
        for index, entry in self.row_of_tree.items():
            total = total + entry * y[index]
        return total

    def bias(self, v: Array) -> Any:
        """Return gap'' at the independent velocities v, at no acceleration."""
        return self.motion.rate_of(self.rate(v), v)


def contact_states(motion: Embedding) -> list[ContactState]:
    """Return all contacts at a configuration."""
    poses = forward_kinematics(motion.mechanism.tree, motion.y)
    return list(_states(motion, poses))


def _states(motion: Embedding, poses: list[Pose]) -> Iterator[ContactState]:
    for contact in contacts_of(motion.mechanism):
        if contact.touch.curve == "stop":
            yield _stop(motion, contact)
        else:
            yield touching(motion, contact, poses)


def touching(motion: Embedding, contact: Contact, poses: list[Pose]) -> ContactState:
    """Return how near a point or curve is to a face of a wall."""
    wall, touch = contact.wall, contact.touch
    tree = motion.mechanism.tree
    R, o = relative_place(tree, motion.y, wall.link, touch.link)

    def seen(local: Array) -> Array:
        """Return a place of the touching body in the wall's axes."""
        return wall.axes.T @ (o + R.apply(local) - wall.position)

    def gap_at(p: Array) -> Any:
        return GAPS[wall.shape](wall, contact.face, p)

    local = closest_place(touch, gap_at, seen)
    gap, by_place = value_and_gradient(gap_at, seen(local))
    base = WORLD_POSE if wall.link == WORLD else poses[wall.link]
    slope = base.R @ (wall.axes @ by_place)
    place = poses[touch.link].place(local)
    if not (touch.radius.__class__ is float and touch.radius == 0.0):
        place = place - unit(slope) * touch.radius
    columns = relative_columns(motion, poses, touch.link, wall.link, place)
    row = {index: dot(slope, column) for index, column in columns.items()}
    return ContactState(motion, contact, gap - touch.radius, slope, place, columns, row)


def relative_columns(
    motion: Embedding, poses: list[Pose], link: int, wall: int, at: Array
) -> dict[int, Array]:
    """Return, per velocity, that of a link's place ``at`` against a wall's link."""
    tree = motion.mechanism.tree
    found: dict[int, Array] = {}
    for sign, way in zip((1.0, -1.0), path_to_meeting(tree, link, wall), strict=True):
        for j in reversed(way):
            for index, ratio, z, u in axes_in_world(tree.links[j], poses[j]):
                moved = (u + cross(z, at - poses[j].O)) * ratio * sign
                found[index] = found[index] + moved if index in found else moved
    return found


def unit(slope: Array) -> Array:
    """Return the direction of a slope, of length one or so; zero where it is zero."""
    return slope / sqrt(dot(slope, slope) + 1e-30)


def _stop(motion: Embedding, contact: Contact) -> ContactState:
    """A joint's stop: gap = q - lower, or upper - q  [rad or m]."""
    link = motion.mechanism.tree.links[contact.touch.link]
    limit, sign = contact.wall.limit
    gap = (angle_near_reference(motion, link) - limit) * sign
    row = {link.v_index: link.ratio * sign}
    return ContactState(motion, contact, gap, zeros(3), zeros(3), {}, row)
