"""The motion of a robot while contacts stay closed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.algorithms.held_contacts import held_accelerations
from linkwright.expr import Array, solve, zeros

if TYPE_CHECKING:
    from linkwright.simulation.system import At


@dataclass(frozen=True, eq=False)
class Holding:
    """Contacts some of which are held closed.

    Attributes:
        held: of all contacts, 1.0 for each that is held now, else 0.0; changes in
            place, so that one kernel serves all choices.
    """

    held: np.ndarray

    def motion(self, now: At, free: Array) -> tuple[Array, Array]:
        """Return accelerations and contact forces, from the free accelerations."""
        held = now.symbols.given[len(now.symbols.given) - len(self.held) :]
        rows = contact_rows(now)
        if now.system.on_tree:  # where M alone may be singular, and loops answer too
            W = Array.matrix(
                now.accelerations_under(Array(r)) - free for r in rows.rows
            ).T
        else:
            W = solve(mass_with_rotors(now), rows.T, "semidefinite").solution
        return held_accelerations(W, free, rows, gap_bias(now), held)


def mass_with_rotors(now: At) -> Array:
    """Return M with what rotors add to its diagonal."""
    M = now.mover.quantity("mass_matrix", {"q": now.y})["M"]
    rows = [list(row) for row in M.rows]
    for i, rotor in enumerate(now.inertia):
        rows[i][i] = rows[i][i] + rotor
    return Array.matrix(rows)


def gaps_of(now: At) -> Array:
    """Return the gaps of all contacts (k,)."""
    return now.mover.quantity("gaps", {"q": now.y})["gaps"]


def gap_rates_of(now: At) -> Array:
    """Return how fast they grow (k,)."""
    return now.mover.quantity("gap_rates", {"q": now.y, "v": now.w})["rates"]


def contact_rows(now: At) -> Array:
    """Return J, gap rates by velocity (k, nv)."""
    return now.mover.quantity("contact_jacobian", {"q": now.y})["J"]


def gap_bias(now: At) -> Array:
    """Return the gap accelerations at a = 0 (k,)."""
    motion = {"q": now.y, "v": now.w, "a": zeros(len(now.w))}
    return now.mover.quantity("gap_accelerations", motion)["accelerations"]
