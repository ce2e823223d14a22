"""A quadruped on compliant feet, and an open-loop trot for it.

ASSUMED, all numbers: the feet's stiffness, the gains, the gait.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.description import element, wall
from linkwright.expr import acos, atan2, cos, maximum, sin, sqrt

LEGS = ("front_left", "front_right", "hind_left", "hind_right")
THIGH, SHANK = 0.32, 0.34  # m, those of the bundled robot
STIFFNESS, DAMPING = 800.0, 20.0  # N m/rad, N m s/rad
HEIGHT = 0.52  # m, of the hips above the feet
WEIGHT = 32.5 * 9.81  # N


def walker() -> lw.Robot:
    """Return the bundled quadruped with rubber feet, on a floor."""
    soles = [
        element(
            f"{leg}_sole",
            "hunt_crossley",
            point=f"{leg}_foot",
            wall="floor",
            stiffness="20 kN/m",
            dissipation="0.5 s/m",
            friction=0.8,
        )
        for leg in LEGS
    ]
    return lw.load("quadruped").add(walls=[wall("floor", "plane")], elements=soles)


def leg_angles(x: Any, z: Any) -> tuple[Any, Any]:
    """Return hip and knee angle that put a foot at x, z from its hip; knees back."""
    cosine = (x * x + z * z - THIGH**2 - SHANK**2) / (2 * THIGH * SHANK)
    sine = sqrt(1.0 - cosine * cosine)
    hip = atan2(-x, -z) + atan2(SHANK * sine, THIGH + SHANK * cosine)
    return hip, -acos(cosine)


def trot(stride: float, lift: float, frequency: float) -> Callable[..., list[Any]]:
    """Return a controller (t, q, v): diagonal feet swing on half ellipses in turn.

    Feet on the ground go back as a cosine; all joints follow by springs and dampers.
    """

    def torques(t: Any, q: Sequence[Any], v: Sequence[Any]) -> list[Any]:
        found: list[Any] = [0.0] * 6
        for k in range(4):
            phase = 2.0 * np.pi * frequency * t + (0.0 if k in (0, 3) else np.pi)
            x = 0.5 * stride * sin(phase)
            z = -HEIGHT + lift * maximum(cos(phase), 0.0)
            for target in (0.0, *leg_angles(x, z)):
                i = len(found)
                found.append(STIFFNESS * (target - q[i + 1]) - DAMPING * v[i])
        return found

    return torques


def standing(robot: lw.Robot) -> np.ndarray:
    """Return the configuration with all feet on the floor, below the hips."""
    q = robot.neutral.copy()
    q[2] = HEIGHT
    hip, knee = leg_angles(0.0, -HEIGHT)
    q[7:] = [0.0, float(hip), float(knee)] * 4
    return q
