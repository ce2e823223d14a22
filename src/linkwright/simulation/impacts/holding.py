"""The motion of a robot while contacts stay closed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.algorithms.held_contacts import held_accelerations
from linkwright.expr import Array, jacobian
from linkwright.simulation.impacts.walls import Walls

if TYPE_CHECKING:
    from linkwright.simulation.system import At


@dataclass(frozen=True, eq=False)
class Holding:
    """Contacts some of which are held closed.

    Attributes:
        walls: all contacts.
        held: 1.0 for each that is held now, else 0.0; changes in place, so that one
            kernel serves all choices.
    """

    walls: Walls
    held: np.ndarray

    def motion(self, now: At, free: Array) -> tuple[Array, Array]:
        """Return accelerations and contact forces, from the free accelerations."""
        rates = self.walls.rates(now.plant, now.q, now.v)
        rows = jacobian(rates, now.v)
        held = now.symbols.given[len(now.symbols.given) - len(self.held) :]
        mass = mass_with_rotors(now)
        return held_accelerations(mass, free, rows, gap_bias(now, rates), held)


def mass_with_rotors(now: At) -> Array:
    """Return M with what rotors add to its diagonal."""
    M = now.plant.quantity("mass_matrix", {"q": now.q})["M"]
    rows = [list(row) for row in M.rows]
    for i, rotor in enumerate(now.actuated.inertia):
        rows[i][i] = rows[i][i] + rotor
    return Array.matrix(rows)


def gap_bias(now: At, rates: Array) -> Array:
    """Return the gap accelerations at a = 0:  d(gap rate)/dq q'."""
    return jacobian(rates, now.q) @ now.coordinate_rates
