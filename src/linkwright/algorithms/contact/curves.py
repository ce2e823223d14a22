"""Curves through points of a body: where they are at a parameter s from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from linkwright.expr import (
    Array,
    atan2,
    cos,
    cross,
    dot,
    less,
    sin,
    sqrt,
    where,
    zeros,
)

Curve = Callable[[Any], Array]


def segment(points: Sequence[Array]) -> Curve:
    """P + s (Q - P)."""
    first, last = points
    along = last - first
    return lambda s: first + along * s


def arc(points: Sequence[Array]) -> Curve:
    """C + u cos(s phi) + w sin(s phi): the circle's arc from P through Q to R.

    With a = Q - P and b = R - P its centre is  C = P + (b^2 a - a^2 b) x n / (2 n^2)
    turned into the plane, n = a x b.
    """
    P, Q, R = points
    a, b = Q - P, R - P
    n = cross(a, b)
    from_P = cross(a * dot(b, b) - b * dot(a, a), n) / (dot(n, n) * -2.0)
    u = -from_P
    w = cross(n, u) / sqrt(dot(n, n))
    end = R - P - from_P
    angle = atan2(dot(end, w), dot(end, u))
    turn = where(less(angle, 0.0), angle + 6.283185307179586, angle)
    centre = P + from_P
    return lambda s: centre + u * cos(s * turn) + w * sin(s * turn)


def spline(points: Sequence[Array]) -> Curve:
    """The natural cubic spline through the points, evenly spaced in s.

    With m_i the second derivatives:  m_(i-1) + 4 m_i + m_(i+1) = 6 (second difference),
    zero at both ends; twice continuously differentiable.
    """
    count = len(points) - 1
    m = _second_derivatives(points)

    def place(s: Any) -> Array:
        found = _piece(points, m, 0, s * float(count))
        for k in range(1, count):
            here = _piece(points, m, k, s * float(count))
            ahead = less(k / count, s)
            found = Array(where(ahead, x, y) for x, y in zip(here, found, strict=True))
        return found

    return place


def _second_derivatives(points: Sequence[Array]) -> list[Array]:
    """Return m by elimination of the tridiagonal system."""
    inner = range(1, len(points) - 1)
    sides = [(points[i - 1] - points[i] * 2.0 + points[i + 1]) * 6.0 for i in inner]
    pivot, upper, right = 4.0, [], []
    for k, side in enumerate(sides):
        if k:
            pivot = 4.0 - upper[-1]
            side = side - right[-1]
        upper.append(1.0 / pivot)
        right.append(side * (1.0 / pivot))
    found = [zeros(3)]
    for factor, side in zip(reversed(upper), reversed(right), strict=True):
        found.append(side - found[-1] * factor)
    return [zeros(3), *reversed(found)]


def _piece(points: Sequence[Array], m: list[Array], k: int, t: Any) -> Array:
    """Return the cubic between points k and k + 1, at t = k ... k + 1."""
    x = t - float(k)
    y = 1.0 - x
    ends = points[k] * y + points[k + 1] * x
    bends = m[k] * (y * y * y - y) + m[k + 1] * (x * x * x - x)
    return ends + bends * (1.0 / 6.0)


CURVES: dict[str, Callable[[Sequence[Array]], Curve]] = {
    "segment": segment,
    "arc": arc,
    "spline": spline,
}
