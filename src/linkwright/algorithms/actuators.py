"""Actuator space and joint space: lengths of the drives from q, and back.

An actuator whose ends lie on two bodies that one joint moves against each other:
l^2 = A + B cos q + C sin q about any axis, or a quadratic along one [MBD Eqs. 5–14, FK
Eqs. 7–23 as special cases]. Others, together, by Newton's iteration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms import configuration
from linkwright.algorithms.elements.line import line_of
from linkwright.algorithms.linear_system import no_answer_where, solve_equations
from linkwright.algorithms.loops.embedding import Embedding, embed
from linkwright.algorithms.loops.newton import BOUND, LAST_STEP, NEAR
from linkwright.algorithms.loops.plan import Plan
from linkwright.algorithms.loops.relative import path_to_meeting, point_seen_from
from linkwright.expr import (
    Array,
    Node,
    Trace,
    absolute,
    atan2,
    cross,
    dot,
    iterate,
    less,
    lifted,
    logical_and,
    logical_or,
    maximum,
    solve,
    sqrt,
    zeros,
)
from linkwright.model.joints import Prismatic, Revolute
from linkwright.model.mechanism import Drive, Mechanism
from linkwright.model.tree import Link

# An actuator whose lever arm is this small, of its length (or 1), is at a dead point.
DEAD = 1e-9


def drive_values(motion: Embedding) -> Array:
    """Return the drives' coordinates (nv,): lengths of actuators, joints' own else."""
    mechanism = motion.mechanism
    values = []
    for drive in mechanism.drives:
        if drive.actuators:
            strut = mechanism.strut(drive.actuators[0])
            values.append(line_of(mechanism.tree, motion.y, strut).length)
        else:
            values.append(motion.q[_coordinate(mechanism, drive)])
    return Array(values)


def drive_jacobian(motion: Embedding) -> Array:
    """J (nv, nv): rates of the drives = J v."""
    nv = motion.mechanism.nv
    rows = []
    for drive, value in zip(motion.mechanism.drives, drive_values(motion), strict=True):
        if drive.actuators:
            rows.append(motion.slope(value))
        else:
            rows.append(Array(float(i == drive.index) for i in range(nv)))
    return Array.matrix(rows)


@dataclass(frozen=True, eq=False)
class Positions:
    """Independent coordinates found from the drives' (nq,).

    Attributes:
        out_of_reach: for each drive, where no configuration has its length.
    """

    q: Array
    out_of_reach: list[Any]


def from_drive_values(mechanism: Mechanism, plan: Plan, x: Array) -> Positions:
    """Return the coordinates at which the drives stand at x (nv,)."""
    q: list[Any] = list(plan.reference[: mechanism.nq])
    out: list[Any] = [False] * mechanism.nv
    together = []
    for k, drive in enumerate(mechanism.drives):
        if not drive.actuators:
            q[_coordinate(mechanism, drive)] = x[k]
        elif not drive.alone or _only_joint(mechanism, drive) is None:
            together.append(k)
    for k, drive in enumerate(mechanism.drives):
        if drive.actuators and k not in together:
            value, radicand = _by_one_joint(
                mechanism, Array(q), drive, x[k], plan.levers[k]
            )
            q[_coordinate(mechanism, drive)] = value
            out[k] = less(radicand, 0.0)
    if together:
        missed = _solve_together(mechanism, plan, q, x, together)
        for k in together:
            out[k] = missed
    return Positions(Array(q), out)


@dataclass(frozen=True, eq=False)
class FromDrives:
    """The joint-space motion that drives make, with what has no answer."""

    q: Array
    v: Array
    a: Array
    out_of_reach: list[Any]
    dead: list[Any]


def from_drives(
    mechanism: Mechanism, plan: Plan, x: Array, xd: Array, xdd: Array
) -> FromDrives:
    """Return q, v, a from the drives' positions, rates and accelerations.

    J v = xd and J a = xdd - (dJ/dt) v with the drives' Jacobian J.
    """
    found = from_drive_values(mechanism, plan, x)
    nq, nv = mechanism.nq, mechanism.nv

    def slopes(unknowns: Array) -> list[Any]:
        motion = embed(mechanism, plan, unknowns[:nq])
        v = unknowns[nq:]
        bends = [motion.second_rate_of(s, v, zeros(nv)) for s in drive_values(motion)]
        return [*drive_jacobian(motion).entries, *bends]

    function = lifted(slopes, nq + nv, _trace(x))

    def at(v: Array) -> tuple[Array, Array]:
        values = function((*found.q, *v), function.constants)
        return Array(values[: nv * nv], nv), values[nv * nv :]

    J, _ = at(zeros(nv))
    v, dead = _solve_drives(mechanism, J, xd, x)
    _, bends = at(v)
    a, _ = _solve_drives(mechanism, J, xdd - bends, x)
    return FromDrives(found.q, v, a, found.out_of_reach, dead)


def drive_forces(
    motion: Embedding, tau: Array, shares: dict[str, tuple[Any, ...]]
) -> tuple[Array, list[Any]]:
    """Return the drives' forces f with J' f = tau, and where a dead point has none.

    [N or N m] positive along growing coordinates: an actuator pushes. One entry for
    each actuator, and for each joint with a drive of its own. ``shares`` gives for a
    drive of several actuators the ratio of their forces.
    """
    mechanism = motion.mechanism
    lengths = drive_values(motion)
    columns = []
    for drive in mechanism.drives:
        if not drive.actuators:
            columns.append(Array(float(i == drive.index) for i in range(mechanism.nv)))
            continue
        total = zeros(mechanism.nv)
        weights = shares.get(drive.name, (1.0,) * len(drive.actuators))
        for name, weight in zip(drive.actuators, weights, strict=True):
            line = line_of(mechanism.tree, motion.y, mechanism.strut(name))
            total = total + motion.slope(line.length) * weight
        columns.append(total)
    f, dead = _solve_drives(mechanism, Array.matrix(columns).T, tau, lengths)
    forces = []
    for k, drive in enumerate(mechanism.drives):
        weights = shares.get(drive.name, (1.0,) * max(1, len(drive.actuators)))
        forces += [f[k] * weight for weight in weights]
    return Array(forces), dead


def _solve_drives(
    mechanism: Mechanism, matrix: Array, right: Array, lengths: Array
) -> tuple[Array, list[Any]]:
    """Return the solution for each drive's row or column, and where it is dead.

    Drives of one joint alone are divided out; the rest is solved together.
    """
    nv = mechanism.nv
    rows = [
        {j: x for j, x in enumerate(row) if isinstance(x, Node) or x != 0.0}
        for row in matrix.rows
    ]
    found = solve_equations(rows, list(right), nv)
    dead: list[Any] = [False] * nv
    for k, drive in enumerate(mechanism.drives):
        if drive.actuators and drive.alone:
            arm = matrix[k, drive.index] if matrix.columns else 0.0
            dead[k] = less(absolute(arm), lengths[k] * DEAD)
        elif drive.actuators:
            dead[k] = found.singular
    no_answer = no_answer_where(_any(dead))
    return Array(x * no_answer for x in found.values), dead


def _any(conditions: list[Any]) -> Any:
    total: Any = False
    for each in conditions:
        total = logical_or(total, each)
    return total


def _coordinate(mechanism: Mechanism, drive: Drive) -> int:
    """Return the coordinate of a drive's velocity, of a joint of one freedom."""
    for link in mechanism.tree.links:
        if not link.coupled and link.v_index == drive.index and link.nv == 1:
            return link.q_index
    raise AssertionError(drive.name)


