"""A mechanism: a spanning tree, what closes its loops, and elements between points.

The tree has a coordinate for every joint that is not coupled: the independent ones q
first, then the dependent ones s, which the loops determine (decision 18).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from linkwright.expr import Array
from linkwright.model.tree import Model, PointOnBody
from linkwright.model.walls import WallOnBody


@dataclass(frozen=True, eq=False)
class Closure:
    """A joint that closes a loop: it holds two points of bodies together.

    Attributes:
        name, type: of the joint; "bar" holds the points a distance apart.
        first, second: the points.
        first_axes, second_axes: the joint's axes in each body (3, 3), columns x, y, z;
            they coincide where the joint is closed, its axis is z. For a universal
            joint the second one's z is square to the first one's.
        length: of a bar.
    """

    name: str
    type: str
    first: PointOnBody
    second: PointOnBody
    first_axes: Array
    second_axes: Array
    length: Any = 0.0


@dataclass(frozen=True, eq=False)
class Strut:
    """An element along the line between two points.

    Attributes:
        name, type: of the element.
        first, second: its ends.
        pins: axis of its pins in the first one's body, None for balls.
        zero: where its angle about the pins is zero, likewise.
        numbers: its numbers by key.
        law: the force law's formula, as a function of its inputs by name.
        acts: "both", "pull" or "push".
        slide: for an actuator with pins, index of the velocity it drives.
    """

    name: str
    type: str
    first: PointOnBody
    second: PointOnBody
    pins: Array
    zero: Array
    has_pins: bool
    numbers: Mapping[str, Any]
    law: Any = None
    acts: str = "both"
    slide: int | None = None


@dataclass(frozen=True, eq=False)
class JointElement:
    """An element at a joint of one freedom: its link, and its numbers by key."""

    name: str
    type: str
    link: int
    numbers: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Pad:
    """An element that presses where a ball overlaps a wall, or another ball.

    Attributes:
        name, type: of the element.
        first: middle of the ball.
        second: middle of the other ball, None where it presses on a wall.
        wall: what it presses on, None between two balls.
        numbers: its numbers by key.
    """

    name: str
    type: str
    first: PointOnBody
    second: PointOnBody | None
    wall: WallOnBody | None
    numbers: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Sharing:
    """A declared rule for reactions; see ``description.Share``, weights evaluated."""

    name: str
    on: int
    of: tuple[str, ...]
    components: tuple[str, ...]
    rule: str
    to: str
    weights: tuple[Any, ...]


@dataclass(frozen=True)
class Drive:
    """What moves one independent velocity: its own joint, or actuators.

    Attributes:
        name: of the joint's velocity, or of the (first) actuator.
        index: of the velocity in v.
        actuators: the linear actuators that give its force in the joint's place.
        alone: whether this velocity alone decides the actuator's length.
    """

    name: str
    index: int
    actuators: tuple[str, ...] = ()
    alone: bool = True


@dataclass(frozen=True, eq=False)
class Mechanism:
    """A robot with loops and elements.

    Attributes:
        tree: the spanning tree; its nq, nv count dependent coordinates too.
        nq, nv: numbers of independent coordinates and velocities.
        closures, struts, joint_elements, sharing: as described.
        drives: one for each independent velocity.
        reference: coordinates of the tree where it is assembled, about; known where no
            design parameter is varied.
        velocity_names: of the tree.
        walls: what its points, curves and joints run against.
        pads: elements that press where bodies overlap.
        motors: velocities of dependent joints that have drives of their own.
    """

    tree: Model
    nq: int
    nv: int
    closures: tuple[Closure, ...] = ()
    struts: tuple[Strut, ...] = ()
    joint_elements: tuple[JointElement, ...] = ()
    sharing: tuple[Sharing, ...] = ()
    drives: tuple[Drive, ...] = ()
    reference: tuple[float, ...] = ()
    velocity_names: tuple[str, ...] = field(default=())
    walls: tuple[WallOnBody, ...] = ()
    pads: tuple[Pad, ...] = ()
    motors: tuple[int, ...] = ()

    @property
    def dependents(self) -> int:
        """The number of dependent coordinates."""
        return self.tree.nv - self.nv

    @property
    def coordinates(self) -> Model:
        """The independent joints alone, to move about in configuration space.

        Their links' parents and points do not count.
        """
        links = tuple(link for link in self.tree.links if not link.dependent)
        return replace(self.tree, links=links, nq=self.nq, nv=self.nv, points=())

    def with_tree(self, tree: Model) -> Mechanism:
        """Return the mechanism with another model of the same tree."""
        return replace(self, tree=tree)

    def strut(self, name: str) -> Strut:
        """Return the element of a name."""
        return next(each for each in self.struts if each.name == name)
