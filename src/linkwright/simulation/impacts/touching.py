"""The compiled programs of a system's contacts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from linkwright.compile import Kernel
from linkwright.expr import Array, Program, Result, Trace, jacobian
from linkwright.simulation.impacts.holding import (
    Holding,
    gap_bias,
    mass_with_rotors,
)
from linkwright.simulation.impacts.walls import Walls
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.reference import AndNumbers
from linkwright.simulation.system import At, System, without_reference


@dataclass(frozen=True, eq=False)
class Terms:
    """What an impact or a resting contact needs to know at one instant.

    Attributes:
        mass: M, rotors included (nv, nv).
        rows: gap rate and sliding by velocity (k, 3, nv).
        bias: gap accelerations at a = 0 (k,).
        gaps, rates: (k,).
    """

    mass: np.ndarray
    rows: np.ndarray
    bias: np.ndarray
    gaps: np.ndarray
    rates: np.ndarray


class Touching:
    """Gaps and their rates along states; the terms of an instant."""

    def __init__(self, kernels: Kernels, walls: Walls) -> None:
        system = kernels.system
        # where things are and how they move asks for no controller
        still = replace(system, controller=None, reference=without_reference())
        self.kernels, self.walls = kernels, walls
        self._own = Kernels(still, kernels.given)
        self._k, self._nv = len(walls.contacts), system.robot.nv

    def watch(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return gaps and gap rates (n, k) at times (n,) and states (n, size)."""
        both = self._own.over(self._watched, t, x)
        return both[..., : self._k], both[..., self._k :]

    def terms(self, t: float, x: np.ndarray) -> Terms:
        """Return the terms at a time and a state."""
        now = np.array([t])
        mass, rows, bias = self._own.over(self._terms, now, x[None])
        gaps, rates = self.watch(now, x[None])
        rows = rows[0].reshape(self._k, 3, self._nv)
        return Terms(mass[0], rows, bias[0], gaps[0], rates[0])

    @cached_property
    def holding(self) -> Holding:
        """Which contacts are held now; shared with the kernels of that motion."""
        return Holding(self.walls, np.zeros(self._k))

    @cached_property
    def held(self) -> Kernels:
        """The kernels of the motion with contacts held closed."""
        system = self.kernels.system
        reference = AndNumbers(system.reference, self.holding.held)
        own = replace(system, reference=reference, holding=self.holding)
        return Kernels(own, self.kernels.given)

    @cached_property
    def _watched(self) -> Kernel:
        return self._own.of(f"gaps {self.walls.identity}", self._traced_watch)

    @cached_property
    def _terms(self) -> Kernel:
        return self._own.of(f"impact {self.walls.identity}", self._traced_terms)

    @cached_property
    def forces(self) -> Kernel:
        """The forces of the held contacts (n, k) [N]."""
        return self.held.of(f"contact {self.walls.identity}", self._traced_forces)

    def _traced_watch(self) -> Program:
        trace, now = _now(self._own.system)
        gaps = self.walls.gaps(now.plant, now.q)
        rates = self.walls.rates(now.plant, now.q, now.v)
        return Program.build("gaps", trace, Result.of("both", Array((*gaps, *rates))))

    def _traced_terms(self) -> Program:
        trace, now = _now(self._own.system)
        moving = self.walls.velocities(now.plant, now.q, now.v)
        rates = self.walls.rates(now.plant, now.q, now.v)
        results = {
            "mass": mass_with_rotors(now),
            "rows": jacobian(Array(moving.entries), now.v),
            "bias": gap_bias(now, rates),
        }
        return Program.build(
            "impact", trace, *(Result.of(name, x) for name, x in results.items())
        )

    def _traced_forces(self) -> Program:
        trace, now = _now(self.held.system)
        return Program.build("forces", trace, Result.of("forces", now.contact_forces))


def _now(system: System) -> tuple[Trace, At]:
    trace = Trace()
    return trace, system.at(system.symbols(trace))
