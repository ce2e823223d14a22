"""Newton's and Euler's laws for every body, in plain NumPy from a description.

Only poses, motions and reactions come from linkwright; which connection acts on which
bodies, and every mass, is read from the description here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import linkwright as lw
from linkwright.description import parameter_values, value_of

Array = np.ndarray
WORLD = "world"


@dataclass(frozen=True)
class Connection:
    """What acts between two bodies, and the body or point where it acts."""

    name: str
    predecessor: str
    body: str
    where: str


@dataclass(frozen=True)
class Motions:
    """Poses and motions of all bodies and points, at a batch of states."""

    pose: object
    motion: object
    gravity: Array


def connections(description) -> list[Connection]:
    """Return all joints, closing joints and elements between points."""
    on = {point.name: body.name for body in description.bodies for point in body.points}
    found = [Connection(j.name, j.parent, j.body, j.body) for j in description.joints]
    for loop in description.loops:
        ends = on[loop.first], on[loop.second]
        found.append(Connection(loop.name, *ends, loop.second))
    for each in description.elements:
        if not each.first:
            continue  # acts at a joint, inside that joint's reaction
        first, second, name = on[each.first], on[each.second], each.name
        if each.type == "linear_actuator" and each.pins is not None:
            barrel, rod = f"{name}.barrel", f"{name}.rod"
            found.append(Connection(f"{name}.lower", first, barrel, barrel))
            found.append(Connection(f"{name}.slide", barrel, rod, rod))
            found.append(Connection(f"{name}.upper", rod, second, each.second))
        else:
            found.append(Connection(name, first, second, each.second))
    return found


def motions(robot: lw.Robot, q: Array, v: Array, a: Array) -> Motions:
    return Motions(
        robot.forward_kinematics(q), robot.body_motions(q, v, a), robot.gravity
    )


@dataclass(frozen=True)
class Needs:
    """What bodies need: force, torque about the centre of mass; and power.

    Weight counts as an inertial force, m (a - g). One row for each state.
    """

    force: Array
    torque: Array
    center: Array
    power: Array


def needs(robot: lw.Robot, at: Motions) -> dict[str, Needs]:
    """Return what every body of the mechanism needs to move as it does."""
    description = robot.description
    values = parameter_values(description)

    def number(x):
        return float(value_of(x, values))

    found = {}
    for body in description.bodies:
        pose = at.pose[body.name]
        m, c, inertia = 0.0, np.zeros(3), np.zeros((3, 3))
        if body.inertial is not None:
            m = number(body.inertial.mass)
            c = np.array([number(x) for x in body.inertial.center_of_mass])
            xx, yy, zz, xy, xz, yz = (number(x) for x in body.inertial.inertia)
            inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        R = pose.rotation
        center = pose.position + R @ c
        found[body.name] = _needs(body.name, at, m, center, R @ inertia @ _turned(R))
    for each in description.elements:
        if each.type != "linear_actuator" or each.pins is None:
            continue
        first, second = (at.pose[each.first].position, at.pose[each.second].position)
        along = second - first
        along = along / np.linalg.norm(along, axis=-1, keepdims=True)
        for part, pin, sign in (("barrel", first, 0.5), ("rod", second, -0.5)):
            m = number(each.number(f"{part}_mass"))
            length = number(each.number(f"{part}_length"))
            center = pin + along * (sign * length)
            square = np.eye(3) - along[..., :, None] * along[..., None, :]
            inertia = square * (m * length**2 / 12.0)
            name = f"{each.name}.{part}"
            found[name] = _needs(name, at, m, center, inertia)
    return found


def _needs(name: str, at: Motions, m: float, center: Array, inertia: Array) -> Needs:
    """Newton and Euler; inertia about the centre of mass, in the world's axes."""
    pose, motion = at.pose[name], at.motion[name]
    r = center - pose.position
    w, wd = motion.angular_velocity, motion.angular_acceleration
    velocity = motion.velocity + np.cross(w, r)
    acceleration = motion.acceleration + np.cross(wd, r)
    acceleration = acceleration + np.cross(w, np.cross(w, r))
    force = m * (acceleration - at.gravity)
    spin = np.einsum("...ij,...j", inertia, w)
    torque = np.einsum("...ij,...j", inertia, wd) + np.cross(w, spin)
    power = (force * velocity).sum(-1) + (torque * w).sum(-1)
    return Needs(force, torque, center, power)


def given_to(
    robot: lw.Robot, at: Motions, reactions, body: str, about: Array
) -> tuple[Array, Array, Array]:
    """Return the force and torque that all connections give a body, and their size.

    Torque about ``about``; the size adds the magnitudes, which is what rounding of the
    sum is relative to: of force, and of torque.
    """
    force, torque = np.zeros_like(about), np.zeros_like(about)
    size = np.zeros((*about.shape[:-1], 2))
    for each in connections(robot.description):
        if body not in (each.predecessor, each.body):
            continue
        sign = 1.0 if each.body == body else -1.0
        f, t = reactions[each.name].force, reactions[each.name].torque
        turned = np.cross(at.pose[each.where].position - about, f)
        force += sign * f
        torque += sign * (t + turned)
        size[..., 0] += np.linalg.norm(f, axis=-1)
        size[..., 1] += np.linalg.norm(t, axis=-1) + np.linalg.norm(turned, axis=-1)
    return force, torque, size


def _turned(R: Array) -> Array:
    return np.swapaxes(R, -1, -2)
