"""The compiled programs of a system's contacts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from linkwright.compile import Kernel
from linkwright.expr import Array, Program, Result, Trace
from linkwright.simulation.impacts.collision import energy_basis
from linkwright.simulation.impacts.holding import (
    Holding,
    contact_rows,
    gap_bias,
    gap_rates_of,
    gaps_of,
    mass_with_rotors,
)
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.loops import Loops
from linkwright.simulation.reference import AndNumbers
from linkwright.simulation.steering import Function
from linkwright.simulation.system import At, System, without_reference


@dataclass(frozen=True, eq=False)
class Terms:
    """What an impact or a resting contact needs to know at one instant.

    Attributes:
        mass: M, rotors included (nv, nv).
        rows: gap rate by velocity (k, nv).
        bias: gap accelerations at a = 0 (k,).
        places, normals: where they touch, and the way off the wall, world (k, 3).
        moving: velocity of each touching place past its wall, by velocity (k, 3, nv).
        gaps, rates: (k,).
        loops: rows of loops that are constraints (l, nv).
    """

    mass: np.ndarray
    rows: np.ndarray
    bias: np.ndarray
    places: np.ndarray
    normals: np.ndarray
    moving: np.ndarray
    gaps: np.ndarray
    rates: np.ndarray
    loops: np.ndarray

    @cached_property
    def basis(self) -> np.ndarray:
        """T: jumps dv = T y are those that loops allow, |y|^2 = dv' M dv."""
        return energy_basis(self.mass, self.loops)

    def tangents(self, at: np.ndarray) -> np.ndarray:
        """Return two directions along the wall for some of the contacts (n, 2, 3)."""
        n = self.normals[at]
        least = np.eye(3)[np.abs(n).argmin(axis=1)]
        first = np.cross(n, least)
        length = np.linalg.norm(first, axis=1, keepdims=True)
        first = first / np.where(length > 0.0, length, 1.0)  # of a stop: none
        return np.stack([first, np.cross(n, first)], axis=1)


class Touching:
    """Gaps and their rates along states; the terms of an instant."""

    def __init__(
        self, kernels: Kernels, function: Function | None, loops: Loops | None
    ) -> None:
        system = kernels.system
        # where things are and how they move asks for no controller
        still = replace(system, controller=None, reference=without_reference())
        self.kernels, self._function, self.loops = kernels, function, loops
        self._own = Kernels(still, kernels.given)
        self.contacts = system.robot.contacts
        self._k = len(self.contacts)

    def watch(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return gaps and gap rates (n, k) at times (n,) and states (n, size)."""
        return self._own.over(self._watched, t, x)

    def terms(self, t: float, x: np.ndarray) -> Terms:
        """Return the terms at a time and a state."""
        found = self._own.over(self._terms, np.array([t]), x[None])
        mass, rows, bias, places, moving, gaps, rates = (each[0] for each in found)
        moving = moving.reshape(self._k, 3, -1)
        at, off = places[:, :3], places[:, 3:]
        closures = np.zeros((0, len(mass)))
        if self.loops is not None:
            closures = self.loops.rows(x)[1]
        return Terms(mass, rows, bias, at, off, moving, gaps, rates, closures)

    def integrate(self, y: np.ndarray, step: np.ndarray) -> np.ndarray:
        """Return coordinates moved by a step of all velocities."""
        if self.loops is not None:
            return self.loops.moved(y, step)
        return self.kernels.system.robot.integrate(y, step)

    @cached_property
    def holding(self) -> Holding:
        """Which contacts are held now; shared with the kernels of that motion."""
        return Holding(np.zeros(self._k))

    @cached_property
    def held(self) -> Kernels:
        """The kernels of the motion with contacts held closed."""
        system = self.kernels.system
        reference = AndNumbers(system.reference, self.holding.held)
        own = replace(system, reference=reference, holding=self.holding)
        return Kernels(own, self.kernels.given)

    @cached_property
    def _watched(self) -> Kernel:
        return self._own.of("gaps", self._traced_watch)

    @cached_property
    def _terms(self) -> Kernel:
        return self._own.of("contact terms", self._traced_terms)

    @cached_property
    def _held_motion(self) -> Kernel:
        return self.held.of("held motion", self._traced_held_motion)

    def held_motion(
        self, t: np.ndarray, x: np.ndarray, held: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return accelerations (n, nv) and contact forces (n, k) [N].

        With contacts held that ``held`` (k,) or (n, k) says.
        """
        system, function = self.kernels.system, self._function
        if function is None:
            given = system.reference.sampled(t)
        else:
            q, v = x[:, system.places.q], x[:, system.places.v]
            forces = [function(*now) for now in zip(t, q, v, strict=True)]
            given = np.asarray(forces, float).reshape(len(t), -1)
        held = np.broadcast_to(held, (len(t), self._k))
        varied = self.held.parameters
        more = [] if varied is None else [varied]
        numbers = np.concatenate([given, held], axis=1)
        return self._held_motion(t[:, None], x, numbers, *more)

    def _traced_watch(self) -> Program:
        trace, now = _now(self._own.system)
        results = {"gaps": gaps_of(now), "rates": gap_rates_of(now)}
        return _program("gaps", trace, results)

    def _traced_terms(self) -> Program:
        trace, now = _now(self._own.system)
        places = now.mover.quantity("contact_places", {"q": now.y})
        moving = now.mover.quantity("contact_place_jacobian", {"q": now.y})
        results = {
            "mass": mass_with_rotors(now),
            "rows": contact_rows(now),
            "bias": gap_bias(now),
            "places": places["contacts"],
            "moving": moving["J"],
            "gaps": gaps_of(now),
            "rates": gap_rates_of(now),
        }
        return _program("contact terms", trace, results)

    def _traced_held_motion(self) -> Program:
        trace, now = _now(self.held.system)
        results = {"a": now.a, "forces": now.contact_forces}
        return _program("held motion", trace, results)


def _program(name: str, trace: Trace, results: dict[str, Array]) -> Program:
    return Program.build(
        name, trace, *(Result.of(key, x) for key, x in results.items())
    )


def _now(system: System) -> tuple[Trace, At]:
    trace = Trace()
    return trace, system.at(system.symbols(trace))
