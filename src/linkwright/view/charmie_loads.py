"""What CHARMIE's actuators, springs and base bear along a motion, and its path."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.view.time_plot import Panel, by_axis, save_time_plot

if TYPE_CHECKING:
    from linkwright.robot import Robot


def save_charmie_loads(
    path: Path, robot: Robot, t: np.ndarray, found: Mapping[str, Any]
) -> Path:
    """Draw loads and the left hand's path over time [s]; returns the path.

    found: what ``robot.compute`` gave at those times, of forward_kinematics, elements,
    reactions and actuator_forces.
    """
    loads = dict(zip(robot.actuator_names, found["actuator_forces"].T, strict=True))
    elements, reactions = found["elements"], found["reactions"]
    base, hand = reactions["th3"], found["forward_kinematics"]["D12a"]
    arm = [f"th{number}a" for number in range(7, 13)]
    weight = robot.total_mass * np.linalg.norm(robot.gravity)
    moved = base.force - weight * np.array([0.0, 0.0, 1.0])
    trunk = {
        "actuator 4": loads["act4"],
        "actuator 5": loads["act5"],
        "spring 5": elements["spring5"].tension,
        "spring 4, left": elements["spring4_left"].tension,
        "balancing bar, left": _size(reactions["bar_left"].force),
        "pin of the trunk": _size(reactions["th5"].force),
    }
    panels = (
        Panel("Loops of the trunk: loads, tensions, forces in pins", "N", trunk),
        Panel("Motors of the left arm", "N m", {name: loads[name] for name in arm}),
        Panel(
            f"Force of body 2 on body 3, its axes, less the weight of {weight:.0f} N",
            "N",
            by_axis(moved),
        ),
        Panel("Torque of body 2 on body 3, in its axes", "N m", by_axis(base.torque)),
        Panel("Left hand, point D12a", "m", by_axis(hand.position)),
    )
    title = "CHARMIE: five seconds from drives to loads"
    return save_time_plot(path, t, panels, title)


def _size(vectors: np.ndarray) -> np.ndarray:
    return np.linalg.norm(vectors, axis=-1)
