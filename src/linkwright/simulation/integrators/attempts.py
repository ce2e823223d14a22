"""Adaptive steps whose every attempt is one call of a kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwright.simulation.integrators.contract import (
    Counts,
    Problem,
    Step,
    StepFailed,
)

_SAFETY, _LEAST, _MOST = 0.9, 0.2, 6.0
_SMALLEST = 16.0  # of the time's own rounding


@dataclass(frozen=True)
class Attempt:
    """A step tried.

    Attributes:
        state: at its end.
        error: in units of the tolerance; accepted up to 1.
        interpolate: from shares of the step (n,) to states (n, size).
    """

    state: np.ndarray
    error: float
    interpolate: Callable[[np.ndarray], np.ndarray]

    def as_step(self, begin: float, end: float) -> Step:
        """Return it as the step from one time to another."""
        h = end - begin
        return Step(begin, end, lambda t: self.interpolate((t - begin) / h))


@dataclass(frozen=True)
class Method:
    """An adaptive method by attempts.

    Attributes:
        attempt: from time, state and step to what came of it.
        order: of the error estimate.
        rates: evaluations of the right-hand side in an attempt.
        jacobians: likewise.
    """

    attempt: Callable[[float, np.ndarray, float], Attempt]
    order: int
    rates: int
    jacobians: int


class AttemptStepper:
    """Steps as long as the tolerance lets them be."""

    def __init__(self, method: Method, problem: Problem) -> None:
        self.t, self.x = problem.begin, np.array(problem.state, float)
        self.counts = Counts()
        self._method, self._problem = method, problem
        self._h = min(self._first_step(), problem.largest_step)

    def step(self) -> Step:
        """Advance by one step."""
        method, counts, begin = self._method, self.counts, self.t
        left = self._problem.end - begin
        grow = _MOST
        while True:
            h = min(self._h, self._problem.largest_step)
            if h >= left * (1.0 - 1e-12):
                h = left
            elif h > 0.5 * left:  # two equal steps rather than a splinter
                h = 0.5 * left
            if h < _SMALLEST * np.spacing(abs(begin)):
                raise StepFailed(f"the step size collapsed to {h:.3g} s")
            found = method.attempt(begin, self.x, h)
            counts.rates += method.rates
            counts.jacobians += method.jacobians
            error = found.error
            if not error <= 1.0:  # too large, or not a number
                counts.rejected += 1
                shrink = _SAFETY * error ** (-1.0 / (method.order + 1.0))
                self._h = h * (max(_LEAST, shrink) if error < np.inf else _LEAST)
                grow = 1.0
                continue
            counts.steps += 1
            growth = _SAFETY * max(error, 1e-10) ** (-1.0 / (method.order + 1.0))
            self._h = h * min(grow, max(_LEAST, growth))
            self.t = begin + h if h < left else self._problem.end
            self.x = found.state
            return found.as_step(begin, self.t)

    def restart(self, t: float, x: np.ndarray) -> None:
        """Go on from a time and a state, with steps as long as before."""
        self.t, self.x = t, x

    def move(self, x: np.ndarray) -> None:
        """Go on from another state."""
        self.x = x

    def _first_step(self) -> float:
        """Return a step in which an explicit Euler step changes rates little.

        [HairerNorsettWanner1993, Sec. II.4]
        """
        p = self._problem
        scale = p.tolerance * (1.0 + np.abs(self.x))
        f0 = p.rates(self.t, self.x)
        self.counts.rates += 2
        d0, d1 = _rms(self.x / scale), _rms(f0 / scale)
        h0 = 1e-6 if min(d0, d1) < 1e-5 else 0.01 * d0 / d1
        f1 = p.rates(self.t + h0, self.x + h0 * f0)
        d2 = _rms((f1 - f0) / scale) / h0
        if not np.isfinite(d2):
            return h0 * 1e-3
        most = max(d1, d2)
        h1 = max(1e-6, h0 * 1e-3)
        if most > 1e-15:
            h1 = (0.01 / most) ** (1.0 / (self._method.order + 1.0))
        return min(100.0 * h0, h1, p.end - p.begin)


def _rms(x: np.ndarray) -> float:
    return float(np.sqrt(np.mean(x * x))) if x.size else 0.0
