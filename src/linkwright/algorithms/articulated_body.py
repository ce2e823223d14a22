"""Forward dynamics by articulated bodies.

[Featherstone2008, Table 7.1], in body frames, with accelerations of origins in place
of spatial ones: velocity terms then enter as in Newton–Euler.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.articulated_inertia import ArticulatedInertia
from linkwright.algorithms.newton_euler import (
    Wrench,
    angular_motion,
    inertia_wrench,
    relative_velocity,
)
from linkwright.errors import InputError
from linkwright.expr import Array, cross, dot, zeros
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True, eq=False)
class VelocityMotion:
    """A body's pose in its parent, its velocity w, and its velocity-product terms.

    c_w, c_p: the angular and linear acceleration that velocities alone add to what
    the parent's acceleration gives.
    """

    R: Rotation
    p: Array
    w: Array
    c_w: Array
    c_p: Array


@dataclass(frozen=True, eq=False)
class Elimination:
    """One freedom taken out of the tree: what its acceleration will follow from.

    acceleration = (u - U . a) / D, a the acceleration before this freedom adds.
    """

    U: Wrench
    u: Any
    D: Any
    D_inverse: Any


def articulated_body(
    model: Model, q: Array, v: Array, tau: Array, external: list[Wrench] | None = None
) -> tuple[Array, dict[int, Any]]:
    """Accelerations that joint forces produce:  a = M(q)^-1 (tau + f_ext - c(q, v)).

    Articulated bodies [Featherstone2008, Table 7.1].  q (nq,);  v, tau (nv,).
    external: wrench on each body at its origin, in its frame.  Returns a (nv,), and
    the pivot D of each velocity.
    Coupled joints must be siblings (``clusters`` is not None).
    """
    groups = clusters(model)
    if groups is None:
        raise InputError(
            f"articulated bodies: joints of robot '{model.name}' on different parents"
            " follow one drive",
            expectation="The tree's articulated inertia factors where coupled joints"
            " have one parent.",
            remedy="Leave formulation out, or take 'composite_body'.",
        )
    inertia = [ArticulatedInertia.of(link.inertia) for link in model.links]
    motion: list[VelocityMotion] = []
    bias: list[Wrench] = []
    for body in velocity_motion(model, q, v):  # outward
        motion.append(body)
        bias.append(velocity_wrench(model, len(bias), body, external))
    eliminations = {}
    for group in reversed(groups):  # inward
        eliminate = _eliminate_joint if len(group) == 1 else _eliminate_cluster
        eliminations[group] = eliminate(model, group, motion, inertia, bias, tau)
    a = _accelerations(model, groups, motion, eliminations)  # outward
    return a, _pivots(model, eliminations)


def mass_matrix_inverse(model: Model, q: Array) -> tuple[Array, dict[int, Any]]:
    """M^-1 (nv, nv), column by column: what a unit force does to a robot at rest."""
    free, n = model.without_gravity(), model.nv
    columns, pivots = [], {}
    for k in range(n):
        unit = Array(1.0 if i == k else 0.0 for i in range(n))
        column, pivots = articulated_body(free, q, zeros(n), unit)
        columns.append(column)
    entries = (columns[max(i, j)][min(i, j)] for i in range(n) for j in range(n))
    return Array(entries, n), pivots


def clusters(model: Model) -> list[tuple[int, ...]] | None:
    """Return the links that move by the same coordinates, group by group.

    None where joints of different parents follow one drive: the tree's articulated
    inertia does not factor then.
    """
    groups: dict[tuple[str, int], list[int]] = {}
    for k, link in enumerate(model.links):
        # A fixed body moves by no coordinate: it is a group of its own.
        moved_by = ("velocity", link.v_index) if link.nv else ("fixed", k)
        group = groups.setdefault(moved_by, [])
        if group and model.links[group[0]].parent != link.parent:
            return None
        group.append(k)
    return [tuple(group) for group in groups.values()]


def velocity_motion(model: Model, q: Array, v: Array) -> Iterator[VelocityMotion]:
    """Yield velocities and velocity-product accelerations, outwards."""
    motions: list[VelocityMotion] = []
    for link in model.links:
        R, p = link.placement(q)
        w, carried = zeros(3), zeros(3)
        if link.parent != WORLD:
            above = motions[link.parent].w
            w = R.apply_inverse(above)
            carried = R.apply_inverse(cross(above, cross(above, p)))
        r, u = relative_velocity(link, link.velocities(v))
        c_p = carried + cross(r, u) + cross(w, u * 2.0)
        motions.append(VelocityMotion(R, p, w + r, cross(w, r), c_p))
        yield motions[-1]


def velocity_wrench(
    model: Model, k: int, motion: VelocityMotion, external: list[Wrench] | None
) -> Wrench:
    """Return the wrench that body k needs at zero acceleration of its own."""
    U = angular_motion(motion.w, zeros(3))
    needed = inertia_wrench(model.links[k].inertia, U, zeros(3))
    return needed if external is None else needed - external[k]


def _eliminate_joint(
    model: Model,
    group: tuple[int, ...],
    motion: list[VelocityMotion],
    inertia: list[ArticulatedInertia],
    bias: list[Wrench],
    tau: Array,
) -> list[Elimination]:
    """Take a joint's freedoms out one by one; hand the rest on to its parent."""
    (k,) = group
    link, body = model.links[k], motion[k]
    articulated, given = inertia[k], bias[k]
    taken = []
    for index, _, angular, linear in link.freedoms:
        U = articulated.wrench(angular, linear)
        D = dot(angular, U.torque) + dot(linear, U.force) + link.armature
        u = tau[index] - dot(angular, given.torque) - dot(linear, given.force)
        D_inverse = 1.0 / D
        taken.append(Elimination(U, u, D, D_inverse))
        last = index == link.v_index + link.nv - 1
        if last and link.parent == WORLD:
            break
        scaled = Wrench(U.force * D_inverse, U.torque * D_inverse)
        # An armature leaves something along the freedom itself.
        exact = link.armature.__class__ is float and link.armature == 0.0
        freedom = (angular, linear) if exact else None
        articulated = articulated.without(U, scaled, freedom)
        share = u * D_inverse
        given = given + Wrench(U.force * share, U.torque * share)
    if link.parent != WORLD:
        given = given + articulated.wrench(body.c_w, body.c_p)
        _hand_on(link.parent, body, articulated, given, inertia, bias)
    return taken


