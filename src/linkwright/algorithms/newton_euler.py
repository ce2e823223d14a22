"""Inverse dynamics by recursive Newton–Euler.

[Luh1980] J. Luh, M. Walker, R. Paul: On-line computational scheme for mechanical
manipulators; MBD Eqs. 28–34 (gravity enters as an acceleration of the world, errata
M13). Every vector is in its body's own frame.

Two devices keep it short. U = dw~ + w~ w~ carries all of a rigid body's angular motion:
the acceleration of a point at r is a0 + U r. With the second moment J about the origin,
the rate of angular momentum is the vector of U J.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, cross, dot, zeros
from linkwright.model.tree import WORLD, Link, Model
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True, eq=False)
class BodyMotion:
    """How a body moves: its pose in the parent and its motion, in its own frame.

    w, wd: angular velocity and acceleration; pdd: acceleration of the origin, less
    gravity; U: dw~ + w~ w~.
    """

    R: Rotation
    p: Array
    w: Array
    wd: Array
    pdd: Array
    U: Array


@dataclass(frozen=True, eq=False)
class Wrench:
    """A force and the torque about the body's origin, in the body's frame."""

    force: Array
    torque: Array

    def __add__(self, other: Wrench) -> Wrench:
        return Wrench(self.force + other.force, self.torque + other.torque)

    def __sub__(self, other: Wrench) -> Wrench:
        return Wrench(self.force - other.force, self.torque - other.torque)


def inverse_dynamics(
    model: Model, q: Array, v: Array, a: Array, external: list[Wrench] | None = None
) -> Array:
    """Joint forces that produce accelerations a:  tau = M(q) a + c(q, v) - f_ext.

    Recursive Newton–Euler [Luh1980; MBD Eqs. 28–34], on the spanning tree.
    q [rad or m] (nq,);  v, a (nv,).  external: wrench on each body at its origin, in
    its frame.  Returns tau [N m or N] (nv,); armature included, friction not.
    """
    motion: list[BodyMotion] = []
    needed: list[Wrench] = []
    # A body's wrench follows its motion at once: less stays alive between the passes.
    for body in body_motion(model, q, v, a):  # outward: w, wd, pdd
        motion.append(body)
        needed.append(body_wrench(model, len(needed), body, external))
    given = joint_wrench(model, motion, needed)  # inward
    return joint_force(model, given, a)


def forces_of_wrenches(model: Model, q: Array, external: list[Wrench]) -> Array:
    """Return the joint forces (nv,) that wrenches on the bodies give: their power.

    ``external`` as in `inverse_dynamics`, whose tau is less by these.
    """
    still = zeros(model.nv)
    motion = list(body_motion(model.without_gravity(), q, still, still))
    return joint_force(model, joint_wrench(model, motion, external), still)


def body_motion(model: Model, q: Array, v: Array, a: Array) -> Iterator[BodyMotion]:
    """Yield every body's motion, outwards from the world [MBD Eqs. 28–31]."""
    motions: list[BodyMotion] = []
    for link in model.links:
        R, p = link.placement(q)
        if link.parent == WORLD:
            w, wd, pdd = zeros(3), zeros(3), R.apply_inverse(-model.gravity)
        else:
            parent = motions[link.parent]
            w = R.apply_inverse(parent.w)
            wd = R.apply_inverse(parent.wd)
            pdd = R.apply_inverse(parent.pdd + parent.U @ p)
        # r, u: velocity of the body relative to its parent; rd, ud their rates.
        r, u = relative_velocity(link, link.velocities(v))
        rd, ud = relative_velocity(link, link.velocities(a))
        pdd = pdd + ud + cross(r, u) + cross(w, u * 2.0)
        wd = wd + rd + cross(w, r)
        w = w + r
        motions.append(BodyMotion(R, p, w, wd, pdd, angular_motion(w, wd)))
        yield motions[-1]


def relative_velocity(link: Link, rates: Array) -> tuple[Array, Array]:
    """Return the angular and linear velocity S rates, in the body's frame."""
    r, u = zeros(3), zeros(3)
    for rate, (angular, linear) in zip(rates, link.joint.subspace, strict=True):
        r, u = r + angular * rate, u + linear * rate
    return r, u


def angular_motion(w: Array, wd: Array) -> Array:
    """Return U = wd~ + w~ w~."""
    x, y, z = w
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    return Array.matrix(
        [
            [-(yy + zz), xy - wd[2], xz + wd[1]],
            [xy + wd[2], -(xx + zz), yz - wd[0]],
            [xz - wd[1], yz + wd[0], -(xx + yy)],
        ]
    )


def body_wrench(
    model: Model, k: int, motion: BodyMotion, external: list[Wrench] | None
) -> Wrench:
    """Return the wrench that body k needs beyond its external one."""
    needed = inertia_wrench(model.links[k].inertia, motion.U, motion.pdd)
    return needed if external is None else needed - external[k]


def inertia_wrench(inertia: Inertia, U: Array, pdd: Array) -> Wrench:
    """Return m pdd + U h and vec(U J) + h x pdd [Newton; Euler]."""
    h, P = inertia.first_moment, U @ inertia.second_moment
    spin = Array((P[2, 1] - P[1, 2], P[0, 2] - P[2, 0], P[1, 0] - P[0, 1]))
    return Wrench(pdd * inertia.mass + U @ h, spin + cross(h, pdd))


def joint_wrench(
    model: Model, motion: list[BodyMotion], wrench: list[Wrench]
) -> list[Wrench]:
    """Return what each joint gives its body, inwards [MBD Eqs. 33, 34].

    The wrench by the predecessor on the body, at the joint (the body's origin), in
    the body's frame.
    """
    total = list(wrench)
    for index in reversed(range(len(model.links))):
        parent = model.links[index].parent
        if parent != WORLD:
            body = motion[index]
            force = body.R.apply(total[index].force)
            torque = body.R.apply(total[index].torque) + cross(body.p, force)
            total[parent] = total[parent] + Wrench(force, torque)
    return total


def joint_force(model: Model, wrench: list[Wrench], a: Array) -> Array:
    """Return each joint's generalised force, the wrench along its freedoms."""
    tau: list[Any] = [0.0] * model.nv
    for link, given in zip(model.links, wrench, strict=True):
        for index, ratio, angular, linear in link.freedoms:
            power = dot(angular, given.torque) + dot(linear, given.force)
            tau[index] = tau[index] + ratio * power
            inertia = link.armature * (ratio * ratio)
            tau[index] = tau[index] + inertia * a[index]
    return Array(tau)
