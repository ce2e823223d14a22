"""Joint limits as springs and dampers that push back, one-sided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.expr import Array, less, maximum, where

if TYPE_CHECKING:
    from linkwright.robot import Robot

_PERIOD = 0.02  # s, of a stop's own oscillation


@dataclass(frozen=True)
class SoftStop:
    """tau = -max(0, k x + d x'), x how far the joint is beyond its limit, while x > 0.

    Attributes:
        index: of the joint's velocity; ``coordinate`` of its coordinate.
        lower, upper: limits, infinite where there is none [rad or m].
        stiffness: k [N m/rad or N/m].
        damping: d [N m s/rad or N s/m].
    """

    index: int
    coordinate: int
    lower: float
    upper: float
    stiffness: float
    damping: float

    def force(self, q: Any, v: Any) -> Any:
        """Return the force on the joint."""
        total: Any = 0.0
        for bound, side in ((self.lower, -1.0), (self.upper, 1.0)):
            if np.isfinite(bound):
                depth = (q - bound) * side
                push = self.stiffness * depth + self.damping * v * side
                push = where(less(0.0, depth), maximum(push, 0.0), 0.0)
                total = total - push * side
        return total


def soft_stops(
    robot: Robot, stiffness: float | None = None, damping: float | None = None
) -> tuple[SoftStop, ...]:
    """Return the stops of all joints with limits.

    Unless given, a stop is as stiff as lets the joint, with its inertia at the
    reference, swing in 0.02 s, and critically damped.
    """
    lower, upper = robot.lower_limits, robot.upper_limits
    limited = np.isfinite(lower) | np.isfinite(upper)
    if not limited.any():
        return ()
    inertia = np.diagonal(robot.mass_matrix(robot.reference))
    rate = 2.0 * np.pi / _PERIOD
    stops = []
    for index, name in enumerate(robot.velocity_names):
        if name not in robot.coordinate_names:
            continue
        at = robot.coordinate_names.index(name)
        if limited[at]:
            own = float(inertia[index])
            k = own * rate**2 if stiffness is None else float(stiffness)
            d = 2.0 * np.sqrt(k * own) if damping is None else float(damping)
            stops.append(
                SoftStop(index, at, float(lower[at]), float(upper[at]), k, float(d))
            )
    return tuple(stops)


def stop_forces(stops: tuple[SoftStop, ...], q: Array, v: Array) -> Array:
    """Return the forces of all stops (nv,)."""
    found: list[Any] = [0.0] * len(v)
    for stop in stops:
        found[stop.index] = stop.force(q[stop.coordinate], v[stop.index])
    return Array(found)
