"""The model: an ordered, checked tree of links with scalars that may be expressions.

A link is a body together with the joint that carries it. Links stand parents first;
coordinates keep the order of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from linkwright.expr import Array, zeros
from linkwright.model.joints import Joint
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.rotation import Rotation

WORLD = -1


@dataclass(frozen=True, eq=False)
class Link:
    """A body and the joint that carries it.

    Attributes:
        name: the body's name.
        joint_name: the joint's name; of one freedom of a composite joint, with that
            freedom's suffix.
        whole_joint: the joint's name in the file.
        parent: index of the link it hangs on, or WORLD.
        joint: the joint's mathematics.
        rotation: constant rotation of the joint's frame in the parent's frame.
        position: the joint's origin in the parent's frame.
        inertia: of the body, about its own origin.
        q_index, v_index: where its coordinates and velocities start. A coupled joint
            shares those of its drive: q_link = ratio * q + offset.
        armature: inertia of the drive reflected to the joint [kg m^2 or kg].
        damping: viscous friction [N m s/rad or N s/m].
        friction: Coulomb friction [N m or N].
        hidden: a virtual body between the freedoms of a composite joint.
        dependent: whether its coordinate follows from the loops it is in.
    """

    name: str
    joint_name: str
    whole_joint: str
    parent: int
    joint: Joint
    rotation: Rotation
    position: Array
    inertia: Inertia
    q_index: int
    v_index: int
    ratio: Any = 1.0
    offset: Any = 0.0
    coupled: bool = False
    armature: Any = 0.0
    damping: Any = 0.0
    friction: Any = 0.0
    hidden: bool = False
    dependent: bool = False

    @property
    def nq(self) -> int:
        """The number of coordinates the joint reads."""
        return len(self.joint.neutral)

    @property
    def nv(self) -> int:
        """The number of velocities the joint reads."""
        return len(self.joint.subspace)

    def coordinates(self, q: Array) -> Array:
        """Return the joint's own coordinates out of the robot's."""
        local = q[self.q_index : self.q_index + self.nq]
        if not self.coupled:
            return local
        return Array(self.ratio * x + self.offset for x in local)

    def velocities(self, v: Array) -> Array:
        """Return the joint's own velocities (or accelerations) out of the robot's."""
        local = v[self.v_index : self.v_index + self.nv]
        return local * self.ratio if self.coupled else local

    @property
    def freedoms(self) -> Iterator[tuple[int, Any, Array, Array]]:
        """For each velocity: its index, ratio, and the body velocity it gives."""
        for k, (angular, linear) in enumerate(self.joint.subspace):
            yield self.v_index + k, self.ratio, angular, linear

    def placement(self, q: Array) -> tuple[Rotation, Array]:
        """Return rotation and origin of the body in the parent's frame, at q."""
        turn, shift = self.joint.motion(self.coordinates(q))
        return self.rotation.then(turn), self.position + self.rotation.apply(shift)


@dataclass(frozen=True, eq=False)
class PointOnBody:
    """A named point fixed on a link: its position in the body's frame."""

    name: str
    link: int
    position: Array


@dataclass(frozen=True, eq=False)
class Model:
    """A robot as a tree of links.

    Attributes:
        links: parents before children.
        gravity: acceleration of free fall in the world's frame [m/s^2].
        nq, nv: numbers of independent coordinates and velocities.
        points: named points, in the order of the file.
        refused: truth values of what design parameters may not be at run time.
    """

    name: str
    links: tuple[Link, ...]
    gravity: Array
    nq: int
    nv: int
    points: tuple[PointOnBody, ...] = ()
    refused: tuple[Any, ...] = ()

    def children(self, index: int) -> list[int]:
        """Return the links that hang on a link."""
        return [k for k, link in enumerate(self.links) if link.parent == index]

    def ancestors(self, index: int) -> Iterator[int]:
        """Yield a link, its parent, and so on to the world."""
        while index != WORLD:
            yield index
            index = self.links[index].parent

    @property
    def has_coupling(self) -> bool:
        """Whether some joint follows another."""
        return any(link.coupled for link in self.links)

    def without_gravity(self) -> Model:
        """Return the model in free space."""
        return replace(self, gravity=zeros(3))
