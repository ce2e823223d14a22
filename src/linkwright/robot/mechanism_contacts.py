"""Gaps between a mechanism and walls, and the forces of what touches them."""

from __future__ import annotations

from linkwright.algorithms.contact import contact_states
from linkwright.algorithms.contact.pressing import pressed
from linkwright.expr import (
    Array,
    dot,
)
from linkwright.robot.mechanism_embedded import Embedded, packed_rows
from linkwright.robot.quantities import (
    Outputs,
)


def gaps(m: Embedded) -> Outputs:
    """Return the distances of what may touch."""
    return {"gaps": Array(each.gap for each in contact_states(m.motion))}


def gap_rates(m: Embedded) -> Outputs:
    """Return how fast these distances grow."""
    return {"rates": Array(each.rate(m.v) for each in contact_states(m.motion))}


def gap_accelerations(m: Embedded) -> Outputs:
    """Return the second rates of these distances."""
    return {
        "accelerations": Array(
            dot(each.row, m.a) + each.bias(m.v) for each in contact_states(m.motion)
        )
    }


def contact_jacobian(m: Embedded) -> Outputs:
    """Return the distances' rates per velocity."""
    rows = [tuple(each.row) for each in contact_states(m.motion)]
    return {"J": packed_rows(rows, m.mechanism.nv)}


def contact_places(m: Embedded) -> Outputs:
    """Return where what may touch stands, and the normals there."""
    rows = [(*each.place, *each.normal) for each in contact_states(m.motion)]
    return {"contacts": packed_rows(rows, 6)}


def contact_place_jacobian(m: Embedded) -> Outputs:
    """Return the velocities of these places per velocity."""
    rows = [row for each in contact_states(m.motion) for row in each.jacobian.rows]
    return {"J": packed_rows(rows, m.mechanism.nv)}


def contact_forces(m: Embedded) -> Outputs:
    """Return what each compliant contact presses with."""
    y = m.rates()
    rows = []
    for each in pressed(m.motion):
        rate, slip = each.slip(y)
        spot = each.spot
        normal = each.normal_force(spot.gap, rate)
        force, place = each.force_in_world(y), spot.place_in_world
        rows.append((*force, normal, -spot.gap, *(spot.R @ slip), *place))
    return {"contacts": packed_rows(rows, 11)}
