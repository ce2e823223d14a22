"""Where a point or curve of a body is closest to a wall.

The gap along a curve is sampled, and next to the smallest sample its least value is
found: where its slope by s is zero, by Newton's iteration kept inside a bracket, or at
an end. By the envelope theorem the gap changes as if the touching place were fixed on
the body; how the place itself moves follows from the slope's zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwright.algorithms.contact.curves import CURVES
from linkwright.expr import (
    Array,
    Lifted,
    Node,
    Trace,
    absolute,
    gradient,
    iterate,
    less,
    less_equal,
    lifted,
    logical_and,
    logical_or,
    maximum,
    minimum,
    where,
)
from linkwright.model.walls import TouchOnBody

_SAMPLES = 8  # cells of a segment or arc; of a spline so many between two points
_BOUND = 60  # halving a cell so often leaves nothing of it
_LAST = 1e-14  # of the curve: smaller steps do not matter
_FLAT = 1e-9  # m: keeps the place where a curve lies along the wall


def closest_place(
    touch: TouchOnBody,
    gap_at: Callable[[Array], Any],
    seen: Callable[[Array], Array],
) -> Array:
    """Return the touching place, in its body's frame.

    Args:
        touch: the point or curve.
        gap_at: the gap of a place in the wall's axes.
        seen: from the body's frame to the wall's axes.
    """
    if touch.curve == "point":
        return touch.points[0]
    curve = CURVES[touch.curve](touch.points)

    def with_slopes(x: Array) -> list[Any]:
        gap = gap_at(seen(curve(x[0])))
        slope = _slope(gap, x)
        return [gap, slope, _slope(slope, x)]

    trace = next((x.trace for x in seen(touch.points[0]) if isinstance(x, Node)), None)
    function = lifted(with_slopes, 1, trace or Trace())
    cells = _SAMPLES * (len(touch.points) - 1 if touch.curve == "spline" else 1)
    return curve(_least(function, cells))


def _slope(value: Any, x: Array) -> Any:
    return gradient(value, x)[0] if isinstance(value, Node) else 0.0


def _least(function: Lifted, cells: int) -> Any:
    """Return the parameter of the smallest gap."""
    least: Any = function((0.0,), function.constants)[0]
    best: Any = 0.0
    for k in range(1, cells + 1):
        gap = function((k / cells,), function.constants)[0]
        smaller = less(gap, least)
        least, best = where(smaller, gap, least), where(smaller, k / cells, best)
    low = maximum(best - 1.0 / cells, 0.0)
    high = minimum(best + 1.0 / cells, 1.0)
    at_low = less_equal(0.0, function((low,), function.constants)[1])
    at_high = less_equal(function((high,), function.constants)[1], 0.0)
    end = where(at_low, low, high)
    at_end = where(logical_or(at_low, at_high), 1.0, 0.0)
    inside = _root(function, low, high, best)
    start = where(less(0.5, at_end), end, inside)
    return _following(function, start, at_end)


def _root(function: Lifted, low: Any, high: Any, first: Any) -> Any:
    """Return where the slope goes from below zero to above, between two parameters."""

    def step(carry: Array, constants: Array) -> tuple[Any, Any]:
        a, b, s = carry
        _, slope, curvature = function((s,), constants)
        rising = less(0.0, slope)
        a, b = where(rising, a, s), where(rising, s, b)
        newton = s - slope / where(less(0.0, curvature), curvature, 1e-300)
        fits = logical_and(less(a, newton), less(newton, b))
        following = where(fits, newton, 0.5 * (a + b))
        done = logical_or(
            less(absolute(following - s), _LAST), less_equal(b - a, _LAST)
        )
        return (a, b, following), done

    found = iterate(
        step, carry=(low, high, first), constants=function.constants, bound=_BOUND
    )
    return found.carry[2]


def _following(function: Lifted, start: Any, at_end: Any) -> Any:
    """Return the parameter with its derivative: that of the slope's zero; 0 at an end.

    The residual may be off zero by a constant: it only tells derivatives.
    """

    def step(carry: Array, constants: Array) -> tuple[Any, Any]:
        del constants
        return (carry[0],), less(-1.0, absolute(carry[0]))  # at once

    def residual(carry: Array, constants: Array) -> list[Any]:
        slope = function(carry, constants[1:])[1]
        fixed = less(0.5, constants[0])
        return [where(fixed, carry[0], slope + carry[0] * _FLAT)]

    constants = (at_end, *function.constants)
    return iterate(
        step, carry=(start,), constants=constants, bound=1, residual=residual
    ).carry[0]
