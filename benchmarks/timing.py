"""Fair times: everybody takes a turn in every round, so that noise hits all alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

# Runs so many passes through the states; returns nanoseconds per evaluation.
Timer = Callable[[int], float]
Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True)
class Effort:
    """How long to measure: rounds, and the least seconds of one turn in a round."""

    rounds: int
    seconds: float


THOROUGH = Effort(rounds=15, seconds=0.02)
QUICK = Effort(rounds=5, seconds=0.005)


@dataclass(frozen=True, eq=False)
class Times:
    """Nanoseconds per evaluation of one contender, round by round."""

    rounds: NDArray[np.float64]

    @property
    def median(self) -> float:
        """The figure to quote."""
        return float(np.median(self.rounds))

    @property
    def spread(self) -> tuple[float, float]:
        """The quartiles: how much to trust the median."""
        low, high = np.percentile(self.rounds, (25, 75))
        return float(low), float(high)

    def ratio_to(self, other: Times) -> float:
        """Return how many times as long it takes: the median of the rounds' ratios."""
        return float(np.median(self.rounds / other.rounds))


def take_turns(
    timers: Mapping[Name, Timer], states: int, effort: Effort
) -> dict[Name, Times]:
    """Return everybody's times, each round started by the next in line."""
    names = list(timers)
    passes = {name: _passes(timers[name], states, effort) for name in names}
    rounds: dict[Name, list[float]] = {name: [] for name in names}
    for number in range(effort.rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            rounds[name].append(timers[name](passes[name]))
    return {name: Times(np.array(rounds[name])) for name in names}


def _passes(timer: Timer, states: int, effort: Effort) -> int:
    """Return how many passes fill a turn; asking also warms caches and clocks."""
    timer(1)
    nanoseconds = timer(1) * states
    return max(1, math.ceil(effort.seconds * 1e9 / nanoseconds))