def _only_joint(mechanism: Mechanism, drive: Drive) -> Link | None:
    """Return the joint that alone moves an actuator's ends, if it is this drive's."""
    strut = mechanism.strut(drive.actuators[0])
    own, other = path_to_meeting(mechanism.tree, strut.first.link, strut.second.link)
    moving = [mechanism.tree.links[k] for k in (*own, *other)]
    moving = [link for link in moving if link.nv]
    if len(moving) != 1 or moving[0].v_index != drive.index or moving[0].coupled:
        return None
    link = moving[0]
    return link if isinstance(link.joint, Revolute | Prismatic) else None


def _by_one_joint(
    mechanism: Mechanism, q: Array, drive: Drive, length: Any, lever: float
) -> tuple[Any, Any]:
    """Return the joint's coordinate at an actuator's length, and the radicand.

    With a, b the ends on the joint's near and far side, n its axis:
    l^2 = a.a + b.b - 2 a.(R b) = A + rho cos(q - psi); along a slide
    l^2 = |b - a|^2 + 2 q n.(b - a) + q^2. ``lever``: the sign of dl/dq.
    """
    link = _only_joint(mechanism, drive)
    assert link is not None
    a, b = _ends(mechanism, q, drive, link)
    n = link.joint.axis  # type: ignore[attr-defined]
    square = length * length
    if isinstance(link.joint, Prismatic):
        apart = b - a
        along = dot(n, apart)
        radicand = along * along - dot(apart, apart) + square
        return sqrt(radicand) * lever - along, radicand
    axial = dot(a, n) * dot(b, n)
    A = dot(a, a) + dot(b, b) - 2.0 * axial
    B = -2.0 * (dot(a, b) - axial)
    C = -2.0 * dot(a, cross(n, b))
    rho = sqrt(B * B + C * C)
    cosine = (square - A) / rho
    radicand = (1.0 - cosine) * (1.0 + cosine)
    sine = sqrt(radicand) * -lever
    angle = atan2(C * cosine + B * sine, B * cosine - C * sine)
    zero = link.joint.zero if isinstance(link.joint, Revolute) else 0.0
    return angle - zero, radicand


