"""The textbook algorithms on CasADi's symbols, as a user of CasADi writes them.

Recursive Newton-Euler in the bodies' frames [Luh1980], composite and articulated bodies
[Featherstone2008, chapters 6 and 7], each in three-vectors and 3 x 3 blocks so that no
structural zero is multiplied. casadi_articulated.py has forward dynamics,
casadi_derivatives.py the derivatives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca

from tests.references.plain_tree import WORLD, PlainJoint, PlainTree

Symbol = Any  # casadi.SX


@dataclass(frozen=True, eq=False)
class Placed:
    """A joint at q: the body's pose in its parent, and the velocity of each freedom."""

    joint: PlainJoint
    R: Symbol  # parent <- body
    p: Symbol
    freedoms: tuple[tuple[Symbol, Symbol], ...]  # (angular, linear), body axes
    indices: tuple[int, ...]  # into v


def placed(tree: PlainTree, q: Symbol) -> list[Placed]:
    """Return every joint at q."""
    q_slices, v_slices = tree.coordinate_slices(), tree.velocity_slices()
    result = []
    for joint, q_part, v_part in zip(tree.joints, q_slices, v_slices, strict=True):
        turn, shift, freedoms = _motion(joint, q[q_part])
        fixed = ca.SX(joint.rotation)
        R, p = fixed @ turn, ca.SX(joint.position) + fixed @ shift
        indices = tuple(range(v_part.start, v_part.stop))
        result.append(Placed(joint, R, p, freedoms, indices))
    return result


def _motion(joint: PlainJoint, q: Symbol) -> tuple[Symbol, Symbol, Any]:
    axis, none = ca.SX(joint.axis), ca.SX.zeros(3)
    if joint.type == "revolute":
        sine, cosine = ca.sin(q), ca.cos(q)
        turn = cosine * ca.SX.eye(3) + sine * ca.skew(axis)
        return turn + (1 - cosine) * (axis @ axis.T), none, ((axis, none),)
    if joint.type == "prismatic":
        return ca.SX.eye(3), axis * q, ((none, axis),)
    if joint.type == "free":
        units = [ca.SX.eye(3)[:, k] for k in range(3)]
        freedoms = [(none, unit) for unit in units] + [(unit, none) for unit in units]
        return _quaternion_matrix(q[3:]), q[:3], tuple(freedoms)
    raise ValueError(f"no {joint.type} joint occurs in the benchmarks")


def _quaternion_matrix(quaternion: Symbol) -> Symbol:
    x, y, z, w = ca.vertsplit(quaternion)
    vector = quaternion[:3]
    cross = ca.skew(ca.vertcat(x, y, z))
    return (w * w - ca.dot(vector, vector)) * ca.SX.eye(3) + 2 * (
        vector @ vector.T + w * cross
    )


def forward_kinematics(tree: PlainTree, q: Symbol) -> Symbol:
    """Return every body's rotation and position in the world."""
    poses: list[tuple[Symbol, Symbol]] = []
    for place in placed(tree, q):
        R, p = place.R, place.p
        if place.joint.parent != WORLD:
            R_parent, p_parent = poses[place.joint.parent]
            R, p = R_parent @ R, p_parent + R_parent @ p
        poses.append((R, p))
    return ca.vertcat(*(ca.vertcat(ca.vec(R.T), p) for R, p in poses))


