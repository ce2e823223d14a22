"""Jacobians of points: velocity of a body's point per joint velocity.

Rows are linear then angular. Frames, as in decision 24:

- ``body``: velocity of the point and of the body, in the body's axes;
- ``world_aligned``: the same in the world's axes;
- ``world``: velocity of the body-fixed point that passes the world's origin.
"""

from __future__ import annotations

from typing import Any, Literal

from linkwright.algorithms.kinematics import (
    Pose,
    axes_in_world,
    forward_kinematics,
    kinematics_from_roots,
)
from linkwright.expr import Array, cross, zeros
from linkwright.model.tree import WORLD, Model

Frame = Literal["body", "world_aligned", "world"]
FRAMES: tuple[Frame, ...] = ("body", "world_aligned", "world")


def point_jacobian(
    model: Model, q: Array, link: int, local: Array, frame: Frame
) -> Array:
    """J (6, nv) of a body's point:  (linear, angular) velocity = J v.

    A joint with axis z and origin O moves the point P by z x (P - O)
    [Siciliano et al., Robotics, Eq. 3.30].
    """
    if frame == "world":
        poses = forward_kinematics(model, q)
        at = zeros(3)
    else:
        poses = kinematics_from_roots(model, q)
        at = poses[link].place(local)
    columns = twist_columns(model, poses, link, at)
    if frame == "body":
        back = poses[link].R.T
        columns = [(back @ linear, back @ angular) for linear, angular in columns]
    return Array.matrix((*linear, *angular) for linear, angular in columns).T


def twist_columns(
    model: Model, poses: list[Pose], link: int, at: Array
) -> list[tuple[Array, Array]]:
    """Return per velocity: that of the body's point at ``at``, and the angular one."""
    columns: list[tuple[Array, Array]] = [(zeros(3), zeros(3))] * model.nv
    for j in model.ancestors(link):
        offset = at - poses[j].O
        for index, ratio, z, u in axes_in_world(model.links[j], poses[j]):
            linear = (u + cross(z, offset)) * ratio
            before = columns[index]
            columns[index] = (before[0] + linear, before[1] + z * ratio)
    return columns


def center_of_mass(model: Model, poses: list[Pose]) -> tuple[Any, Array]:
    """Return total mass and mass times centre of mass, in the world."""
    mass: Any = 0.0
    moment = zeros(3)
    for link, pose in zip(model.links, poses, strict=True):
        m, h = link.inertia.mass, link.inertia.first_moment
        mass = mass + m
        moment = moment + pose.O * m + pose.R @ h
    return mass, moment


def center_of_mass_jacobian(model: Model, q: Array, axes: int = WORLD) -> Array:
    """J (3, nv) of the centre of mass:  velocity = J v, in the axes of a link.

    Each joint moves the mass that hangs on it: z x (sum of moments about O) + u m.
    """
    poses = kinematics_from_roots(model, q)
    mass, _ = center_of_mass(model, poses)
    columns: list[Array] = [zeros(3)] * model.nv
    for k, body in enumerate(model.links):
        m = body.inertia.mass
        h = poses[k].R @ body.inertia.first_moment
        for j in model.ancestors(k):
            moment = h + (poses[k].O - poses[j].O) * m
            for index, ratio, z, u in axes_in_world(model.links[j], poses[j]):
                columns[index] = columns[index] + (u * m + cross(z, moment)) * ratio
    if axes != WORLD:
        back = poses[axes].R.T
        columns = [back @ column for column in columns]
    return Array.matrix(column / mass for column in columns).T
