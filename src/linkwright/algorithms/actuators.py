"""Actuator space from joint space: lengths of the drives, their Jacobian, their forces.

The way back, q from lengths, is `drive_positions`.
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.drive_places import drive_places
from linkwright.algorithms.elements import linear_actuator
from linkwright.algorithms.linear_system import no_answer_where, solve_equations
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.expr import Array, Node, absolute, less, logical_or, zeros
from linkwright.model.mechanism import Drive, Mechanism

# An actuator whose lever arm is this small, of its length (or 1), is at a dead point.
DEAD = 1e-9


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
    return linear_actuator.length(motion, strut)


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
            arms = linear_actuator.lever_arms(motion, mechanism.strut(name))
            total = total + arms * weight
        columns.append(total)
    f, dead = solve_drives(mechanism, Array.matrix(columns).T, tau, lengths)
    forces = []
    for k, drive in enumerate(mechanism.drives):
        weights = shares.get(drive.name, (1.0,) * max(1, len(drive.actuators)))
        forces += [f[k] * weight for weight in weights]
    return Array(forces), dead


def solve_drives(
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
