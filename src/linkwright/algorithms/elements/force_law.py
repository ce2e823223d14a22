"""A force law of the user's along the line between two points."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.elements.one_sided import one_sided
from linkwright.model.mechanism import Strut


def tension(element: Strut, length: Any, rate: Any) -> Any:
    """F = law(length, rate)  [N]: pulls its ends together where positive.

    The formula is the file's, of ``length`` [m], ``rate`` [m/s] and design parameters.
    It has no energy: it need not be conservative.
    """
    return one_sided(element.acts, element.law(length, rate))
