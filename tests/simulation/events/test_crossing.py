"""First events on a step's interpolation, against functions written down."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.simulation.events import first_crossing
from linkwright.simulation.integrators.contract import Step


def step(begin: float, end: float) -> Step:
    """Return a step whose state is the time."""
    return Step(begin, end, lambda t: t[:, None])


def watching(*functions):
    """Return guards from pairs of value and rate as functions of time."""

    def guards(t, x):
        values = np.stack([value(x[:, 0]) for value, _ in functions], axis=1)
        rates = np.stack([rate(x[:, 0]) for _, rate in functions], axis=1)
        return values, rates

    return guards


def unknown(t):
    """Return what a guard says whose rate is not known."""
    return np.full_like(t, np.nan)


def found(functions, begin=0.0, end=1.0, level=None):
    """Return the first crossing of functions."""
    level = np.zeros(len(functions)) if level is None else np.array(level)
    return first_crossing(watching(*functions), step(begin, end), level)


@pytest.mark.parametrize("rate_is_known", [True, False])
def test_a_fall_is_located_to_rounding(rate_is_known: bool) -> None:
    rate = (lambda t: -3.0 * np.sin(3.0 * t)) if rate_is_known else unknown
    crossing = found([(lambda t: np.cos(3.0 * t), rate)])
    assert crossing is not None and crossing.which == 0
    assert abs(crossing.time - np.pi / 6) < 4 * np.spacing(1.0)


def test_no_fall_is_no_event() -> None:
    assert found([(lambda t: 1.0 - 0.9 * t, lambda t: 0.0 * t - 0.9)]) is None
    rising = (lambda t: t - 0.5, lambda t: 0.0 * t + 1.0)
    assert found([rising]) is None  # begins below, and only rises


@pytest.mark.parametrize("width", [1e-1, 1e-3, 1e-6])
@pytest.mark.parametrize("place", [0.0613, 0.49, 0.937])
def test_a_dip_of_any_width_is_found(width: float, place: float) -> None:
    """A parabola below zero for a time of that width, between the samples."""
    half = 0.5 * width
    dip = (lambda t: (t - place) ** 2 - half**2, lambda t: 2.0 * (t - place))
    crossing = found([dip])
    assert crossing is not None
    # where the slope is 2 half, rounding of values of 1e-16 moves the root so far
    assert abs(crossing.time - (place - half)) < 1e-15 + 1e-16 / half


def test_a_near_miss_is_no_event() -> None:
    miss = (lambda t: (t - 0.53) ** 2 + 1e-10, lambda t: 2.0 * (t - 0.53))
    assert found([miss]) is None


def test_the_first_of_several_guards_counts() -> None:
    late = (lambda t: 0.9 - t, lambda t: 0.0 * t - 1.0)
    early_dip = (lambda t: (t - 0.31) ** 2 - 1e-8, lambda t: 2.0 * (t - 0.31))
    same_cell = (lambda t: 0.8951 - t, lambda t: 0.0 * t - 1.0)
    crossing = found([late, early_dip, same_cell])
    assert crossing is not None and crossing.which == 1
    crossing = found([late, same_cell])
    assert crossing is not None and crossing.which == 1
    assert abs(crossing.time - 0.8951) < 1e-15


def test_a_level_moves_the_event() -> None:
    falls = (lambda t: 1.0 - 2.0 * t, lambda t: 0.0 * t - 2.0)
    crossing = found([falls], level=[0.5])
    assert crossing is not None and abs(crossing.time - 0.25) < 1e-15


def test_a_hop_within_a_step_is_found_again() -> None:
    """Begins on its level as after an impact, rises, and falls back."""
    hop = (lambda t: 3.0 * t - 5.0 * t * t, lambda t: 3.0 - 10.0 * t)
    crossing = found([hop], level=[-1e-11])
    assert crossing is not None and abs(crossing.time - 0.6) < 1e-11


def test_sums_of_waves_never_lose_their_first_fall() -> None:
    """Smooth random guards against a scan of 20 000 places each."""
    rng = np.random.default_rng(5)
    times = np.linspace(0.0, 1.0, 20_001)
    missed = 0
    for _ in range(200):
        a, w, p = rng.normal(size=4), rng.uniform(0, 12, 4), rng.uniform(0, 7, 4)
        shift = rng.uniform(0.0, 2.0)

        def value(t, a=a, w=w, p=p, shift=shift):
            return (a * np.sin(w * t[:, None] + p)).sum(axis=1) + shift

        def rate(t, a=a, w=w, p=p):
            return (a * w * np.cos(w * t[:, None] + p)).sum(axis=1)

        values = value(times)
        falls = np.flatnonzero((values[1:] < 0.0) & (values[:-1] >= 0.0))
        crossing = found([(value, rate)])
        if not len(falls):
            missed += (
                crossing is not None and value(np.array([crossing.time]))[0] > 1e-12
            )
            continue
        assert crossing is not None
        missed += not times[falls[0]] - 1e-9 <= crossing.time <= times[falls[0] + 1]
    assert missed == 0
