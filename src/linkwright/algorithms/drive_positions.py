"""From actuator space to joint space: q, v, a from the lengths and rates of drives.

An actuator whose ends lie on two bodies that one joint moves against each other gives
its coordinate in closed form (`loops.reach`). Others, together, by Newton's iteration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms import configuration
from linkwright.algorithms.actuators import (
    drive_jacobian,
    drive_length,
    solve_drives,
)
from linkwright.algorithms.drive_places import drive_places
from linkwright.algorithms.linear_system import no_answer_where
from linkwright.algorithms.loops.embedding import embed
from linkwright.algorithms.loops.newton import BOUND, LAST_STEP, NEAR
from linkwright.algorithms.loops.plan import Plan
from linkwright.algorithms.loops.reach import (
    at_distance,
    moving_joints,
    near_and_far,
)
from linkwright.expr import (
    Array,
    Node,
    Trace,
    absolute,
    dot,
    iterate,
    less,
    lifted,
    logical_and,
    logical_or,
    maximum,
    solve,
    zeros,
)
from linkwright.model.joints import Prismatic, Revolute
from linkwright.model.mechanism import Drive, Mechanism
from linkwright.model.tree import Link


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
        link = only_joint(mechanism, drive) if drive.alone else None
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
    v, dead = solve_drives(mechanism, J, xd, lengths)
    _, bends = at(v)
    a, _ = solve_drives(mechanism, J, xdd - bends, lengths)
    return FromDrives(found.q, v, a, found.out_of_reach, dead)


def only_joint(mechanism: Mechanism, drive: Drive) -> Link | None:
    """Return the joint that alone moves an actuator's ends, if it is this drive's."""
    strut = mechanism.strut(drive.actuators[0])
    moving = moving_joints(mechanism.tree, strut.first, strut.second)
    if len(moving) != 1 or moving[0].v_index != drive.index or moving[0].coupled:
        return None
    link = moving[0]
    return link if isinstance(link.joint, Revolute | Prismatic) else None


def _by_one_joint(
    mechanism: Mechanism, plan: Plan, q: Array, number: int, length: Any
) -> tuple[Any, Any]:
    """Return the joint's coordinate at an actuator's length, and the radicand.

    On the side on which dl/dq has the sign that it has at the reference.
    """
    drive = mechanism.drives[number]
    link = only_joint(mechanism, drive)
    assert link is not None and isinstance(link.joint, Revolute | Prismatic)
    y = Array((*q, *zeros(mechanism.dependents)))
    strut = mechanism.strut(drive.actuators[0])
    a, b = near_and_far(mechanism.tree, y, link, strut.first, strut.second)
    reference = plan.reference[link.q_index]
    return at_distance(link.joint, a, b, length, plan.levers[number], reference)


def _moved_together(mechanism: Mechanism, drives: list[int]) -> list[int]:
    """Return the coordinates of the joints whose actuators are solved together."""
    velocities = [mechanism.drives[k].index for k in drives]
    return [
        link.q_index + i
        for link in configuration.independent(mechanism.tree)
        if any(0 <= v - link.v_index < link.nv for v in velocities)
        for i in range(link.nq)
    ]


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
