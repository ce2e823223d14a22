"""Compliant contact: the force of balls that overlap walls or each other.

Along the normal a law of `algorithms.elements`, F = F_e(x) (1 + b x'), never pulling;
against slipping Coulomb's friction, smoothed:  -mu F u / sqrt(u^2 + s^2), u the slip
velocity and s the slip speed at which it has 71 %.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.contact.contacts import (
    Contact,
    ContactState,
    relative_columns,
    touching,
)
from linkwright.algorithms.contact.shapes import faces_of
from linkwright.algorithms.elements import hunt_crossley, lankarani_nikravesh
from linkwright.algorithms.elements.overlap import elastic_energy, elastic_slope
from linkwright.algorithms.kinematics import Pose, forward_kinematics
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.newton_euler import Wrench
from linkwright.expr import Array, cross, dot, maximum, sqrt, zeros
from linkwright.model.mechanism import Pad
from linkwright.model.tree import WORLD, PointOnBody
from linkwright.model.walls import TouchOnBody

LAWS = {
    "hunt_crossley": hunt_crossley.normal_force,
    "lankarani_nikravesh": lankarani_nikravesh.normal_force,
}
SLIP_SPEED = 1e-2  # m/s


@dataclass(frozen=True, eq=False)
class Pressed:
    """A pad at one place where it may press.

    Attributes:
        pad: which one.
        at: the approach of its ball to the wall's face, or to the other ball.
        links: whose body it presses, and that of the wall or the other ball.
    """

    pad: Pad
    at: ContactState
    links: tuple[int, int]

    def slip(self, y: Array) -> tuple[Any, Array]:
        """Return the gap's rate and the slip velocity, at the tree's velocities y."""
        u = zeros(3)
        for index, column in self.at.columns.items():
            u = u + column * y[index]
        rate = dot(self.at.normal, u)
        return rate, u - self.at.normal * rate

    def normal_force(self, gap: Any, rate: Any) -> Any:
        """Return F [N], not below zero."""
        elastic, b = LAWS[self.pad.type](self.pad.numbers, -gap)
        return elastic * maximum(1.0 - b * rate, 0.0)

    def normal_damping(self, gap: Any, step: Any) -> Any:
        """Return -dF/d rate, that of the gap a step later included  [N s/m]."""
        elastic, b = LAWS[self.pad.type](self.pad.numbers, -gap)
        return elastic * b + elastic_slope(self.pad.numbers, -gap) * step

    def grip(self, normal_force: Any, slip: Array) -> Any:
        """Return friction by slip velocity, mu F / sqrt(u^2 + s^2)  [N s/m]."""
        numbers = self.pad.numbers
        s = numbers.get("slip_speed", SLIP_SPEED)
        return (
            numbers.get("friction", 0.0) * normal_force / sqrt(dot(slip, slip) + s * s)
        )

    def force(self, y: Array) -> Array:
        """Return the force on the first body [N], in the world's axes."""
        rate, slip = self.slip(y)
        normal = self.normal_force(self.at.gap, rate)
        return self.at.normal * normal - slip * self.grip(normal, slip)


def pressed(motion: Embedding) -> list[Pressed]:
    """Return every pad at each face that it may press."""
    mechanism = motion.mechanism
    if not mechanism.pads:
        return []
    poses = forward_kinematics(mechanism.tree, motion.y)
    return [each for pad in mechanism.pads for each in _places(motion, pad, poses)]


def _places(motion: Embedding, pad: Pad, poses: list[Pose]) -> Iterator[Pressed]:
    radius = pad.numbers.get("radius", 0.0)
    wall = pad.wall
    if wall is not None:
        ball = TouchOnBody(
            pad.name, "point", pad.first.link, (pad.first.position,), radius, 0.0, 0.0
        )
        for face in faces_of(wall):
            at = touching(motion, Contact(wall, ball, face), poses)
            yield Pressed(pad, at, (pad.first.link, wall.link))
        return
    assert pad.second is not None
    links = pad.first.link, pad.second.link
    second_radius = pad.numbers.get("second_radius", 0.0)
    at = _balls(motion, pad.first, pad.second, radius, second_radius, poses)
    yield Pressed(pad, at, links)


