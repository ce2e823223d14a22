"""How low a guard may come between two times at which it is known.

From values and rates at both ends of an interval. The rate inside is taken to leave
the range of the two ends by no more than that range; the halves of an interval for
which this is not enough are looked at again.
"""

from __future__ import annotations

import numpy as np

from linkwright.simulation.events.guards import Watched


def lowest(watched: Watched) -> np.ndarray:
    """Return a bound from below on each guard in each interval (n - 1, m).

    A function that starts at a with slopes no less than l < 0, and arrives at b with
    slopes no more than u > 0, stays above where those two lines meet:
    (u a - l b + l u h) / (u - l). One that only rises or falls is lowest at an end.
    """
    a, b = watched.values[:-1], watched.values[1:]
    rates = watched.known_rates()
    h = np.diff(watched.t)[:, None]
    first, last = rates[:-1], rates[1:]
    spread = np.abs(last - first)
    least = np.minimum(first, last) - spread
    most = np.maximum(first, last) + spread
    turns = (least < 0.0) & (most > 0.0)
    gap = np.where(turns, most - least, 1.0)
    meet = (most * a - least * b + least * most * h) / gap
    ends = np.minimum(a, b)
    return np.where(turns, np.minimum(meet, ends), ends)


def places_to_look(watched: Watched, k: int, guards: np.ndarray) -> list[float]:
    """Return times inside interval k at which to look again.

    Its middle, and where the cubics through both ends have their minima.
    """
    begin, end = watched.t[k], watched.t[k + 1]
    found = [0.5 * (begin + end)]
    rates = watched.known_rates()
    for j in np.flatnonzero(guards):
        if rates[k, j] < 0.0 < rates[k + 1, j]:
            share = _cubic_minimum(
                watched.values[k, j],
                watched.values[k + 1, j],
                rates[k, j] * (end - begin),
                rates[k + 1, j] * (end - begin),
            )
            found.append(begin + share * (end - begin))
    inside = sorted(set(found))
    return [t for t in inside if begin < t < end]


def _cubic_minimum(a: float, b: float, da: float, db: float) -> float:
    """Return where the cubic with such ends and slopes, da < 0 < db, is lowest."""
    slope = 3.0 * (b - a)
    # its slope at s: da + 2 (slope - 2 da - db) s + 3 (da + db - 2 (b - a)) s^2
    half, square = slope - 2.0 * da - db, 3.0 * (da + db) - 2.0 * slope
    root = np.sqrt(max(half * half - da * square, 0.0))
    return float(-da / (half + root)) if half + root > 0.0 else 0.5
