"""Shock loads: what an impact does to the joints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from linkwright.description import WORLD
from linkwright.robot.results import Rows

if TYPE_CHECKING:
    from linkwright.simulation.impacts.event import Event


def joint_impulses(event: Event) -> Rows:
    """Return impulsive force [N s] and torque [N m s] at every joint.

    Integrated over an impact only what is linear in the acceleration remains of the
    equations of motion: the jump dv stands for a, the walls' impulses for the external
    forces; weight and springs, the same with and without, cancel.
    """
    robot, q = event.robot, event.q
    still = np.zeros(robot.nv)
    loads = _loads(event)
    external = loads or None
    jumped = robot.reactions(
        q, still, event.v_after - event.v_before, external=external, **event.parameters
    )
    at_rest = robot.reactions(
        q,
        still,
        still,
        external={name: np.zeros(6) for name in loads} or None,
        **event.parameters,
    )
    return replace(jumped, array=jumped.array - at_rest.array)


def _loads(event: Event) -> dict[str, np.ndarray]:
    """Return the impulses on the bodies, as wrenches on points of them by name."""
    robot = event.robot
    walls = {wall.name: wall for wall in robot.walls}
    pose = robot.forward_kinematics(event.q, **event.parameters)
    found: dict[str, np.ndarray] = {}

    def push(name: str, place: np.ndarray, impulse: np.ndarray) -> None:
        arm = place - pose[name].position
        wrench = np.concatenate([impulse, np.cross(arm, impulse)])
        found[name] = found.get(name, 0.0) + wrench

    for i, contact in enumerate(event.contacts):
        wall = walls[contact.wall]
        if wall.joint:
            continue  # a stop acts between the two bodies of its joint
        touch = next(each for each in wall.contacts if each.name == contact.touch)
        push(touch.points[0], event.places[i], event.pushes[i])
        if wall.on != WORLD:
            push(wall.on, event.places[i], -event.pushes[i])
    return found
