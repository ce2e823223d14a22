"""Friction of the joints: viscous and Coulomb.

tau_f = d v + f sign(v), with sign(0) = 0 (decision 27). Not part of M, bias or the laws
of motion: inverse and forward dynamics include it only when asked. Integrators need it
smooth: sign(v) becomes v / sqrt(v^2 + s^2), s the speed at which it has 71 %.
"""

from __future__ import annotations

from typing import Any

from linkwright.expr import Array, sign, sqrt
from linkwright.model.tree import Model


def friction_forces(model: Model, v: Array, smooth: float = 0.0) -> Array:
    """The joint forces that friction takes (nv,) [N m or N].

    ``smooth`` is the speed s [rad/s or m/s], 0 for the sign itself.
    """
    taken: list[Any] = [0.0] * model.nv
    for link in model.links:
        for index, ratio, _, _ in link.freedoms:
            rate = v[index] * ratio
            force = rate * link.damping
            if not (link.friction.__class__ is float and link.friction == 0.0):
                force = force + _direction(rate, smooth) * link.friction
            taken[index] = taken[index] + force * ratio
    return Array(taken)


def _direction(rate: Any, smooth: float) -> Any:
    return rate / sqrt(rate * rate + smooth * smooth) if smooth else sign(rate)
