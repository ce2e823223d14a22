"""Shock loads: what an impact does to the joints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.description import WORLD
from linkwright.robot.results import Field, Rows

if TYPE_CHECKING:
    from linkwright.simulation.impacts.event import Event

IMPULSE = (Field("force", 0, (3,), "N s"), Field("torque", 3, (3,), "N m s"))


def joint_impulses(event: Event) -> Rows:
    """Return impulsive force [N s] and torque [N m s] at every joint.

    Integrated over an impact only what is linear in the acceleration remains of the
    equations of motion: the jump dv stands for a, the walls' impulses for the external
    forces; weight and springs, the same with and without, cancel.
    """
    robot, q = event.robot, event.q
    still = np.zeros(robot.nv)
    jump = event.v_after - event.v_before
    pushed = _loads(event)
    unloaded = {name: np.zeros(6) for name in pushed}
    words: dict[str, Any] = {"undetermined": "nan", **event.parameters}
    with_it = robot.reactions(q, still, jump, external=pushed or None, **words)
    without = robot.reactions(q, still, still, external=unloaded or None, **words)
    return replace(with_it, array=with_it.array - without.array, fields=IMPULSE)


def _loads(event: Event) -> dict[str, np.ndarray]:
    """Return the impulses on the bodies, as wrenches on points of them by name.

    All that may touch a wall are named, so that one kernel serves all events.
    """
    robot = event.robot
    walls = {wall.name: wall for wall in robot.walls}
    pose = robot.forward_kinematics(event.q, **event.parameters)
    found: dict[str, np.ndarray] = {}
    for wall in robot.walls:
        names = [touch.points[0] for touch in wall.contacts]
        names += [wall.on] if wall.on != WORLD else []
        found |= {name: np.zeros(6) for name in names}

    def push(name: str, place: np.ndarray, impulse: np.ndarray) -> None:
        arm = place - pose[name].position
        found[name] += np.concatenate([impulse, np.cross(arm, impulse)])

    for i, contact in enumerate(event.contacts):
        wall = walls[contact.wall]
        if wall.joint:
            continue  # a stop acts between the two bodies of its joint
        touch = next(each for each in wall.contacts if each.name == contact.touch)
        push(touch.points[0], event.places[i], event.pushes[i])
        if wall.on != WORLD:
            push(wall.on, event.places[i], -event.pushes[i])
    return found
