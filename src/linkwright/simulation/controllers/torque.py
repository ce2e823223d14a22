"""Constant joint forces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, zeros
from linkwright.simulation.plant import Plant
from linkwright.simulation.reference import Target


@dataclass(frozen=True)
class Torque:
    """The same joint forces at all times (nv,) [N m or N]."""

    forces: tuple[float, ...]
    reference: Any = None

    def implicit_damping(self, t: Any, q: Array, v: Array) -> Array:
        """Return zeros."""
        return zeros(len(v))

    def command(self, plant: Plant, t: Any, q: Array, v: Array, to: Target) -> Array:
        """Return the joint forces."""
        return Array(self.forces)
