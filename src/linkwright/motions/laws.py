"""Laws of one drive's motion: position, rate and acceleration as functions of time.

All in SI: t [s], x [m or rad].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Array = np.ndarray
Sampled = tuple[Array, Array, Array]


@dataclass(frozen=True)
class Rest:
    """x = start."""

    start: float

    def at(self, t: Array) -> Sampled:
        """Return x, x', x'' at times t."""
        still = np.zeros_like(t)
        return self.start + still, still, still


@dataclass(frozen=True)
class ConstantVelocity:
    """x = start + velocity t."""

    start: float
    velocity: float

    def at(self, t: Array) -> Sampled:
        """Return x, x', x'' at times t."""
        still = np.zeros_like(t)
        return self.start + self.velocity * t, self.velocity + still, still


@dataclass(frozen=True)
class BangBang:
    """x'' = acceleration before the switch, -acceleration from the switch on.

    From rest; at rest again after twice the time of the switch.
    """

    start: float
    acceleration: float
    switch: float

    def at(self, t: Array) -> Sampled:
        """Return x, x', x'' at times t."""
        late = np.maximum(t - self.switch, 0.0)
        way, speed = t**2 / 2 - late**2, t - 2.0 * late
        sign = np.where(t < self.switch, 1.0, -1.0)
        a = self.acceleration
        return self.start + a * way, a * speed, a * sign


@dataclass(frozen=True)
class Cosine:
    """x = center + amplitude cos(2 pi t / period + phase)."""

    center: float
    amplitude: float
    period: float
    phase: float = 0.0

    def at(self, t: Array) -> Sampled:
        """Return x, x', x'' at times t."""
        rate = 2.0 * np.pi / self.period
        swing = self.amplitude * np.cos(rate * t + self.phase)
        slope = -self.amplitude * rate * np.sin(rate * t + self.phase)
        return self.center + swing, slope, -(rate**2) * swing


Law = Rest | ConstantVelocity | BangBang | Cosine
