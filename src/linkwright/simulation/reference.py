"""What a controller follows: positions, velocities and accelerations over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from linkwright.errors import InputError
from linkwright.expr import Array
from linkwright.motions.laws import Law, Rest, motion
from linkwright.motions.trajectory import Trajectory
from linkwright.robot.results import unknown_name

if TYPE_CHECKING:
    from linkwright.robot import Robot


@dataclass(frozen=True)
class Target:
    """Where the robot should be at one time."""

    q: Array
    v: Array
    a: Array


class Reference(Protocol):
    """Gives the target at a time, from numbers that the kernel is given then."""

    @property
    def inputs(self) -> int:
        """How many numbers the kernel is given at each time."""
        ...

    def target(self, t: Any, given: Array) -> Target:
        """Return the target at a time."""
        ...

    def sampled(self, t: np.ndarray) -> np.ndarray:
        """Return the numbers that the kernel is given at times (..., inputs)."""
        ...

    def sampled_rates(self, t: np.ndarray) -> np.ndarray:
        """Return how fast these numbers change."""
        ...


@dataclass(frozen=True)
class ByLaws:
    """A law for every coordinate; part of the program, exact at every time."""

    laws: tuple[Law, ...]
    inputs: int = 0

    def target(self, t: Any, given: Array) -> Target:
        """Return the target at a time."""
        motions = [motion(law, t) for law in self.laws]
        return Target(*(Array(each[order] for each in motions) for order in range(3)))

    def sampled(self, t: np.ndarray) -> np.ndarray:
        """Return the numbers that the kernel is given at times: none."""
        return np.zeros((*np.shape(t), 0))

    def sampled_rates(self, t: np.ndarray) -> np.ndarray:
        """Return how fast they change: there are none."""
        return self.sampled(t)


@dataclass(frozen=True, eq=False)
class ByTable:
    """A sampled motion, between samples by splines; given to the kernel as numbers."""

    motion: Trajectory

    @property
    def inputs(self) -> int:
        """How many numbers the kernel is given at each time."""
        return self.motion.position.shape[1] * 3

    def target(self, t: Any, given: Array) -> Target:
        """Return the target at a time."""
        n = len(given) // 3
        return Target(given[:n], given[n : 2 * n], given[2 * n :])

    def sampled(self, t: np.ndarray) -> np.ndarray:
        """Return position, rate and acceleration at times (..., 3 n)."""
        inside = np.clip(t, self.motion.t[0], self.motion.t[-1])
        return np.concatenate([spline(inside) for spline in self._splines], axis=-1)

    def sampled_rates(self, t: np.ndarray) -> np.ndarray:
        """Return how fast they change."""
        inside = np.clip(t, self.motion.t[0], self.motion.t[-1])
        slopes = [spline(inside, 1) for spline in self._splines]
        return np.concatenate(slopes, axis=-1)

    @cached_property
    def _splines(self) -> tuple[Any, ...]:
        from scipy.interpolate import CubicHermiteSpline, make_interp_spline

        m = self.motion
        return (
            CubicHermiteSpline(m.t, m.position, m.rate),
            CubicHermiteSpline(m.t, m.rate, m.acceleration),
            make_interp_spline(m.t, m.acceleration, k=1),
        )


@dataclass(frozen=True, eq=False)
class AndNumbers:
    """A reference, and numbers that stand behind its own and may change in place."""

    own: Reference
    numbers: np.ndarray

    @property
    def inputs(self) -> int:
        """How many numbers the kernel is given at each time."""
        return self.own.inputs + len(self.numbers)

    def target(self, t: Any, given: Array) -> Target:
        """Return the target at a time."""
        return self.own.target(t, given[: self.own.inputs])

    def sampled(self, t: np.ndarray) -> np.ndarray:
        """Return the numbers that the kernel is given at times (..., inputs)."""
        beside = np.broadcast_to(self.numbers, (*np.shape(t), len(self.numbers)))
        return np.concatenate([self.own.sampled(t), beside], axis=-1)

    def sampled_rates(self, t: np.ndarray) -> np.ndarray:
        """Return how fast these numbers change."""
        still = np.zeros((*np.shape(t), len(self.numbers)))
        return np.concatenate([self.own.sampled_rates(t), still], axis=-1)


def numbers_beside(reference: Reference) -> np.ndarray:
    """Return the numbers that stand behind a reference's own, itself: no copy."""
    return reference.numbers if isinstance(reference, AndNumbers) else np.zeros(0)


def reference_of(robot: Robot, given: Any) -> Reference:
    """Return the reference that a user means, for a robot whose nq is its nv.

    A law for all coordinates, a sequence or a mapping by name of laws or of constant
    positions, a sampled motion, or None: rest at the robot's own reference.
    """
    if isinstance(given, ByLaws | ByTable):
        return given
    if isinstance(given, Trajectory):
        if given.given != "joints" or robot.nq != robot.nv:
            moved = given.joints(robot)
            given = Trajectory(given.name, given.t, "joints", *moved)
        return ByTable(given)
    if robot.nq != robot.nv:
        raise InputError(
            f"robot '{robot.name}' has joints whose velocities are no coordinates'"
            " rates, so laws by coordinate do not describe its motion",
            expectation="A sampled motion, or a controller function of (t, q, v).",
        )
    names = robot.coordinate_names
    rest = robot.reference
    if given is None:
        given = {}
    if isinstance(given, Mapping):
        for name in given:
            if name not in names:
                raise unknown_name("coordinate", name, names)
        given = [given.get(name, rest[i]) for i, name in enumerate(names)]
    elif _is_law(given):
        given = [given] * len(names)
    elif isinstance(given, Sequence | np.ndarray):
        given = list(given)
    else:
        raise InputError(
            f"a reference is of type {type(given).__name__}",
            expectation="A law, a sequence or mapping of laws or numbers, or a sampled"
            " motion.",
        )
    if len(given) != len(names):
        raise InputError(
            f"a reference has {len(given)} entries",
            expectation=f"One for each of: {', '.join(names)}.",
        )
    return ByLaws(tuple(x if _is_law(x) else Rest(float(x)) for x in given))


def _is_law(given: Any) -> bool:
    return hasattr(given, "position") and not isinstance(given, Trajectory)
