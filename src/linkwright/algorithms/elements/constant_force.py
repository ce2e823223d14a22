"""A constant force along the line between two points: a weight over a pulley."""

from __future__ import annotations

from typing import Any

from linkwright.model.mechanism import Strut


def tension(element: Strut, length: Any, rate: Any) -> Any:
    """F = F0  [N]: pulls its ends together where positive."""
    del length, rate
    return element.numbers["force"]


def energy(element: Strut, length: Any) -> Any:
    """V = F0 L  [J]."""
    return element.numbers["force"] * length
