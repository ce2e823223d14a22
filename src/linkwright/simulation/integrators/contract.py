"""What an integrator is given, and what each of its steps must say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

Rates = Callable[[float, np.ndarray], np.ndarray]


@dataclass
class Counts:
    """What an integration took."""

    steps: int = 0
    rejected: int = 0
    rates: int = 0
    jacobians: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.steps + other.steps,
            self.rejected + other.rejected,
            self.rates + other.rates,
            self.jacobians + other.jacobians,
        )

    def __str__(self) -> str:
        return (
            f"{self.steps} steps, {self.rejected} rejected, {self.rates} evaluations"
            f" of the right-hand side, {self.jacobians} of its Jacobian"
        )


@dataclass(frozen=True)
class Step:
    """One accepted step, and the solution inside it.

    Attributes:
        begin, end: times [s].
        interpolate: the state at times (n,) within, (n, size).
    """

    begin: float
    end: float
    interpolate: Callable[[np.ndarray], np.ndarray]


class StepFailed(ArithmeticError):
    """A step could not be taken; the message says why, the remedy what to try."""

    def __init__(self, finding: str, remedy: str = "") -> None:
        super().__init__(finding)
        self.remedy = remedy


class Stepper(Protocol):
    """An integration under way: where it is, and how it goes on.

    Attributes:
        t, x: the time and state reached.
        counts: what it took so far.
    """

    t: float
    x: np.ndarray
    counts: Counts

    def step(self) -> Step:
        """Advance by one step; raises StepFailed where there is none."""
        ...

    def move(self, x: np.ndarray) -> None:
        """Go on from another state, at the same time."""
        ...


@dataclass(frozen=True)
class Problem:
    """dx/dt = rates(t, x), from a state at a time to an end.

    Attributes:
        rates: the right-hand side.
        jacobian: its derivative by x, None where it is not known.
        begin, end: times [s].
        state: at the beginning.
        tolerance: of each step, relative and absolute.
        largest_step: [s], infinite where there is none.
    """

    rates: Rates
    jacobian: Rates | None
    begin: float
    end: float
    state: np.ndarray
    tolerance: float
    largest_step: float = np.inf
