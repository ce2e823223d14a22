"""Laws of one drive's motion: position as a function of time, in the language.

Rates and accelerations are its exact derivatives. All in SI: t [s], x [m or rad].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from linkwright.errors import InputError
from linkwright.expr import (
    Array,
    Program,
    Result,
    Trace,
    argument,
    cos,
    less,
    maximum,
    minimum,
    polynomial,
    tangent,
    where,
)
from linkwright.expr.interpret import evaluate

Sampled = tuple[np.ndarray, np.ndarray, np.ndarray]


class Law(Protocol):
    """A position over time."""

    def position(self, t: Any) -> Any:
        """Return x at a time, which may be an expression."""
        ...


@dataclass(frozen=True)
class Rest:
    """x = start."""

    start: float

    def position(self, t: Any) -> Any:
        """Return x."""
        return self.start


@dataclass(frozen=True)
class ConstantVelocity:
    """x = start + velocity t."""

    start: float
    velocity: float

    def position(self, t: Any) -> Any:
        """Return x."""
        return self.start + self.velocity * t


@dataclass(frozen=True)
class BangBang:
    """x'' = acceleration before the switch, -acceleration from the switch on.

    From rest; at rest again after twice the time of the switch [MBD Sec. 6].
    """

    start: float
    acceleration: float
    switch: float

    def position(self, t: Any) -> Any:
        """Return x."""
        late = where(less(t, self.switch), 0.0, t - self.switch)
        return self.start + self.acceleration * (t * t * 0.5 - late * late)


@dataclass(frozen=True)
class Cosine:
    """x = center + amplitude cos(2 pi t / period + phase)."""

    center: float
    amplitude: float
    period: float
    phase: float = 0.0

    def __post_init__(self) -> None:
        _check_lasting("the period of a cosine", self.period)

    def position(self, t: Any) -> Any:
        """Return x."""
        rate = 2.0 * np.pi / self.period
        return self.center + self.amplitude * cos(t * rate + self.phase)


@dataclass(frozen=True)
class MinimumJerk:
    """From start to end between two times, with the least integral of squared jerk.

    x = start + (end - start) (10 s^3 - 15 s^4 + 6 s^5), s = (t - begin) / duration.
    """

    start: float
    end: float
    duration: float
    begin: float = 0.0

    def __post_init__(self) -> None:
        _check_lasting("the duration of a minimum-jerk motion", self.duration)

    def position(self, t: Any) -> Any:
        """Return x."""
        s = minimum(maximum((t - self.begin) / self.duration, 0.0), 1.0)
        share = polynomial(s, (0.0, 0.0, 0.0, 10.0, -15.0, 6.0))
        return self.start + (self.end - self.start) * share


@dataclass(frozen=True)
class Spline:
    """A cubic spline through values at times, at rest at both ends.

    Twice differentiable; constant outside its times.
    """

    times: tuple[float, ...]
    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.times) < 2 or len(self.times) != len(self.values):
            raise InputError(
                f"a spline has {len(self.times)} times and {len(self.values)} values",
                expectation="As many values as times, at least two.",
            )
        if any(b <= a for a, b in zip(self.times, self.times[1:], strict=False)):
            raise InputError(
                "the times of a spline do not grow",
                expectation="Each is later than the one before.",
            )

    def position(self, t: Any) -> Any:
        """Return x: the polynomial of the interval that t is in."""
        from scipy.interpolate import CubicSpline

        spline = CubicSpline(self.times, self.values, bc_type="clamped")
        pieces = [tuple(map(float, c)) for c in spline.c[::-1].T]  # c0 + c1 s + ...
        chosen, origin = pieces[0], self.times[0]
        for begin, piece in zip(self.times[1:-1], pieces[1:], strict=True):
            later = less(begin, t)
            chosen = [where(later, b, a) for a, b in zip(chosen, piece, strict=True)]
            origin = where(later, begin, origin)
        inside = minimum(maximum(t, self.times[0]), self.times[-1])
        return polynomial(inside - origin, tuple(chosen))


def _check_lasting(what: str, value: Any) -> None:
    """Refuse a time that is not above 0."""
    if not isinstance(value, int | float | np.number) or not 0.0 < value < np.inf:
        raise InputError(
            f"{what} is {value!r}", expectation="Expected a finite time above 0 [s]."
        )


def motion(law: Law, t: Any) -> tuple[Any, Any, Any]:
    """Return x, x', x'' of a law at a time that is an expression."""
    found = [law.position(t)]
    for _ in range(2):
        found += tangent(found[-1:], Array((t,)), Array((1.0,)))
    return found[0], found[1], found[2]


def sampled(law: Law, t: np.ndarray) -> Sampled:
    """Return x, x', x'' of a law at times (n,)."""
    trace = Trace()
    (time,) = argument(trace, "t", 1)
    program = Program.build("law", trace, Result.of("x", motion(law, time)))
    (found,) = evaluate(program, np.asarray(t)[..., None])
    x, v, a = np.moveaxis(found, -1, 0)
    return x, v, a
