"""What an event is: a number that falls below zero while the robot moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Guards = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]
"""From times (n,) and states (n, size) to values (n, m) and their rates (n, m).

The rate of a guard whose derivative is not known is NaN.
"""


@dataclass(frozen=True, eq=False)
class Watched:
    """Guards at growing times within a step.

    Attributes:
        t: times (n,) [s].
        values: (n, m), less the levels that they are watched for.
        rates: (n, m).
    """

    t: np.ndarray
    values: np.ndarray
    rates: np.ndarray

    @classmethod
    def at(
        cls, guards: Guards, t: np.ndarray, x: np.ndarray, level: np.ndarray
    ) -> Watched:
        """Return the guards at times."""
        values, rates = guards(t, x)
        return cls(t, values - level, rates)

    def joined(self, other: Watched) -> Watched:
        """Return both, in the order of time."""
        t = np.concatenate([self.t, other.t])
        order = np.argsort(t, kind="stable")
        return Watched(
            t[order],
            np.concatenate([self.values, other.values])[order],
            np.concatenate([self.rates, other.rates])[order],
        )

    def known_rates(self) -> np.ndarray:
        """Return the rates, those not known by differences of the values."""
        missing = np.isnan(self.rates)
        if not missing.any():
            return self.rates
        return np.where(missing, np.gradient(self.values, self.t, axis=0), self.rates)
