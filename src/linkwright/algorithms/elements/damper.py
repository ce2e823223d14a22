"""A viscous damper between two points."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.elements.one_sided import one_sided
from linkwright.model.mechanism import Strut


def tension(damper: Strut, length: Any, rate: Any) -> Any:
    """F = n c dL/dt  [N]: against the motion of its ends.

    c: damping [N s/m]; n: how many stand side by side. Linear at every speed.
    """
    del length
    force = damper.numbers["damping"] * rate
    return one_sided(damper.acts, force) * damper.numbers.get("count", 1.0)
