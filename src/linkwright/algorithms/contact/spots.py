"""Where a ball is nearest a wall or another ball, and how that place moves.

On a wall of the world everything is written in the axes of the robot's root body, not
of the world: there the root's own velocities move a place by constants, and the square
of its columns that implicit steps need is half as long.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.contact.contacts import (
    Contact,
    relative_columns,
    touching,
    unit,
)
from linkwright.algorithms.contact.shapes import GAPS
from linkwright.algorithms.contact.shapes.implicit import value_and_gradient
from linkwright.algorithms.kinematics import forward_kinematics
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.loops.relative import place_in
from linkwright.expr import Array, cross, dot, identity, sqrt, zeros
from linkwright.model.tree import WORLD, PointOnBody
from linkwright.model.walls import TouchOnBody, WallOnBody


@dataclass(frozen=True, eq=False)
class Spot:
    """A place where bodies touch, in the axes of some frame.

    Attributes:
        gap: the distance [m].
        normal: unit vector from the wall, or from the second ball.
        place: of the first body, nearest to the other, from the frame's origin.
        columns: its velocity against the other body per velocity of the tree, sparse.
        R, O: the frame in the world.
    """

    gap: Any
    normal: Array
    place: Array
    columns: dict[int, Array]
    R: Array
    O: Array  # noqa: E741

    @property
    def place_in_world(self) -> Array:
        """The place in the world."""
        return self.O + self.R @ self.place


def spot_on_wall(
    motion: Embedding, point: PointOnBody, radius: Any, wall: WallOnBody, face: str
) -> Spot:
    """Return the spot of a ball about a point on a face of a wall."""
    if wall.link == WORLD:
        return _spot_from_root(motion, point, radius, wall, face)
    ball = TouchOnBody("", "point", point.link, (point.position,), radius, 0.0, 0.0)
    poses = forward_kinematics(motion.mechanism.tree, motion.y)
    at = touching(motion, Contact(wall, ball, face), poses)
    return Spot(at.gap, at.normal, at.place, at.columns, identity(3), zeros(3))


def _spot_from_root(
    motion: Embedding, point: PointOnBody, radius: Any, wall: WallOnBody, face: str
) -> Spot:
    tree, y = motion.mechanism.tree, motion.y
    way = list(tree.ancestors(point.link))
    root = way[-1]
    turn, O = tree.links[root].placement(y)  # noqa: E741
    to_link, origin = place_in(tree, y, point.link, root)
    middle = origin + to_link.apply(point.position)

    def gap_at(p: Array) -> Any:
        return GAPS[wall.shape](wall, face, p)

    seen = wall.axes.T @ (O + turn.apply(middle) - wall.position)
    gap, slope = value_and_gradient(gap_at, seen)
    normal = turn.apply_inverse(wall.axes @ unit(slope))
    place = middle - normal * radius
    columns: dict[int, Array] = {}
    for j in reversed(way):
        R_j, O_j = place_in(tree, y, j, root)
        for index, ratio, angular, linear in tree.links[j].freedoms:
            z, u = R_j.apply(angular), R_j.apply(linear)
            moved = (u + cross(z, place - O_j)) * ratio
            columns[index] = columns[index] + moved if index in columns else moved
    return Spot(gap - radius, normal, place, columns, turn.matrix(), O)


def spot_between_balls(
    motion: Embedding,
    first: PointOnBody,
    second: PointOnBody,
    radius: Any,
    second_radius: Any,
) -> Spot:
    """Return the spot of two balls; the normal points at the first one."""
    poses = forward_kinematics(motion.mechanism.tree, motion.y)
    a = poses[first.link].place(first.position)
    b = poses[second.link].place(second.position)
    apart = a - b
    distance = sqrt(dot(apart, apart) + 1e-30)
    normal = apart / distance
    place = a - normal * radius
    columns = relative_columns(motion, poses, first.link, second.link, place)
    gap = distance - radius - second_radius
    return Spot(gap, normal, place, columns, identity(3), zeros(3))
