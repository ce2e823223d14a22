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
    cos,
    cross,
    dot,
    iterate,
    less,
    lifted,
    logical_and,
    logical_or,
    maximum,
    sin,
    solve,
    sqrt,
    where,
    zeros,
)
from linkwright.model.joints import Prismatic, Revolute
from linkwright.model.mechanism import Drive, Mechanism
from linkwright.model.tree import Link

# An actuator whose lever arm is this small, of its length (or 1), is at a dead point.
DEAD = 1e-9


@dataclass(frozen=True)
class Place:
    """What an entry of the drives' positions is: a drive's length, or a coordinate.

    Attributes:
        drive: number of the drive; None for a coordinate.
        coordinate: index in q; None for a length.
    """

    drive: int | None = None
    coordinate: int | None = None


def drive_places(mechanism: Mechanism) -> list[Place]:
    """Return what the entries of the drives' positions are, joint by joint.

    The lengths of the actuators that drive it, or else its own coordinates: a free
    joint has six lengths where a hexapod's legs drive it, seven coordinates where
    nothing does.
    """
    found = []
    by_velocity = {drive.index: k for k, drive in enumerate(mechanism.drives)}
    for link in configuration.independent(mechanism.coordinates):
        drives = [by_velocity[link.v_index + i] for i in range(link.nv)]
        if any(mechanism.drives[k].actuators for k in drives):
            for i, k in enumerate(drives):
                length = bool(mechanism.drives[k].actuators)
                found.append(Place(k) if length else Place(None, link.q_index + i))
        else:
            found += [Place(None, link.q_index + i) for i in range(link.nq)]
    return found


def drive_positions(motion: Embedding) -> Array:
    """Return where the drives stand, as `drive_places`."""
    mechanism = motion.mechanism
    return Array(
        drive_length(motion, mechanism.drives[place.drive])
        if place.drive is not None
        else motion.q[place.coordinate]
        for place in drive_places(mechanism)
    )


def drive_length(motion: Embedding, drive: Drive) -> Any:
    """Return the length of the (first) actuator that gives a drive's force."""
    strut = motion.mechanism.strut(drive.actuators[0])
    return line_of(motion.mechanism.tree, motion.y, strut).length


def drive_jacobian(motion: Embedding) -> Array:
    """J (nv, nv): rates of the drives = J v."""
    nv = motion.mechanism.nv
    rows = []
    for drive in motion.mechanism.drives:
        if drive.actuators:
            rows.append(motion.slope(drive_length(motion, drive)))
        else:
            rows.append(Array(float(i == drive.index) for i in range(nv)))
    return Array.matrix(rows)


@dataclass(frozen=True, eq=False)
class Positions:
    """Independent coordinates found from the drives' positions (nq,).

    Attributes:
        out_of_reach: for each drive, where no configuration has its length.
    """

    q: Array
    out_of_reach: list[Any]


def from_drive_positions(mechanism: Mechanism, plan: Plan, x: Array) -> Positions:
    """Return the coordinates at which the drives stand at x, as `drive_places`."""
    q: list[Any] = list(plan.reference[: mechanism.nq])
    out: list[Any] = [False] * mechanism.nv
    lengths = lengths_in(mechanism, x)
    for place, value in zip(drive_places(mechanism), x, strict=True):
        if place.coordinate is not None:
            q[place.coordinate] = value
    together = []
    for k in lengths:
        drive = mechanism.drives[k]
        link = _only_joint(mechanism, drive) if drive.alone else None
        if link is None:
            together.append(k)
            continue
        found = _by_one_joint(mechanism, plan, Array(q), k, lengths[k])
        q[link.q_index], radicand = found
        out[k] = less(radicand, 0.0)
    if together:
        missed = _solve_together(mechanism, plan, q, lengths, together)
        for k in together:
            out[k] = missed
    return Positions(Array(q), out)


