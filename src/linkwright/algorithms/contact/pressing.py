"""Compliant contact: the force of balls that overlap walls or each other.

Along the normal a law of `algorithms.elements`, F = F_e(x) (1 + b x'), never pulling;
against slipping Coulomb's friction, smoothed:  -mu F u / sqrt(u^2 + s^2), u the slip
velocity and s the slip speed at which it has 71 %.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.contact.shapes import faces_of
from linkwright.algorithms.contact.spots import (
    Spot,
    spot_between_balls,
    spot_on_wall,
)
from linkwright.algorithms.elements import hunt_crossley, lankarani_nikravesh
from linkwright.algorithms.elements.overlap import elastic_energy, elastic_slope
from linkwright.algorithms.kinematics import forward_kinematics
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.newton_euler import Wrench
from linkwright.expr import Array, cross, dot, maximum, sqrt, zeros
from linkwright.model.mechanism import Pad
from linkwright.model.tree import WORLD

LAWS = {
    "hunt_crossley": hunt_crossley.normal_force,
    "lankarani_nikravesh": lankarani_nikravesh.normal_force,
}
SLIP_SPEED = 1e-2  # m/s


@dataclass(frozen=True, eq=False)
class Pressed:
    """A pad at one place where it may press, in the axes of some frame.

    Attributes:
        pad: which one.
        links: whose body it presses, and that of the wall or the other ball.
        spot: the frame, and what the pad's place is in it.
    """

    pad: Pad
    links: tuple[int, int]
    spot: Spot

    def slip(self, y: Array) -> tuple[Any, Array]:
        """Return the gap's rate and the slip velocity, at the tree's velocities y."""
        u = zeros(3)
        for index, column in self.spot.columns.items():
            u = u + column * y[index]
        rate = dot(self.spot.normal, u)
        return rate, u - self.spot.normal * rate

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
        """Return the force on the first body [N], in the frame's axes."""
        rate, slip = self.slip(y)
        normal = self.normal_force(self.spot.gap, rate)
        return self.spot.normal * normal - slip * self.grip(normal, slip)

    def force_in_world(self, y: Array) -> Array:
        """Return the force on the first body [N], in the world's axes."""
        return self.spot.R @ self.force(y)


def pressed(motion: Embedding) -> list[Pressed]:
    """Return every pad at each face that it may press."""
    return [each for pad in motion.mechanism.pads for each in _places(motion, pad)]


def _places(motion: Embedding, pad: Pad) -> Iterator[Pressed]:
    radius = pad.numbers.get("radius", 0.0)
    if pad.wall is not None:
        links = pad.first.link, pad.wall.link
        for face in faces_of(pad.wall):
            yield Pressed(
                pad, links, spot_on_wall(motion, pad.first, radius, pad.wall, face)
            )
        return
    assert pad.second is not None
    links = pad.first.link, pad.second.link
    second_radius = pad.numbers.get("second_radius", 0.0)
    spot = spot_between_balls(motion, pad.first, pad.second, radius, second_radius)
    yield Pressed(pad, links, spot)


def tree_forces(motion: Embedding, found: list[tuple[Pressed, Array]]) -> Array:
    """Return the generalised forces of forces on pads, per velocity of the tree."""
    total: list[Any] = [0.0] * motion.mechanism.tree.nv
    for each, force in found:
        for index, column in each.spot.columns.items():
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
        force = each.force_in_world(y)
        place = each.spot.place_in_world
        for link, sign in zip(each.links, (1.0, -1.0), strict=True):
            if link != WORLD:
                pose = poses[link]
                push = pose.R.T @ (force * sign)
                arm = pose.R.T @ (place - pose.O)
                yield link, Wrench(push, cross(arm, push))


def pressed_energy(motion: Embedding) -> Any:
    """Return the energy that overlapping bodies store [J]."""
    total: Any = 0.0
    for each in pressed(motion):
        total = total + elastic_energy(each.pad.numbers, -each.spot.gap)
    return total


def implicit_forces(
    motion: Embedding, velocity: Array, step: Any
) -> tuple[Array, Array]:
    """Return Q (nv,) and C (nv, nv): forces at a step's end are Q - C a.

    The normal force is that of the gap the step ends with if the velocity stays, less
    what a change of velocity adds to it; friction is that of the slip velocity at the
    end with the present grip. So stiff pads and gripping feet bear steps that are long
    for them. With c the columns of a pad's place, n its normal, g its grip and d its
    normal damping,  C = h sum of c' (g + (d - g) n n') c.
    """
    mechanism = motion.mechanism
    y = motion.velocity(velocity)
    nv = mechanism.tree.nv
    forces: list[tuple[Pressed, Array]] = []
    C: list[list[Any]] = [[0.0] * nv for _ in range(nv)]
    for each in pressed(motion):
        n = each.spot.normal
        rate, slip = each.slip(y)
        ahead = each.spot.gap + rate * step
        normal = each.normal_force(ahead, rate)
        grip = each.grip(normal, slip)
        forces.append((each, n * normal - slip * grip))
        held = grip * step
        stiff = each.normal_damping(ahead, step) * step - held
        columns = sorted(each.spot.columns.items())
        for k, (i, column) in enumerate(columns):
            drag = column * held + n * (stiff * dot(n, column))
            for j, other in columns[: k + 1]:
                C[i][j] = C[i][j] + dot(other, drag)
                C[j][i] = C[i][j]
    Q, matrix = tree_forces(motion, forces), Array.matrix(C)
    if not mechanism.dependents:
        return Q, matrix
    G = motion.G
    return G.T @ Q, G.T @ matrix @ G
