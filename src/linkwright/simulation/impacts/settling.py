"""What happens at an instant: impacts, rest, release, until the robot can move on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.simulation.impacts.collision import Collision, Outcome
from linkwright.simulation.impacts.event import Event, Kind
from linkwright.simulation.impacts.laws import struck
from linkwright.simulation.impacts.least_distance import least_distance
from linkwright.simulation.impacts.options import Impacts
from linkwright.simulation.impacts.touching import Terms
from linkwright.simulation.impacts.walls import Contact
from linkwright.simulation.integrators.contract import StepFailed

TOUCH = 1e-11
"""A gap up to this counts as closed [m]."""
_STILL = 1e-8  # of the largest gap acceleration: what counts as none


@dataclass(frozen=True, eq=False)
class Coefficients:
    """Numbers of all contacts.

    Attributes:
        contacts: who they are.
        restitution, friction: (k,).
    """

    contacts: tuple[Contact, ...]
    restitution: np.ndarray
    friction: np.ndarray


def taking_part(terms: Terms, closed: np.ndarray, options: Impacts) -> np.ndarray:
    """Return which contacts an impact now has (k,), none where none approaches.

    Those that approach and are closed, or will be within the window; and with them
    those at rest on their walls, which the impact may press.
    """
    approaching = terms.rates < -options.rest_speed
    soon = approaching & (terms.gaps <= -terms.rates * options.window)
    hit = (approaching & closed) | soon
    if not hit.any():
        return hit
    return hit | (closed & (terms.rates <= options.rest_speed))


def impact(
    time: float,
    q: np.ndarray,
    v: np.ndarray,
    terms: Terms,
    group: np.ndarray,
    numbers: Coefficients,
    options: Impacts,
) -> tuple[np.ndarray, Event]:
    """Return the velocities after an impact of a group of contacts, and its record."""
    at = np.flatnonzero(group)
    friction = numbers.friction[at] if options.friction else np.zeros(len(at))
    collision = Collision(
        terms.mass,
        terms.rows[at, 0],
        terms.rows[at, 1:],
        np.zeros((0, len(v))),
        v,
        numbers.restitution[at],
        friction,
    )
    found = struck(collision, options.law)
    event = recorded(time, "impact", q, terms, at, numbers, collision, found)
    return found.v, event


def recorded(
    time: float,
    kind: Kind,
    q: np.ndarray,
    terms: Terms,
    at: np.ndarray,
    numbers: Coefficients,
    collision: Collision,
    found: Outcome,
) -> Event:
    """Return the record of what happened to contacts."""
    v = collision.v
    return Event(
        time,
        kind,
        tuple(numbers.contacts[i] for i in at),
        terms.gaps[at],
        terms.rows[at, 0] @ v,
        terms.rows[at, 0] @ found.v,
        terms.rows[at, 1:] @ v,
        found.normal,
        found.tangent,
        q.copy(),
        v.copy(),
        found.v,
        collision.energy(v),
        collision.energy(found.v),
        found.notes,
    )


def pressed(
    terms: Terms,
    free: np.ndarray,
    resting: np.ndarray,
    contacts: tuple[Contact, ...],
) -> tuple[np.ndarray, np.ndarray]:
    """Return which contacts at rest press on their walls, and which just go along (k,).

    Gauss's principle: of all accelerations that keep  gap acceleration >= 0  the one
    nearest to the free ones; those with a force are pressed, and are independent. The
    others either open, or are kept closed by those.
    """
    held, along = np.zeros(len(resting), bool), np.zeros(len(resting), bool)
    at = np.flatnonzero(resting)
    rows = terms.rows[at, 0]
    lower = np.linalg.cholesky(terms.mass)
    G = np.linalg.solve(lower, rows.T).T
    opening = rows @ free + terms.bias[at]
    found = least_distance(G, -opening)
    if found is None:
        names = ", ".join(str(contacts[i]) for i in at)
        raise StepFailed(
            f"no acceleration keeps all contacts open or closed: {names}",
            "Walls that close on the robot from both sides leave it no way.",
        )
    y, forces = found
    held[at] = forces > 0.0
    left = opening + G @ y
    small = _STILL * float(np.abs(opening).max(initial=0.0))
    along[at] = (forces <= 0.0) & (left <= small) & held.any()
    return held, along


def nearest(terms: Terms, closed: np.ndarray, gaps: np.ndarray) -> np.ndarray:
    """Return the smallest jump dv, by kinetic energy, with J dv = -gaps if closed."""
    rows = terms.rows[closed, 0]
    lower = np.linalg.cholesky(terms.mass)
    G = np.linalg.solve(lower, rows.T).T
    y = np.linalg.lstsq(G, -gaps[closed], rcond=1e-10)[0]
    return np.linalg.solve(lower.T, y)
