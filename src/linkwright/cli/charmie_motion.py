"""CHARMIE's five-second motion [MBD Sec. 6], with d4 and th5 as coordinates.

Every joint accelerates one way for half of the time and the other way for the rest,
from rest to rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from linkwright.robot import Robot

DURATION = 5.0  # s
STEPS = 1000
FIRST_SIGN = -1.0

LINEAR = 0.030  # m/s^2, of the base along x and y
TURNING = np.pi / 9  # rad/s^2, of every motor
ACTUATOR = 0.003  # m/s^2, of both linear actuators
# The actuators' lengths await closed loops. Until then d4 moves as actuator 4 does, and
# th5 as actuator 5 would move it on its lever of about 87 mm.
OF_JOINT = {"d1": LINEAR, "d2": LINEAR, "d4": ACTUATOR, "th5": ACTUATOR / 0.087}
START = {"d4": 0.18494}  # m, where actuator 4 is 400 mm long; all else starts at zero


class Motion(NamedTuple):
    """Samples of a motion: time (n,), coordinates and their rates (n, joints)."""

    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray


def charmie_motion(robot: Robot) -> Motion:
    """Return the motion at t_k = 5 ms k, k = 1 ... 1000.

    At the switch itself the second half's acceleration holds.
    """
    t = DURATION / STEPS * np.arange(1, STEPS + 1)
    names = robot.coordinate_names
    size = FIRST_SIGN * np.array([OF_JOINT.get(name, TURNING) for name in names])
    start = np.array([START.get(name, 0.0) for name in names])
    half = DURATION / 2
    late = np.maximum(t - half, 0.0)  # time spent in the second half
    sign = np.where(t < half, 1.0, -1.0)
    speed = t - 2.0 * late
    way = t**2 / 2 - late**2
    return Motion(
        t,
        start + np.outer(way, size),
        np.outer(speed, size),
        np.outer(sign, size),
    )
