"""Distance from phi(x) = 0 to first order: what a surface without closed form takes."""

from __future__ import annotations

from typing import Any

from linkwright.expr import Array, Node, Trace, dot, gradient, lifted, sqrt


def value_and_gradient(phi: Any, p: Array) -> tuple[Any, Array]:
    """Return phi(p) and its gradient; ``phi`` builds an expression of three scalars."""
    trace = next((x.trace for x in p if isinstance(x, Node)), None) or Trace()

    def both(x: Array) -> list[Any]:
        value = phi(x)
        if not isinstance(value, Node):
            return [value, 0.0, 0.0, 0.0]
        return [value, *gradient(value, x)]

    function = lifted(both, 3, trace)
    value, *slope = function(p, function.constants)
    return value, Array(slope)


def distance(phi: Any, p: Array, reach: Any) -> Any:
    """Return phi / sqrt(|grad phi|^2 + (phi / reach)^2)  [m].

    [Taubin1991] On the surface its zero, sign, and first derivative are those of the
    true signed distance. It grows no further than ``reach``, which it has where the
    gradient vanishes, as in the middle of an ellipse.
    """
    value, slope = value_and_gradient(phi, p)
    far = value / reach
    return value / sqrt(dot(slope, slope) + far * far)
