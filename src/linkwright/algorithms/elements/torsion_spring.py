"""A torsion spring at a revolute joint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def torque(numbers: Mapping[str, Any], angle: Any) -> Any:
    """T = -(k (q - q0) + T0)  [N m] on the body that the joint carries.

    k: stiffness [N m/rad]; q, q0: the joint's angle and the spring's free angle [rad];
    T0: pretension, the torque at the free angle [N m].
    """
    return -_wound(numbers, angle)


def energy(numbers: Mapping[str, Any], angle: Any) -> Any:
    """V = T^2 / (2 k)  [J], zero where the spring has no torque."""
    wound = _wound(numbers, angle)
    return wound * wound / (2.0 * numbers["stiffness"])


def _wound(numbers: Mapping[str, Any], angle: Any) -> Any:
    k, q0 = numbers["stiffness"], numbers.get("free_angle", 0.0)
    return k * (angle - q0) + numbers.get("pretension", 0.0)