def _ends(
    mechanism: Mechanism, q: Array, drive: Drive, link: Link
) -> tuple[Array, Array]:
    """Return an actuator's ends: near in the joint's frame, far in the body's."""
    tree = mechanism.tree
    strut = mechanism.strut(drive.actuators[0])
    index = next(k for k, each in enumerate(tree.links) if each is link)
    ends = [strut.first, strut.second]
    if index in tree.ancestors(ends[0].link):
        ends.reverse()
    near, far = ends
    y = Array((*q, *zeros(mechanism.dependents)))
    seen = point_seen_from(tree, y, link.parent, near.link, near.position)
    a = link.rotation.apply_inverse(seen - link.position)
    return a, point_seen_from(tree, y, index, far.link, far.position)


def _solve_together(
    mechanism: Mechanism, plan: Plan, q: list[Any], x: Array, drives: list[int]
) -> Any:
    """Put into q the coordinates of drives that depend on each other; return misses.

    Newton in the tangent space: J step = x - l, q moved along the step.
    """
    velocities = [mechanism.drives[k].index for k in drives]
    links = [
        link
        for link in configuration.independent(mechanism.tree)
        if link.nv and link.v_index in velocities
    ]
    places = [link.q_index + i for link in links for i in range(link.nq)]
    n, count = len(drives), len(places)
    start = [plan.reference[i] for i in places]
    targets = Array(x[k] for k in drives)

    def lengths(unknowns: Array) -> list[Any]:
        full = list(q)
        for place, value in zip(places, unknowns, strict=True):
            full[place] = value
        motion = embed(mechanism, plan, Array(full))
        values = drive_values(motion)
        J = drive_jacobian(motion)
        open_by = [values[k] - x[k] for k in drives]
        return [*open_by, *(J[k, i] for k in drives for i in velocities)]

    function = lifted(lengths, count, _trace(targets))

    def step(carry: Array, constants: Array) -> tuple[Any, Any]:
        values = function(carry[:count], constants)
        change = solve(Array(values[n:], n), -values[:n]).solution
        size: Any = 0.0
        for part in change:
            size = maximum(size, absolute(part))
        done = logical_or(
            less(size, LAST_STEP),
            logical_and(less(size, NEAR), less(carry[count], size * 2.0)),
        )
        return (*_moved(links, carry[:count], change), size), done

    def zero(carry: Array, constants: Array) -> list[Any]:
        values = function(carry[:count], constants)
        lost = [dot(part, part) - 1.0 for part in _quaternions(links, carry[:count])]
        return [*values[:n], *lost, carry[count]]

    found = iterate(
        step,
        carry=(*start, 1e9),
        constants=function.constants,
        bound=2 * BOUND,
        residual=zero,
    )
    missed = less(found.converged, 0.5)
    no_answer = no_answer_where(missed)
    for place, value in zip(places, found.carry[:count], strict=True):
        q[place] = value * no_answer
    return missed


def _moved(links: list[Link], q: Array, step: Array) -> list[Any]:
    moved: list[Any] = []
    at = 0
    for link in links:
        part = q[len(moved) : len(moved) + link.nq]
        moved += link.joint.integrate(part, step[at : at + link.nv])
        at += link.nv
    return moved


def _quaternions(links: list[Link], q: Array) -> list[Array]:
    found, at = [], 0
    for link in links:
        at += link.nq
        if link.nq > link.nv:
            found.append(q[at - 4 : at])
    return found


def _trace(values: Array) -> Trace:
    return next(x.trace for x in values if isinstance(x, Node))
