"""Results of a motion as tables in CSV, every column headed with its unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from linkwright.cli.motion_results import MotionResults
    from linkwright.robot import Robot
    from linkwright.robot.results import Motion

AXES = ("x", "y", "z")
Columns = dict[str, np.ndarray]


def write_tables(folder: Path, results: MotionResults) -> list[tuple[Path, str]]:
    """Write one CSV file for each kind of result; returns paths and what they hold."""
    from linkwright.cli.motion_results import has_actuators

    tables: dict[str, tuple[str, Columns]] = {
        "joints": ("the joints' motion: q, v, a", joint_columns(results)),
        "bodies": ("poses and motions of bodies", _bodies(results)),
    }
    if has_actuators(results.robot):
        tables["drives"] = ("the drives' motion", drive_columns(results))
    if results.dependent is not None and len(results.dependent.names):
        tables["dependent_joints"] = ("joints that loops move", _dependent(results))
    if results.robot.points:
        tables["points"] = ("motion of named points", _points(results))
    if "elements" in results.found:
        tables["elements"] = ("springs, actuators: lengths, forces", _elements(results))
    if results.has_dynamics:
        tables["joint_forces"] = (
            "joint forces, M a + c less springs",
            _forces(results),
        )
        tables["reactions"] = (
            "by each joint on its body, body axes",
            _reactions(results),
        )
    if "actuator_forces" in results.found:
        tables["actuator_loads"] = ("forces of the drives", actuator_columns(results))
    written = []
    for name, (what, columns) in tables.items():
        path = folder / f"{name}.csv"
        write_csv(path, {"t [s]": results.motion.t, **columns})
        written.append((path, what))
    return written


def write_csv(path: Path, columns: Mapping[str, np.ndarray]) -> None:
    """Write columns under their headings, twelve digits each."""
    table = np.column_stack(list(columns.values()))
    header = ",".join(columns)
    np.savetxt(path, table, "%.12g", delimiter=",", header=header, comments="")


def force_units(robot: Robot) -> dict[str, str]:
    """Return the unit of every joint force, and of every drive's, by its name."""
    from linkwright.robot.velocity_units import force_unit, velocity_units

    units = velocity_units(robot.description)
    names = dict.fromkeys((*robot.velocity_names, *robot.actuator_names))
    return {name: force_unit(units.get(name, "m")) for name in names}


def joint_columns(results: MotionResults) -> Columns:
    """Return q, v, a; a table of these can be read as a motion."""
    robot = results.robot
    return _motion(
        results.joints, robot.coordinate_names, robot.velocity_names, _units(robot)
    )


def drive_columns(results: MotionResults) -> Columns:
    """Return the drives' motion; a table of these can be read as a motion."""
    robot = results.robot
    return _motion(
        results.drives, robot.drive_position_names, robot.drive_names, _units(robot)
    )


def actuator_columns(results: MotionResults) -> Columns:
    """Return the force of every drive, each actuator by itself."""
    units = force_units(results.robot)
    forces = results.found["actuator_forces"]
    return {
        f"{name} [{units[name]}]": forces[:, index]
        for index, name in enumerate(results.robot.actuator_names)
    }


def _units(robot: Robot) -> dict[str, str]:
    from linkwright.description.expanding import expanded
    from linkwright.robot.velocity_units import velocity_units

    return velocity_units(expanded(robot.description))


def _motion(
    motion: Motion,
    coordinates: Sequence[str],
    velocities: Sequence[str],
    units: Mapping[str, str],
) -> Columns:
    """Name a motion's columns; a quaternion's entries have no unit, nor rates."""
    columns = {}
    for index, name in enumerate(coordinates):
        unit = units.get(name, "m")  # an actuator's length, a free body's place
        if name not in units and name.endswith((".x", ".y", ".z", ".w")):
            unit = "1"
        columns[f"{name} [{unit}]"] = motion.position[:, index]
    for index, name in enumerate(velocities):
        unit = units.get(name, "m")
        own = name in coordinates
        first, second = ("'", "''") if own else ("", "'")
        columns[f"{name}{first} [{unit}/s]"] = motion.rate[:, index]
        columns[f"{name}{second} [{unit}/s^2]"] = motion.acceleration[:, index]
    return columns


def _dependent(results: MotionResults) -> Columns:
    units = _units(results.robot)
    return {
        f"{row.name} [{units[row.name]}]": row.position for row in results.dependent
    }


def _bodies(results: MotionResults) -> Columns:
    poses = results.found["forward_kinematics"].bodies
    motions = results.found["body_motions"].bodies
    columns: Columns = {}
    for pose in poses:
        motion = motions[pose.name]
        columns |= _vector(f"{pose.name} position", "m", pose.position)
        turned = _quaternions(pose.rotation)
        columns |= _vector(f"{pose.name} quaternion", "1", turned, (*AXES, "w"))
        for what, unit in _MOTION:
            columns |= _vector(f"{pose.name} {what}", unit, getattr(motion, what))
    return columns


_MOTION = (
    ("velocity", "m/s"),
    ("angular_velocity", "rad/s"),
    ("acceleration", "m/s^2"),
    ("angular_acceleration", "rad/s^2"),
)


def _quaternions(rotation: np.ndarray) -> np.ndarray:
    """Return quaternions x y z w that do not jump from one sign to the other."""
    from linkwright.rotations import to_quaternion

    found = to_quaternion(rotation)
    turned = (found[1:] * found[:-1]).sum(axis=-1) < 0.0
    found[1:] *= np.where(np.cumsum(turned) % 2, -1.0, 1.0)[:, None]
    return found


def _points(results: MotionResults) -> Columns:
    poses = results.found["forward_kinematics"].points
    motions = results.found["body_motions"].points
    columns: Columns = {}
    for pose in poses:
        motion = motions[pose.name]
        columns |= _vector(f"{pose.name} position", "m", pose.position)
        columns |= _vector(f"{pose.name} velocity", "m/s", motion.velocity)
        columns |= _vector(f"{pose.name} acceleration", "m/s^2", motion.acceleration)
    return columns


def _elements(results: MotionResults) -> Columns:
    types = {each.name: each.type for each in results.robot.description.elements}
    columns: Columns = {}
    for row in results.found["elements"]:
        columns[f"{row.name} length [m]"] = row.length
        columns[f"{row.name} rate [m/s]"] = row.rate
        columns[f"{row.name} acceleration [m/s^2]"] = row.acceleration
        columns[f"{row.name} angle [rad]"] = row.angle
        if types.get(row.name) != "linear_actuator":  # their forces: actuator_loads
            columns[f"{row.name} tension [N]"] = row.tension
        columns[f"{row.name} beyond [1]"] = row.beyond
    return columns


def _forces(results: MotionResults) -> Columns:
    units = force_units(results.robot)
    forces = results.found["inverse_dynamics"]
    return {
        f"{name} [{units[name]}]": forces[:, index]
        for index, name in enumerate(results.robot.velocity_names)
    }


def _reactions(results: MotionResults) -> Columns:
    columns: Columns = {}
    for row in results.found["reactions"]:
        columns |= _vector(f"{row.name} force", "N", row.force)
        columns |= _vector(f"{row.name} torque", "N m", row.torque)
    return columns


def _vector(name: str, unit: str, values: Any, axes: Iterable[str] = AXES) -> Columns:
    return {
        f"{name} {axis} [{unit}]": values[:, index] for index, axis in enumerate(axes)
    }