def _balls(
    motion: Embedding,
    first: PointOnBody,
    second: PointOnBody,
    radius: Any,
    second_radius: Any,
    poses: list[Pose],
) -> ContactState:
    """Return the approach of two balls; the normal points at the first one."""
    a = poses[first.link].place(first.position)
    b = poses[second.link].place(second.position)
    apart = a - b
    distance = sqrt(dot(apart, apart) + 1e-30)
    normal = apart / distance
    place = a - normal * radius
    columns = relative_columns(motion, poses, first.link, second.link, place)
    gap = distance - radius - second_radius
    row = {index: dot(normal, column) for index, column in columns.items()}
    return ContactState(motion, None, gap, normal, place, columns, row)


def tree_forces(motion: Embedding, found: list[tuple[Pressed, Array]]) -> Array:
    """Return the generalised forces of forces on pads, per velocity of the tree."""
    total: list[Any] = [0.0] * motion.mechanism.tree.nv
    for each, force in found:
        for index, column in each.at.columns.items():
            total[index] = total[index] + dot(column, force)
    return Array(total)


def pressed_joint_forces(motion: Embedding, velocity: Array | None) -> Array:
    """Return the generalised forces of all pads (nv,); at rest without velocity."""
    mechanism = motion.mechanism
    y = motion.velocity(velocity) if velocity is not None else zeros(mechanism.tree.nv)
    total = tree_forces(motion, [(each, each.force(y)) for each in pressed(motion)])
    return motion.G.T @ total if mechanism.dependents else total


def pressed_wrenches(
    motion: Embedding, velocity: Array
) -> Iterator[tuple[int, Wrench]]:
    """Yield the links that pads press on, and the wrenches at their origins."""
    mechanism = motion.mechanism
    if not mechanism.pads:
        return
    poses = forward_kinematics(mechanism.tree, motion.y)
    y = motion.velocity(velocity)
    for each in pressed(motion):
        force = each.force(y)
        for link, sign in zip(each.links, (1.0, -1.0), strict=True):
            if link != WORLD:
                pose = poses[link]
                push = pose.R.T @ (force * sign)
                arm = pose.R.T @ (each.at.place - pose.O)
                yield link, Wrench(push, cross(arm, push))


def pressed_energy(motion: Embedding) -> Any:
    """Return the energy that overlapping bodies store [J]."""
    total: Any = 0.0
    for each in pressed(motion):
        total = total + elastic_energy(each.pad.numbers, -each.at.gap)
    return total


def implicit_forces(
    motion: Embedding, velocity: Array, step: Any
) -> tuple[Array, Array]:
    """Return Q (nv,) and C (nv, nv): forces at a step's end are Q - step C a.

    The normal force is that of the gap the step ends with if the velocity stays, less
    what a change of velocity adds to it; friction is that of the slip velocity at the
    end with the present grip. So stiff pads and gripping feet bear steps that are long
    for them. With c the columns of a pad's place and n its normal,
    C = sum of g c'c + (d - g) (n'c)'(n'c), g its grip and d its normal damping.
    """
    mechanism = motion.mechanism
    y = motion.velocity(velocity)
    nv = mechanism.tree.nv
    forces: list[tuple[Pressed, Array]] = []
    C: list[list[Any]] = [[0.0] * nv for _ in range(nv)]
    for each in pressed(motion):
        rate, slip = each.slip(y)
        ahead = each.at.gap + rate * step
        normal = each.normal_force(ahead, rate)
        grip = each.grip(normal, slip)
        forces.append((each, each.at.normal * normal - slip * grip))
        stiff = each.normal_damping(ahead, step) - grip
        columns = sorted(each.at.columns.items())
        along = [dot(each.at.normal, column) for _, column in columns]
        for k, (i, column) in enumerate(columns):
            for m, (j, other) in enumerate(columns[: k + 1]):
                entry = grip * dot(column, other) + stiff * along[k] * along[m]
                C[i][j] = C[i][j] + entry
                if i != j:
                    C[j][i] = C[i][j]
    Q, matrix = tree_forces(motion, forces), Array.matrix(C)
    if not mechanism.dependents:
        return Q, matrix
    G = motion.G
    return G.T @ Q, G.T @ matrix @ G
