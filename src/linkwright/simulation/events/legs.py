"""An integration in legs: from event to event, each begun anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwright.simulation.integrators import COMPILED, compiled_method, stepper
from linkwright.simulation.integrators.attempts import AttemptStepper, Method
from linkwright.simulation.integrators.contract import (
    Counts,
    Problem,
    Step,
    Stepper,
)
from linkwright.simulation.kernels import Kernels


class Legs:
    """Steps of any adaptive method, which can be taken back and begun anew.

    Attributes:
        counts: what all legs took.
    """

    def __init__(self, method: str, problem: Problem, kernels: Kernels) -> None:
        self._problem = problem
        self._begun = problem.begin, problem.state
        self._past = Counts()
        self._attempts: Method | None = None
        if method in COMPILED:
            self._attempts = compiled_method(method, kernels, problem.tolerance)
        self._method, self._kernels = method, kernels
        self._stepper = self._new(problem.begin, problem.state, problem.end)

    @property
    def t(self) -> float:
        """The time reached [s]."""
        return self._stepper.t

    @property
    def x(self) -> np.ndarray:
        """The state reached."""
        return self._stepper.x

    @property
    def counts(self) -> Counts:
        """What all legs took."""
        return self._past + self._stepper.counts

    def step(self) -> Step:
        """Advance by one step."""
        self._begun = self._stepper.t, self._stepper.x
        return self._stepper.step()

    def retaken(self, end: float) -> tuple[np.ndarray, Step | None]:
        """Return the state at a time within the last step, by steps that end there.

        As good as a step's end, where the interpolation may be worse. With its own
        interpolation where it is one step; as None where it takes several.
        """
        begin, x = self._begun
        if end <= begin:
            return x, None
        method = self._attempts
        if method is not None:
            found = method.attempt(begin, x, end - begin)
            self._past.rates += method.rates
            self._past.jacobians += method.jacobians
            return found.state, found.as_step(begin, end)
        again = self._new(begin, x, end)
        while again.t < end:
            again.step()
        self._past = self._past + again.counts
        return again.x, None

    def restart(self, t: float, x: np.ndarray) -> None:
        """Go on from a time and a state."""
        if isinstance(self._stepper, AttemptStepper):
            self._stepper.restart(t, x)
            return
        self._past = self.counts
        self._stepper = self._new(t, x, self._problem.end)

    def move(self, x: np.ndarray) -> None:
        """Go on from another state at the same time, as close as rounding lets it."""
        self._stepper.move(x)

    def _new(self, t: float, x: np.ndarray, end: float) -> Stepper:
        problem = replace(self._problem, begin=t, state=x, end=end)
        if self._attempts is not None:
            return AttemptStepper(self._attempts, problem)
        return stepper(self._method, problem, self._kernels)
