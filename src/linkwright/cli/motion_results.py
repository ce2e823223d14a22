"""What a robot does and bears along a motion, computed in one kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from linkwright.errors import DescriptionError

if TYPE_CHECKING:
    from linkwright.motions import Trajectory
    from linkwright.robot import Robot
    from linkwright.robot.results import Motion, Rows

DYNAMICS = ("inverse_dynamics", "reactions")


@dataclass(frozen=True, eq=False)
class MotionResults:
    """A motion of a robot, and what was computed along it.

    Attributes:
        joints, drives: positions, rates, accelerations of either.
        undetermined: components of reactions that nothing tells, NaN in ``found``.
        dependent: positions of joints that follow from loops; None without such.
        found: quantities by name, as ``Robot.compute`` returns them.
    """

    robot: Robot
    motion: Trajectory
    joints: Motion
    drives: Motion
    dependent: Any
    found: Mapping[str, Any]
    undetermined: tuple[str, ...] = ()

    @property
    def has_dynamics(self) -> bool:
        """Whether forces were computed too."""
        return "reactions" in self.found


def quantities_of(robot: Robot, *, kinematics_only: bool = False) -> tuple[str, ...]:
    """Return what to compute: without forces where asked, or where nothing has mass."""
    elements = ("elements",) if robot.element_names else ()
    kinematics = ("forward_kinematics", "body_motions", *elements)
    if kinematics_only or robot.total_mass == 0.0:
        return kinematics
    loads = ("actuator_forces",) if has_actuators(robot) else ()
    return (*kinematics, *DYNAMICS, *loads)


def along(
    robot: Robot, motion: Trajectory, quantities: tuple[str, ...]
) -> MotionResults:
    """Return the results of a motion, or raise naming times it cannot have."""
    joints = motion.joints(robot)
    found, undetermined = _found(robot, motion, joints, quantities)
    drives = motion.drives(robot) if has_actuators(robot) else joints
    dependent = None
    if any(joint.dependent for joint in robot.joints) or has_actuators(robot):
        dependent = robot.dependent_coordinates(joints.position)
    return MotionResults(robot, motion, joints, drives, dependent, found, undetermined)


def _found(
    robot: Robot, motion: Trajectory, joints: Motion, quantities: tuple[str, ...]
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return quantities along a motion, and components of reactions nothing tells."""
    try:
        compute = partial(robot.compute, quantities)
        return motion.over(compute, joints), ()
    except DescriptionError:
        if "reactions" not in quantities:
            raise
        told = robot.determinacy()
        if told.contradictions or not told.left:
            raise
    rest = tuple(name for name in quantities if name != "reactions")
    found = motion.over(partial(robot.compute, rest), joints)
    compute = partial(robot.reactions, undetermined="nan")
    reactions = motion.over(compute, joints)
    return {**found, "reactions": reactions}, tuple(_untold(reactions))


def _untold(reactions: Rows) -> Iterator[str]:
    """Return the components that are NaN, in the axes of their rows."""
    for row in reactions:
        for what in ("force", "torque"):
            for axis, values in zip("xyz", getattr(row, what).T, strict=True):
                if (values != values).any():
                    yield f"{row.name} {what} {axis}"


def has_actuators(robot: Robot) -> bool:
    """Return whether actuators stand between the drives and the joints."""
    return robot.actuator_names != robot.velocity_names
