"""Independent joint control: proportional and derivative, with or without gravity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.errors import check_switch
from linkwright.expr import Array
from linkwright.simulation.controllers.contract import check_gains, gains
from linkwright.simulation.plant import Plant
from linkwright.simulation.reference import Target


@dataclass(frozen=True)
class PD:
    """tau = k (q_d - q) + c (v_d - v)  [KUKA Eq. 32],  + g(q) if asked.

    Attributes:
        stiffness: k, a number or one for each velocity [N m/rad or N/m].
        damping: c, likewise [N m s/rad or N s/m].
        reference: what to follow: a law, laws by coordinate, a sampled motion.
        gravity: whether to add the forces that hold the robot still.
    """

    stiffness: Any
    damping: Any
    reference: Any = None
    gravity: bool = False

    def __post_init__(self) -> None:
        check_gains("PD stiffness", self.stiffness)
        check_gains("PD damping", self.damping)
        check_switch("PD gravity", self.gravity)

    def implicit_damping(self, t: Any, q: Array, v: Array) -> Array:
        """Return c."""
        return Array(gains("PD damping", self.damping, len(v)))

    def command(self, plant: Plant, t: Any, q: Array, v: Array, to: Target) -> Array:
        """Return the joint forces."""
        nv = len(v)
        k = gains("PD stiffness", self.stiffness, nv)
        c = gains("PD damping", self.damping, nv)
        error, slip = plant.difference(q, to.q), to.v - v
        tau = Array(
            k_i * e + c_i * s for k_i, e, c_i, s in zip(k, error, c, slip, strict=True)
        )
        return tau + plant.gravity_forces(q) if self.gravity else tau
