"""Contact with a restitution at a known speed: Lankarani and Nikravesh, 1990."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.algorithms.elements.overlap import elastic_force


def normal_force(numbers: Mapping[str, Any], depth: Any) -> tuple[Any, Any]:
    """F = F_e (1 + b x'),  b = 3 (1 - e^2) / (4 u)  [N]: returns F_e and b.

    [LankaraniNikravesh1990] e: restitution at the impact speed u [m/s], which is that
    of the impacts expected: a law without memory cannot know the one at hand. True for
    e near 1; e = 0.5 gives 0.58, since b stands for the first order of the loss.
    """
    e, u = numbers["restitution"], numbers["impact_speed"]
    return elastic_force(numbers, depth), 0.75 * (1.0 - e * e) / u