def inverse_dynamics(tree: PlainTree, q: Symbol, v: Symbol, a: Symbol) -> Symbol:
    """Return tau by recursive Newton-Euler, pdd the acceleration of a body's origin."""
    places = placed(tree, q)
    none = ca.SX.zeros(3)
    motion: list[tuple[Symbol, Symbol, Symbol]] = []
    wrench: list[list[Symbol]] = []
    for place in places:
        w, wd, pdd = (none, none, -ca.SX(tree.gravity))
        if place.joint.parent != WORLD:
            w, wd, pdd = motion[place.joint.parent]
        pdd = place.R.T @ (pdd + _at(w, wd, place.p))
        w, wd = place.R.T @ w, place.R.T @ wd
        relative_w, relative_v = _sum(place, v)
        relative_wd, relative_a = _sum(place, a)
        wd = wd + relative_wd + ca.cross(w, relative_w)
        pdd = pdd + relative_a + ca.cross(2 * w + relative_w, relative_v)
        w = w + relative_w
        motion.append((w, wd, pdd))
        mass, h, J = _inertia(place.joint)
        force = mass * pdd + _at(w, wd, h)
        torque = J @ wd + ca.cross(w, J @ w) + ca.cross(h, pdd)
        wrench.append([force, torque])
    tau = [ca.SX(0)] * tree.nv
    for place, (force, torque) in zip(reversed(places), reversed(wrench), strict=True):
        for index, (angular, linear) in zip(place.indices, place.freedoms, strict=True):
            tau[index] = ca.dot(angular, torque) + ca.dot(linear, force)
        if place.joint.parent != WORLD:
            outer = wrench[place.joint.parent]
            turned = place.R @ force
            outer[0] = outer[0] + turned
            outer[1] = outer[1] + place.R @ torque + ca.cross(place.p, turned)
    return ca.vertcat(*tau)


def mass_matrix(tree: PlainTree, q: Symbol) -> Symbol:
    """Return M by composite bodies: mass, first moment h, inertia J at the origin."""
    places = placed(tree, q)
    composite = [list(_inertia(place.joint)) for place in places]
    M = ca.SX(tree.nv, tree.nv)
    for index in reversed(range(len(places))):
        place, (mass, h, J) = places[index], composite[index]
        for column, (angular, linear) in zip(
            place.indices, place.freedoms, strict=True
        ):
            force = mass * linear + ca.cross(angular, h)
            torque = J @ angular + ca.cross(h, linear)
            _project(M, places, index, column, force, torque)
        if place.joint.parent != WORLD:
            outer = composite[place.joint.parent]
            turned = place.R @ h
            shifted = turned + mass * place.p
            outer[0] = outer[0] + mass
            outer[1] = outer[1] + shifted
            cross = ca.skew(place.p) @ ca.skew(turned)
            outer[2] = (
                outer[2]
                + place.R @ J @ place.R.T
                - cross
                - ca.skew(shifted) @ ca.skew(place.p)
            )
    return M


def _project(
    M: Symbol, places: list[Placed], index: int, column: int, force: Any, torque: Any
) -> None:
    """Write a column of M: the force of one freedom seen by every joint inward."""
    while True:
        place = places[index]
        for row, (angular, linear) in zip(place.indices, place.freedoms, strict=True):
            M[row, column] = ca.dot(angular, torque) + ca.dot(linear, force)
            M[column, row] = M[row, column]
        if place.joint.parent == WORLD:
            return
        force = place.R @ force
        torque = place.R @ torque + ca.cross(place.p, force)
        index = place.joint.parent


def _at(w: Symbol, wd: Symbol, p: Symbol) -> Symbol:
    """Return the acceleration of a point p of a body against its origin's."""
    return ca.cross(wd, p) + ca.cross(w, ca.cross(w, p))


def _sum(place: Placed, rates: Symbol) -> tuple[Symbol, Symbol]:
    angular = linear = ca.SX.zeros(3)
    for index, (turn, slide) in zip(place.indices, place.freedoms, strict=True):
        angular, linear = angular + turn * rates[index], linear + slide * rates[index]
    return angular, linear


def _inertia(joint: PlainJoint) -> tuple[Symbol, Symbol, Symbol]:
    """Return mass, first moment, and inertia about the body's origin."""
    c = ca.DM(joint.center_of_mass)
    J = ca.DM(joint.inertia) - joint.mass * ca.skew(c) @ ca.skew(c)
    return ca.SX(joint.mass), ca.SX(joint.mass * c), ca.SX(J)
