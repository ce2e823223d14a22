"""The whole robot's momentum from poses alone: an independent route to base reactions.

What the floor gives a robot changes the robot's momentum and carries its weight
[Newton, Euler]:

    f = d/dt sum m c' - sum m g
    t = d/dt sum (I w + m (c - o) x c') - sum m (c - o) x g    about a point o at rest

Poses come from forward kinematics; their rates are differences in time, of sixth order,
so that no velocity, acceleration or joint force of linkwright's is used.
"""

from __future__ import annotations

import numpy as np

import linkwright as lw
from linkwright.description import parameter_values, value_of

Array = np.ndarray


def wrench_by_momentum(robot: lw.Robot, q: Array, step: float) -> tuple[Array, Array]:
    """Return force and torque about the world's origin, in the world's axes.

    q are the configurations (n, nq) after every step; six at each end give no result.
    """
    pose = robot.forward_kinematics(q)
    momentum, moments = 0.0, 0.0
    weight, turning = 0.0, 0.0
    for body in robot.bodies:
        if body.inertial is None:
            continue
        mass, center, inertia = numbers(robot, body)
        at = pose[body.name]
        R, c = at.rotation, at.position + at.rotation @ center
        speed = rate(c, step)
        R, c = R[3:-3], c[3:-3]
        I_world = R @ inertia @ np.swapaxes(R, 1, 2)
        spin = np.einsum("nij,nj->ni", I_world, angular_velocity(at.rotation, step))
        momentum = momentum + mass * speed
        moments = moments + spin + mass * np.cross(c, speed)
        weight = weight + mass * robot.gravity
        turning = turning + mass * np.cross(c, robot.gravity)
    return rate(momentum, step) - weight, rate(moments, step) - turning[3:-3]


def numbers(robot: lw.Robot, body: object) -> tuple[float, Array, Array]:
    """Return mass [kg], centre of mass [m] and inertia matrix [kg m^2] of a body."""
    values = parameter_values(robot.description)
    mass, *entries = (
        float(value_of(x, values))
        for x in (
            body.inertial.mass,
            *body.inertial.center_of_mass,
            *body.inertial.inertia,
        )
    )
    x, y, z, xx, yy, zz, xy, xz, yz = entries
    matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return mass, np.array([x, y, z]), matrix


def rate(samples: Array, step: float) -> Array:
    """Return d/dt in the middle of seven samples; error: step^6 / 140 d7/dt7."""
    inner = samples[4:-2] - samples[2:-4]
    middle = samples[5:-1] - samples[1:-5]
    outer = samples[6:] - samples[:-6]
    return (45.0 * inner - 9.0 * middle + outer) / (60.0 * step)


def angular_velocity(R: Array, step: float) -> Array:
    """Return w in the world's axes, of R' = w~ R."""
    spin = rate(R, step) @ np.swapaxes(R[3:-3], 1, 2)
    spin = (spin - np.swapaxes(spin, 1, 2)) / 2.0
    return np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=-1)


def worst_difference(
    robot: lw.Robot, q: Array, given: Array, origin: Array, step: float, switch: int
) -> float:
    """Return how far given wrenches are from this route, relative to the largest.

    Args:
        robot: carried from below.
        q: configurations (n, nq).
        given: force, and torque about the origin, in the world's axes (n, 6).
        origin: where the torque is taken (n, 3) [m].
        step: between samples [s].
        switch: the sample at which accelerations jump; there they are the later ones.
    """
    force = given[:, :3]
    torque = given[:, 3:] + np.cross(origin, force)
    worst = 0.0
    for part in (slice(0, switch + 1), slice(switch, None)):
        found = wrench_by_momentum(robot, q[part], step)
        for expected, ours in zip(found, (force, torque), strict=True):
            off = np.abs(expected - ours[part][6:-6]).max()
            worst = max(worst, float(off / np.abs(ours).max()))
    return worst