def _eliminate_cluster(
    model: Model,
    group: tuple[int, ...],
    motion: list[VelocityMotion],
    inertia: list[ArticulatedInertia],
    bias: list[Wrench],
    tau: Array,
) -> list[Elimination]:
    """Take out sibling joints that follow one drive, in their parent's frame.

    D = sum r^2 S' I S,  U = sum r X' I S,  and the parent sees
    sum X' I X - U U'/D.
    """
    U = Wrench(zeros(3), zeros(3))
    D: Any = 0.0
    index = model.links[group[0]].v_index
    u: Any = tau[index]
    parent = model.links[group[0]].parent
    for k in group:
        link, body = model.links[k], motion[k]
        ((_, ratio, angular, linear),) = link.freedoms
        needed = bias[k] + inertia[k].wrench(body.c_w, body.c_p)
        along = inertia[k].wrench(angular, linear)
        power = dot(angular, along.torque) + dot(linear, along.force)
        D = D + (power + link.armature) * (ratio * ratio)
        u = u - (dot(angular, needed.torque) + dot(linear, needed.force)) * ratio
        force = body.R.apply(along.force) * ratio
        torque = body.R.apply(along.torque) * ratio + cross(body.p, force)
        U = U + Wrench(force, torque)
        if parent != WORLD:
            _hand_on(parent, body, inertia[k], needed, inertia, bias)
    D_inverse = 1.0 / D
    if parent != WORLD:
        scaled = Wrench(U.force * D_inverse, U.torque * D_inverse)
        inertia[parent] = inertia[parent].without(U, scaled)
        share = u * D_inverse
        bias[parent] = bias[parent] + Wrench(U.force * share, U.torque * share)
    return [Elimination(U, u, D, D_inverse)]


def _hand_on(
    parent: int,
    body: VelocityMotion,
    articulated: ArticulatedInertia,
    given: Wrench,
    inertia: list[ArticulatedInertia],
    bias: list[Wrench],
) -> None:
    inertia[parent] = inertia[parent] + articulated.from_parent(body.R, body.p)
    force = body.R.apply(given.force)
    torque = body.R.apply(given.torque) + cross(body.p, force)
    bias[parent] = bias[parent] + Wrench(force, torque)


def _accelerations(
    model: Model,
    groups: list[tuple[int, ...]],
    motion: list[VelocityMotion],
    eliminations: dict[tuple[int, ...], list[Elimination]],
) -> Array:
    """Return a, outwards; gravity is an acceleration of the world."""
    a: list[Any] = [0.0] * model.nv
    moved: dict[int, tuple[Array, Array]] = {WORLD: (zeros(3), -model.gravity)}
    for group in groups:
        taken = eliminations[group]
        parent = model.links[group[0]].parent
        if len(group) > 1:
            a[model.links[group[0]].v_index] = _rate(taken[0], *moved[parent])
        for k in group:
            link, body = model.links[k], motion[k]
            wd, pdd = moved[parent]
            if parent != WORLD:
                pdd = pdd + cross(wd, body.p)
            wd = body.R.apply_inverse(wd) + body.c_w
            pdd = body.R.apply_inverse(pdd) + body.c_p
            freedoms = list(enumerate(link.freedoms))
            for step, (index, ratio, angular, linear) in reversed(freedoms):
                if len(group) == 1:
                    a[index] = _rate(taken[step], wd, pdd)
                rate = a[index] * ratio
                wd, pdd = wd + angular * rate, pdd + linear * rate
            moved[k] = (wd, pdd)
    return Array(a)


def _pivots(
    model: Model, eliminations: dict[tuple[int, ...], list[Elimination]]
) -> dict[int, Any]:
    """Return D by the index of its velocity."""
    return {
        model.links[group[0]].v_index + step: taken.D
        for group, steps in eliminations.items()
        for step, taken in enumerate(steps)
    }


def _rate(taken: Elimination, wd: Array, pdd: Array) -> Any:
    before = dot(taken.U.torque, wd) + dot(taken.U.force, pdd)
    return (taken.u - before) * taken.D_inverse