def lengths_in(mechanism: Mechanism, x: Array) -> dict[int, Any]:
    """Return the lengths among the drives' positions, by the drive's number."""
    places = drive_places(mechanism)
    return {
        place.drive: value
        for place, value in zip(places, x, strict=True)
        if place.drive is not None
    }


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
    found = from_drive_positions(mechanism, plan, x)
    nq, nv = mechanism.nq, mechanism.nv

    def slopes(unknowns: Array) -> list[Any]:
        motion = embed(mechanism, plan, unknowns[:nq])
        v = unknowns[nq:]
        bends = [
            motion.second_rate_of(drive_length(motion, drive), v, zeros(nv))
            if drive.actuators
            else 0.0
            for drive in mechanism.drives
        ]
        return [*drive_jacobian(motion).entries, *bends]

    function = lifted(slopes, nq + nv, _trace(x))

    def at(v: Array) -> tuple[Array, Array]:
        values = function((*found.q, *v), function.constants)
        return Array(values[: nv * nv], nv), values[nv * nv :]

    J, _ = at(zeros(nv))
    given = lengths_in(mechanism, x)
    lengths = Array(given.get(k, 1.0) for k in range(nv))
    v, dead = _solve_drives(mechanism, J, xd, lengths)
    _, bends = at(v)
    a, _ = _solve_drives(mechanism, J, xdd - bends, lengths)
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
    lengths = Array(
        drive_length(motion, drive) if drive.actuators else 1.0
        for drive in mechanism.drives
    )
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


def _moved_together(mechanism: Mechanism, drives: list[int]) -> list[int]:
    """Return the coordinates of the joints whose actuators are solved together."""
    velocities = [mechanism.drives[k].index for k in drives]
    return [
        link.q_index + i
        for link in configuration.independent(mechanism.tree)
        if any(0 <= v - link.v_index < link.nv for v in velocities)
        for i in range(link.nq)
    ]


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
    mechanism: Mechanism, plan: Plan, q: Array, number: int, length: Any
) -> tuple[Any, Any]:
    """Return the joint's coordinate at an actuator's length, and the radicand.

    With a, b the ends on the joint's near and far side, n its axis:
    l^2 = a.a + b.b - 2 a.(R b) = A + rho cos(q - psi); along a slide
    l^2 = |b - a|^2 + 2 q n.(b - a) + q^2. Of the two roots, the one on whose side
    dl/dq has the sign that it has at the reference.
    """
    drive, lever = mechanism.drives[number], plan.levers[number]
    link = _only_joint(mechanism, drive)
    assert link is not None
    a, b = _ends(mechanism, q, drive, link)
    n = link.joint.axis  # type: ignore[attr-defined]
    square = length * length
    reference = plan.reference[link.q_index]
    if isinstance(link.joint, Prismatic):
        apart = b - a
        along = dot(n, apart)
        radicand = along * along - dot(apart, apart) + square
        lever = _side(along + reference, lever)
        return sqrt(radicand) * lever - along, radicand
    axial = dot(a, n) * dot(b, n)
    A = dot(a, a) + dot(b, b) - 2.0 * axial
    B = -2.0 * (dot(a, b) - axial)
    C = -2.0 * dot(a, cross(n, b))
    zero = link.joint.zero if isinstance(link.joint, Revolute) else 0.0
    there = zero + reference
    lever = _side(C * cos(there) - B * sin(there), lever)
    rho = sqrt(B * B + C * C)
    cosine = (square - A) / rho
    radicand = (1.0 - cosine) * (1.0 + cosine)
    sine = sqrt(radicand) * -lever
    angle = atan2(C * cosine + B * sine, B * cosine - C * sine)
    return angle - zero, radicand


def _side(slope: Any, otherwise: float) -> Any:
    """Return the sign of dl/dq at the reference, where the design decides it."""
    if not isinstance(slope, Node):
        return otherwise  # as the assembled robot has it
    return where(less(slope, 0.0), -1.0, where(less(0.0, slope), 1.0, otherwise))


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
    mechanism: Mechanism,
    plan: Plan,
    q: list[Any],
    given: dict[int, Any],
    drives: list[int],
) -> Any:
    """Put into q the coordinates of drives that depend on each other; return misses.

    Newton in the tangent space: J step = x - l, q moved along the step.
    """
    velocities = [mechanism.drives[k].index for k in drives]
    places = _moved_together(mechanism, drives)
    links = [
        link
        for link in configuration.independent(mechanism.tree)
        if link.nv and link.q_index in places
    ]
    n, count = len(drives), len(places)
    start = [plan.reference[i] for i in places]
    targets = Array(given[k] for k in drives)

    def lengths(unknowns: Array) -> list[Any]:
        full = list(q)
        for place, value in zip(places, unknowns, strict=True):
            full[place] = value
        motion = embed(mechanism, plan, Array(full))
        J = drive_jacobian(motion)
        open_by = [
            drive_length(motion, mechanism.drives[k]) - target
            for k, target in zip(drives, targets, strict=True)
        ]
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
