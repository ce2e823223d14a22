"""Whose positions a motion gives: joints, or the drives with actuators among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from linkwright.errors import FormatError, did_you_mean
from linkwright.motions.trajectory import Given, Trajectory
from linkwright.robot.velocity_units import velocity_units

if TYPE_CHECKING:
    from linkwright.robot import Robot


@dataclass(frozen=True, eq=False)
class Space:
    """The names a motion may use for a robot, and where their numbers go.

    Joints whose velocities are not the rates of their coordinates (free, spherical by
    quaternion) have no such names; they stay at the reference.
    """

    robot: Robot
    given: Given

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name, in the order of velocities."""
        robot = self.robot
        if self.given == "actuators":
            positions = robot.drive_position_names
            return tuple(name for name in robot.drive_names if name in positions)
        return tuple(n for n in robot.velocity_names if n in robot.coordinate_names)

    def unit(self, name: str) -> str:
        """Return "m" or "rad", the unit of a name's position."""
        return velocity_units(self.robot.description).get(name, "m")

    def start_of(self, name: str) -> float:
        """Return where a name stands at the reference."""
        if name in self.robot.coordinate_names:
            return float(self.robot.reference[self.robot.coordinate_names.index(name)])
        return float(self.reference[self._columns[name][0]])

    @cached_property
    def _columns(self) -> dict[str, tuple[int, int]]:
        """Where a name's position stands, and where its rate and acceleration."""
        robot = self.robot
        if self.given == "actuators":
            positions, rates = robot.drive_position_names, robot.drive_names
            return {n: (positions.index(n), rates.index(n)) for n in self.names}
        return {
            name: (
                robot.coordinate_names.index(name),
                robot.velocity_names.index(name),
            )
            for name in self.names
        }

    @cached_property
    def reference(self) -> np.ndarray:
        """Where everything stands unless told otherwise."""
        robot = self.robot
        if self.given == "joints":
            return robot.reference
        still = np.zeros(robot.nv)
        return robot.to_actuators(robot.reference, still, still).position

    def trajectory(
        self,
        name: str,
        t: np.ndarray,
        moved: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]],
        notes: Iterable[str] = (),
    ) -> Trajectory:
        """Return the motion in which all that is not moved rests at the reference."""
        robot = self.robot
        resting = [each for each in self.names if each not in moved]
        position = np.tile(self.reference, (len(t), 1))
        rate, acceleration = np.zeros((2, len(t), robot.nv))
        for each, (x, v, a) in moved.items():
            at, index = self._columns[each]
            position[:, at], rate[:, index], acceleration[:, index] = x, v, a
        told = list(notes)
        if resting:
            told.append(f"at rest, as the motion does not name them: {listed(resting)}")
        return Trajectory(name, t, self.given, position, rate, acceleration, (*told,))


def space_of(robot: Robot, names: Mapping[str, object]) -> Space:
    """Return the space to which all names belong; names come with their places."""
    joints, drives = Space(robot, "joints"), Space(robot, "actuators")
    if robot.drive_names == robot.velocity_names:
        drives = joints
    only_joints = [n for n in names if n in joints.names and n not in drives.names]
    only_drives = [n for n in names if n in drives.names and n not in joints.names]
    for name, place in names.items():
        if name not in joints.names and name not in drives.names:
            raise _unknown(name, place, joints, drives)
    if only_joints and only_drives:
        name = only_joints[0]
        drive = robot.drive_names[robot.velocity_names.index(name)]
        raise FormatError(
            f"joint '{name}' and actuator '{only_drives[0]}' are both given.",
            place=names[name],
            expectation=f"Either joints or drives: '{drive}' drives '{name}'.",
            remedy=f"Give '{drive}' in place of '{name}'.",
        )
    return joints if only_joints else drives


def _unknown(name: str, place: object, joints: Space, drives: Space) -> FormatError:
    others = [n for n in joints.names if n not in drives.names]
    remedy = did_you_mean(name, (*drives.names, *others))
    more = f" In their place: {', '.join(others)}." if others else ""
    if name in {joint.name for joint in joints.robot.joints}:
        remedy = f"Joint '{name}' follows from others, or has no position of its own."
    return FormatError(
        f"there is no drive or joint '{name}'.",
        place=place,
        expectation=f"Drives: {listed(drives.names, 30)}.{more}",
        remedy=remedy,
    )


def listed(names: Iterable[str], most: int = 12) -> str:
    """Return names in a row, the last ones left out where there are many."""
    names = list(names)
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")
