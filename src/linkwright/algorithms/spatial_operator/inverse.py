"""Inverse dynamics, reactions, effect of external forces  [KUKA Eqs. 9-19, 27]."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.newton_euler import Wrench
from linkwright.algorithms.reactions import (
    ReactionChoice,
    of_tree_joints,
    presented,
)
from linkwright.algorithms.spatial_operator.matrices import collected
from linkwright.algorithms.spatial_operator.operators import (
    Body,
    Operators,
    Spatial,
    nothing,
    operators,
    power,
)
from linkwright.algorithms.spatial_operator.rates import Rates, rates_of
from linkwright.expr import Array, cross, zeros
from linkwright.model.tree import WORLD, Model


def inverse_dynamics(
    model: Model, q: Array, v: Array, a: Array, external: list[Wrench] | None = None
) -> Array:
    """T = H' F, joint forces that produce accelerations a  [KUKA Eqs. 16, 19], (nv,).

    ``external``: wrench on each body at its origin, in its frame.
    """
    found = operators(model, q)
    forces = joint_forces(found, v, a, external)
    tau: list[Any] = [0.0] * model.nv
    for body, force in zip(found.bodies, forces, strict=True):
        for (index, column), armature in zip(body.H, body.armature, strict=True):
            tau[index] = tau[index] + power(column, force) + armature * a[index]
    return Array(tau)


def bias_forces(model: Model, q: Array, v: Array) -> Array:
    """C q' + G: the joint forces at zero acceleration  [KUKA Eq. 23], (nv,)."""
    return inverse_dynamics(model, q, v, zeros(model.nv))


def joint_forces(
    found: Operators, v: Array, a: Array, external: list[Wrench] | None = None
) -> list[Spatial]:
    """F = Phi' (M V' - Omega V - F_G - F_Q)  [KUKA Eqs. 15-17].

    What body i does to body j, at the centre of j, in the world's axes.
    """
    rates = rates_of(found, v)
    V = velocities(found, v)
    V_rate = accelerations(found, rates, V, a)
    gravity = found.model.gravity
    F: list[Spatial] = []
    for k, (body, rate) in enumerate(zip(found.bodies, rates, strict=True)):
        needed = body.M(V_rate[k]) - rate.Omega(V[k])
        needed = needed - Spatial(gravity * body.mass, zeros(3))
        if external is not None:
            needed = needed - at_center(body, external[k])
        F.append(needed)
    for k in reversed(range(len(F))):
        body = found.bodies[k]
        if body.parent != WORLD:
            F[body.parent] = F[body.parent] + body.B_transposed(F[k])
    return F


def velocities(found: Operators, v: Array) -> list[Spatial]:
    """V_j = B_ij V_i + H_j q'  [KUKA Eq. 8]."""
    V: list[Spatial] = []
    for body in found.bodies:
        above = nothing() if body.parent == WORLD else body.B(V[body.parent])
        V.append(above + body.moved(v))
    return V


def accelerations(
    found: Operators, rates: list[Rates], V: list[Spatial], a: Array
) -> list[Spatial]:
    """V_j' = B_ij V_i' + B_ij' V_i + H_j q'' + H_j' q'  [KUKA Eq. 9]."""
    V_rate: list[Spatial] = []
    for body, rate in zip(found.bodies, rates, strict=True):
        own = body.moved(a) + rate.H_rate
        if body.parent != WORLD:
            own = own + body.B(V_rate[body.parent]) + rate.B_rate(V[body.parent])
        V_rate.append(own)
    return V_rate


def external_forces(model: Model, q: Array, external: list[Wrench]) -> Array:
    """-Q = H' Phi' F_Q: the joint forces that wrenches on bodies give [KUKA Eq. 27].

    As the forces F themselves, from the tips inwards.
    """
    found = operators(model, q)
    forces = [
        at_center(body, wrench)
        for body, wrench in zip(found.bodies, external, strict=True)
    ]
    return collected(found, forces)


def at_center(body: Body, wrench: Wrench) -> Spatial:
    """Return force P_j and torque N_j at the centre of mass [KUKA Eq. 50].

    Of a wrench at the body's origin, in its frame.
    """
    force, torque = body.A @ wrench.force, body.A @ wrench.torque
    return Spatial(force, torque - cross(body.center, force))


def joint_reactions(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    choice: ReactionChoice,
    external: list[Wrench] | None = None,
) -> list[Wrench]:
    """Return F as forces and torques of the joints, as they are asked for."""
    found = operators(model, q)
    given = []
    for body, force in zip(
        found.bodies, joint_forces(found, v, a, external), strict=True
    ):
        back = body.A.T
        torque = force.angular + cross(body.center, force.linear)
        given.append(Wrench(back @ force.linear, back @ torque))
    return presented(model, q, of_tree_joints(model, given), choice)
