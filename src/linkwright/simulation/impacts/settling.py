"""What happens at an instant: impacts, rest, release, until the robot can move on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.robot.contacts import NamedContact
from linkwright.simulation.impacts.collision import Collision, Outcome
from linkwright.simulation.impacts.event import Event, Kind
from linkwright.simulation.impacts.laws import struck
from linkwright.simulation.impacts.least_distance import least_distance
from linkwright.simulation.impacts.options import Impacts
from linkwright.simulation.impacts.touching import Terms
from linkwright.simulation.integrators.contract import StepFailed

if TYPE_CHECKING:
    from linkwright.robot import Robot

_STILL = 1e-8  # of the largest gap acceleration: what counts as none


@dataclass(frozen=True, eq=False)
class Setting:
    """What stays the same from event to event.

    Attributes:
        robot: that moves; ``parameters``: values of its varied design parameters.
        contacts: all of them.
        restitution, friction: theirs (k,).
        options: how impacts are treated.
    """

    robot: Robot
    parameters: dict[str, Any]
    contacts: tuple[NamedContact, ...]
    restitution: np.ndarray
    friction: np.ndarray
    options: Impacts


@dataclass(frozen=True, eq=False)
class Instant:
    """A robot at one time: q, all velocities that are integrated, contacts' terms."""

    time: float
    q: np.ndarray
    v: np.ndarray
    terms: Terms

    def collision(self, at: np.ndarray, setting: Setting) -> Collision:
        """Return the collision of some of the contacts."""
        terms = self.terms
        return Collision(
            terms.mass,
            terms.rows[at],
            terms.tangents(at) @ terms.moving[at],
            terms.loops,
            self.v,
            setting.restitution[at],
            setting.friction[at],
        )

    def event(
        self,
        kind: Kind,
        who: np.ndarray,
        setting: Setting,
        outcome: Outcome | None = None,
        v: np.ndarray | None = None,
    ) -> Event:
        """Return the record of what happens to contacts ``who`` (k,), yes or no."""
        at = np.flatnonzero(who)
        terms, nv = self.terms, setting.robot.nv
        if outcome is None:
            after = self.v if v is None else v
            none = np.zeros(len(at))
            outcome = Outcome(after.copy(), none, np.zeros((len(at), 2)))
        along = np.einsum("kij,ki->kj", terms.tangents(at), outcome.tangent)
        return Event(
            self.time,
            kind,
            tuple(setting.contacts[i] for i in at),
            terms.gaps[at],
            terms.rows[at] @ self.v,
            terms.rows[at] @ outcome.v,
            outcome.normal,
            terms.places[at],
            terms.normals[at],
            terms.moving[at] @ self.v,
            terms.normals[at] * outcome.normal[:, None] + along,
            self.q.copy(),
            self.v[:nv].copy(),
            outcome.v[:nv].copy(),
            0.5 * float(self.v @ terms.mass @ self.v),
            0.5 * float(outcome.v @ terms.mass @ outcome.v),
            outcome.notes,
            setting.robot,
            setting.parameters,
        )


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
    now: Instant, group: np.ndarray, setting: Setting
) -> tuple[np.ndarray, Event]:
    """Return the velocities after an impact of a group of contacts, and its record."""
    collision = now.collision(np.flatnonzero(group), setting)
    outcome = struck(collision, setting.options.law)
    return outcome.v, now.event("impact", group, setting, outcome)


def pressed(
    terms: Terms, free: np.ndarray, resting: np.ndarray, setting: Setting
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return which contacts at rest press on their walls, and which just go along (k,).

    And the gap accelerations of all that follow.

    Gauss's principle: of all accelerations that keep  gap acceleration >= 0  the one
    nearest to the free ones; those with a force are pressed, and are independent. The
    others either open, or are kept closed by those.
    """
    held, along = np.zeros(len(resting), bool), np.zeros(len(resting), bool)
    at = np.flatnonzero(resting)
    G = terms.rows[at] @ terms.basis
    opening = terms.rows[at] @ free + terms.bias[at]
    found = least_distance(G, -opening)
    if found is None:
        names = ", ".join(setting.contacts[i].name for i in at)
        raise StepFailed(
            f"no acceleration keeps these contacts from their walls: {names}",
            "Walls that close on the robot from both sides leave it no way.",
        )
    y, forces = found
    held[at] = forces > 0.0
    left = opening + G @ y
    small = _STILL * float(np.abs(opening).max(initial=0.0))
    along[at] = (forces <= 0.0) & (left <= small) & held.any()
    accelerated = free + terms.basis @ y
    return held, along, terms.rows @ accelerated + terms.bias
