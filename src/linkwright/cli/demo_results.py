"""What the demo writes: tables of a motion's results, and its plot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from linkwright.cli.charmie_motion import Motion
    from linkwright.robot import Robot
    from linkwright.robot.results import BodiesAndPoints, Rows

POINTS = ("D12a", "D12b", "B8c")  # left hand, right hand, top of the head
AXES = ("x", "y", "z")
Columns = dict[str, np.ndarray]


@dataclass(frozen=True)
class Results:
    """A motion of a robot of one-freedom joints, and what was computed along it."""

    robot: Robot
    motion: Motion
    poses: BodiesAndPoints
    forces: np.ndarray
    reactions: Rows


def write_tables(folder: Path, results: Results) -> list[Path]:
    """Write one CSV file for each kind of result; returns their paths."""
    t = {"t [s]": results.motion.t}
    tables = {
        "motion.csv": _motion(results),
        "joint_forces.csv": _forces(results),
        "points.csv": _points(results),
        "reactions.csv": _reactions(results),
    }
    return [
        _write_csv(folder / name, {**t, **columns}) for name, columns in tables.items()
    ]


def write_plot(path: Path, results: Results) -> Path:
    """Draw driving forces and the hands' path over time; returns the path."""
    from linkwright.view.time_plot import Panel, save_time_plot

    forces = dict(zip(results.robot.velocity_names, results.forces.T, strict=True))

    def panel(title: str, unit: str, names: str) -> Panel:
        return Panel(title, unit, {name: forces[name] for name in names.split()})

    left = [f"th{number}a" for number in range(7, 14)]
    paths = {
        f"{point} {axis}": results.poses[point].position[:, index]
        for point in POINTS[:2]
        for index, axis in enumerate(AXES)
    }
    panels = (
        panel("Driving forces of the base", "N", "d1 d2"),
        panel("Driving force of the lift", "N", "d4"),
        panel("Driving torques of base and trunk", "N m", "th3 th5"),
        panel("Driving torques of the left arm", "N m", " ".join(left)),
        Panel("Hands", "m", paths),
    )
    return save_time_plot(path, results.motion.t, panels, "CHARMIE, five seconds")


def force_units(robot: Robot) -> dict[str, str]:
    """Return the unit of every joint force by its name."""
    types = {joint.name: joint.type for joint in robot.joints}
    return {
        name: "N" if types[name] == "prismatic" else "N m"
        for name in robot.velocity_names
    }


def _motion(results: Results) -> Columns:
    motion, columns = results.motion, {}
    units = force_units(results.robot)
    for index, (name, force) in enumerate(units.items()):
        unit = "m" if force == "N" else "rad"
        columns[f"q {name} [{unit}]"] = motion.q[:, index]
        columns[f"v {name} [{unit}/s]"] = motion.v[:, index]
        columns[f"a {name} [{unit}/s^2]"] = motion.a[:, index]
    return columns


def _forces(results: Results) -> Columns:
    units = force_units(results.robot).items()
    return {
        f"{name} [{unit}]": results.forces[:, index]
        for index, (name, unit) in enumerate(units)
    }


def _points(results: Results) -> Columns:
    return {
        f"{point} {axis} [m]": results.poses[point].position[:, index]
        for point in POINTS
        for index, axis in enumerate(AXES)
    }


def _reactions(results: Results) -> Columns:
    columns = {}
    for joint in results.reactions.names:
        row = results.reactions[joint]
        for index, axis in enumerate(AXES):
            columns[f"{joint} force {axis} [N]"] = row.force[:, index]
        for index, axis in enumerate(AXES):
            columns[f"{joint} torque {axis} [N m]"] = row.torque[:, index]
    return columns


def _write_csv(path: Path, columns: Mapping[str, np.ndarray]) -> Path:
    table = np.column_stack(list(columns.values()))
    header = ",".join(columns)
    np.savetxt(path, table, "%.12g", delimiter=",", header=header, comments="")
    return path
