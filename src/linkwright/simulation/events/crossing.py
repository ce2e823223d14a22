"""The first event inside a step: found by sampling and bounding, then located.

Every guard is sampled at a few places of the step's interpolation. Where its values
and rates do not exclude a dip below its level in between, the interval is looked at
again, so that a dip far shorter than the sampling is found too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.simulation.events.bounds import lowest, places_to_look
from linkwright.simulation.events.guards import Guards, Watched
from linkwright.simulation.integrators.contract import Step

_SAMPLES = 8
_ROUNDS = 24
_SHALLOW = 1e-13  # dips that the interpolation itself cannot tell from none


@dataclass(frozen=True)
class Crossing:
    """A guard that falls below its level, on the step's interpolation.

    Attributes:
        time: when [s].
        which: the guard's index.
    """

    time: float
    which: int


def first_crossing(guards: Guards, step: Step, level: np.ndarray) -> Crossing | None:
    """Return the first fall of a guard below its level inside a step, if any.

    A guard that begins below its level counts from where it first is above it.
    """
    t = np.linspace(step.begin, step.end, _SAMPLES + 1)
    watched = Watched.at(guards, t, step.interpolate(t), level)
    falls, last = np.zeros(0, bool), 0
    for _ in range(_ROUNDS):
        fallen = (watched.values[1:] < 0.0) & (watched.values[:-1] >= 0.0)
        falls = fallen.any(axis=1)
        last = int(falls.argmax()) + 1 if falls.any() else len(t)
        doubtful = (lowest(watched)[:last] < -_SHALLOW) & ~fallen[:last]
        doubtful &= (watched.values[:-1][:last] >= 0.0) & (
            watched.values[1:][:last] >= 0.0
        )
        wide = np.diff(watched.t)[:last] > 4.0 * np.spacing(abs(step.end))
        doubtful &= wide[:, None]
        if not doubtful.any():
            break
        places = [
            place
            for k in np.flatnonzero(doubtful.any(axis=1))
            for place in places_to_look(watched, int(k), doubtful[k])
        ]
        times = np.array(places)
        more = Watched.at(guards, times, step.interpolate(times), level)
        watched = watched.joined(more)
        t = watched.t
    if not falls.any():
        return None
    return _located(guards, step, level, watched, last - 1)


def _located(
    guards: Guards, step: Step, level: np.ndarray, watched: Watched, k: int
) -> Crossing:
    """Return where the first of the guards that fall in an interval does."""
    before, after = float(watched.t[k]), float(watched.t[k + 1])
    start, end = watched.values[k], watched.values[k + 1]
    fallen = (end < 0.0) & (start >= 0.0)
    while True:
        share = np.where(fallen, start / np.where(fallen, start - end, 1.0), 2.0)
        which = int(share.argmin())  # first, if all fell evenly
        time, end = _root(guards, step, level, which, before, after)
        sooner = fallen & (end < 0.0)
        sooner[which] = False
        if not sooner.any() or time <= before:
            return Crossing(time, which)
        after, fallen = time, sooner


def _root(
    guards: Guards,
    step: Step,
    level: np.ndarray,
    which: int,
    before: float,
    after: float,
) -> tuple[float, np.ndarray]:
    """Return where a guard falls, and all guards there: Newton's steps in a bracket.

    [Press et al., Numerical Recipes, Sec. 9.4]
    """
    t = after
    while True:
        now = Watched.at(guards, np.array([t]), step.interpolate(np.array([t])), level)
        value, rate = float(now.values[0, which]), float(now.rates[0, which])
        if value < 0.0:
            after = t
        else:
            before = t
        onward = t - value / rate if rate < 0.0 else np.inf
        close = 2.0 * np.spacing(abs(t))
        if value == 0.0 or abs(onward - t) <= close or after - before <= close:
            return t, now.values[0]
        t = onward if before < onward < after else 0.5 * (before + after)
