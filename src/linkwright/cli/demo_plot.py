"""The demo's picture: what CHARMIE's actuators, springs and base bear, and its path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from linkwright.cli.motion_tables import AXES
from linkwright.view.time_plot import Panel, save_time_plot

if TYPE_CHECKING:
    from linkwright.cli.motion_results import MotionResults


def save_demo_plot(path: Path, results: MotionResults) -> Path:
    """Draw loads and the left hand's path over time; returns the path."""
    robot, found = results.robot, results.found
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
            _by_axis(moved),
        ),
        Panel("Torque of body 2 on body 3, in its axes", "N m", _by_axis(base.torque)),
        Panel("Left hand, point D12a", "m", _by_axis(hand.position)),
    )
    title = "CHARMIE: five seconds from drives to loads"
    return save_time_plot(path, results.motion.t, panels, title)


def _by_axis(vectors: np.ndarray) -> dict[str, np.ndarray]:
    return {axis: vectors[:, index] for index, axis in enumerate(AXES)}


def _size(vectors: np.ndarray) -> np.ndarray:
    return np.linalg.norm(vectors, axis=-1)
