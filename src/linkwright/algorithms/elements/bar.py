"""A rigid bar without mass between two points: it keeps them a distance apart."""

from __future__ import annotations

from typing import Any

from linkwright.expr import Array, dot, sqrt


def residual(apart: Array, length: Any) -> Any:
    """Return (T.T - L^2) / (2 L)  [m]: about |T| - L, zero when closed.

    T: from the first point to the second [m]; L: the bar's length [m].
    """
    return (dot(apart, apart) - length * length) / (length * 2.0)


def direction(apart: Array) -> Array:
    """Return T / |T|: along it the bar passes on a force [N] of either sign."""
    return apart / sqrt(dot(apart, apart))
