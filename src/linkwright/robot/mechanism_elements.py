"""Where a mechanism's elements, loops and dependent joints stand."""

from __future__ import annotations

from linkwright.algorithms.elements.forces import (
    angle_near_reference,
    beyond_limits,
    loaded,
)
from linkwright.algorithms.elements.line import Line, line_of
from linkwright.algorithms.kinematics import Pose, forward_kinematics
from linkwright.algorithms.loops.state import loop_distances
from linkwright.expr import (
    Array,
    cross,
    dot,
    identity,
    sqrt,
)
from linkwright.model.tree import WORLD, PointOnBody
from linkwright.robot.mechanism_embedded import Embedded, packed_rows
from linkwright.robot.quantities import (
    Outputs,
)

ELEMENT_WIDTH = 24


def element_rows(m: Embedded) -> Outputs:
    """Length, rate, acceleration, angle, tension, limits, pose of elements.

    An actuator's tension follows from the robot's motion and is not told here: NaN.
    """
    tensions = {each.line.strut.name: each.tension for each in loaded(m.motion, m.v)}
    tree = m.mechanism.tree
    poses = forward_kinematics(tree, m.motion.y)
    rows = []
    for strut in m.mechanism.struts:
        line = line_of(tree, m.motion.y, strut)
        length = line.length
        direction = axes_of(poses, strut.first.link) @ line.direction
        rows.append(
            (
                length,
                m.motion.rate_of(length, m.v),
                m.motion.second_rate_of(length, m.v, m.a),
                line.angle,
                tensions.get(strut.name, sqrt(-1.0 - length * length)),  # or NaN
                beyond_limits(strut, length),
                *direction,
                *_element_axes(line, axes_of(poses, strut.first.link)).entries,
                *place_of_point(poses, strut.first),
                *place_of_point(poses, strut.second),
            )
        )
    return {"elements": packed_rows(rows, ELEMENT_WIDTH)}


def axes_of(poses: list[Pose], link: int) -> Array:
    """Return a body's rotation, the world's for the world."""
    return identity(3) if link == WORLD else poses[link].R


def place_of_point(poses: list[Pose], point: PointOnBody) -> Array:
    """Return a point's position in the world."""
    if point.link == WORLD:
        return point.position
    return poses[point.link].place(point.position)


def _element_axes(line: Line, R: Array) -> Array:
    """Return the element's axes in the world (3, 3): z along it, x along its pins.

    Where its ends are balls, x is square to it as near the first body's x as may be.
    """
    z = line.direction
    x = line.strut.pins - z * dot(line.strut.pins, z)
    x = x / sqrt(dot(x, x))
    y = cross(z, x)
    return R @ Array.matrix((x, y, z)).T


def loop_state(m: Embedded) -> Outputs:
    """Distance from a singular position, and branch, of every stage's loops."""
    distances = loop_distances(m.motion, m.plan)
    rows = [
        (distance, stage.branch)
        for distance, stage in zip(distances, m.plan.stages, strict=True)
    ]
    return {"loops": packed_rows(rows, 2)}


def dependent(m: Embedded) -> Outputs:
    """Return the coordinates that loops decide, turns within pi of the reference."""
    links = {link.q_index: link for link in m.mechanism.tree.links if link.dependent}
    places = range(m.mechanism.nq, m.mechanism.tree.nq)
    return {
        "dependent": Array(angle_near_reference(m.motion, links[i]) for i in places)
    }


def tree_state(m: Embedded) -> Outputs:
    """Return coordinates and velocities of all joints of the tree."""
    whole = (*m.motion.q, *dependent(m)["dependent"])
    return {"q": Array(whole), "v": m.rates()}
