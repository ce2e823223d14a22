"""Contact that loses the more energy, the faster it is: Hunt and Crossley, 1975."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.algorithms.elements.overlap import elastic_force


def normal_force(numbers: Mapping[str, Any], depth: Any) -> tuple[Any, Any]:
    """F = F_e (1 + b x'),  b = 3 a / 2  [N]: returns F_e and b.

    [HuntCrossley1975] x, x': overlap and its rate [m, m/s]; a: dissipation [s/m]. A
    body that comes with the speed u leaves with e u, e = 1 - a u for small a u;
    exactly, u - ln(1 + b u)/b = -e u - ln(1 - b e u)/b. Never pulls: b e u < 1.
    """
    return elastic_force(numbers, depth), 1.5 * numbers["dissipation"]
