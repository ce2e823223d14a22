"""Computed torque: inverse dynamics of the acceleration that errors ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, zeros
from linkwright.simulation.controllers.contract import check_gains, gains
from linkwright.simulation.plant import Plant
from linkwright.simulation.reference import Target


@dataclass(frozen=True)
class ComputedTorque:
    """tau = M(q) (a_d + w^2 e + 2 w e') + C v + g,  e = q_d - q: both poles at -w.

    Attributes:
        poles: w, a number or one for each velocity [rad/s].
        reference: what to follow: a law, laws by coordinate, a sampled motion.
    """

    poles: Any
    reference: Any = None

    def __post_init__(self) -> None:
        check_gains("ComputedTorque poles", self.poles)

    def implicit_damping(self, t: Any, q: Array, v: Array) -> Array:
        """Return zeros: poles that a step resolves need no help."""
        return zeros(len(v))

    def command(self, plant: Plant, t: Any, q: Array, v: Array, to: Target) -> Array:
        """Return the joint forces."""
        poles = gains("ComputedTorque poles", self.poles, len(v))
        error, slip = plant.difference(q, to.q), to.v - v
        a = Array(
            a_d + w * w * e + 2.0 * w * s
            for a_d, w, e, s in zip(to.a, poles, error, slip, strict=True)
        )
        return plant.inverse_dynamics(q, v, a)
