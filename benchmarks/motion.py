"""The MBD paper's timed motion, Table 5: robots, what is computed, the paper's seconds.

Every drive accelerates one way for 2.5 s and the other way for as long; 1000 steps of
5 ms. The paper does not define its arms: ours are the first joints of CHARMIE's left
arm, bolted to the world.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.references.plain_tree import Array

ROBOTS = ("arm-2", "arm-4", "arm-6", "charmie")
JOINTS = {"arm-2": 2, "arm-4": 4, "arm-6": 6}
STEPS = 1000

# Rotation matrices, origins, points; CHARMIE: lengths and angles of actuators, springs,
# balancing bars. Then velocities and accelerations, every reaction, the drives' loads.
_KINEMATIC = ("forward_kinematics",)
_LOOPS = ("elements", "dependent_coordinates")
_DYNAMIC = ("body_motions.bodies", "reactions", "inverse_dynamics")
KINDS = ("kinematic", "dynamic")

PAPER = {  # seconds of 1000 steps, "including the code initialization"
    "kinematic": {"arm-2": 0.211, "arm-4": 0.269, "arm-6": 0.325, "charmie": 2.409},
    "dynamic": {"arm-2": 0.482, "arm-4": 0.715, "arm-6": 0.947, "charmie": 7.856},
}

_ARMS_MOTION = """
linkwright: 1
name: the arms' part of CHARMIE's motion
duration: 5 s
step: 5 ms
drives:
  "th*": {law: bang_bang, acceleration: -pi/9}
"""


def quantities(name: str, kind: str) -> tuple[str, ...]:
    """Return what is computed of a robot at every step."""
    found = _KINEMATIC
    if name == "charmie":
        found += _LOOPS
    if kind == "dynamic":
        found += _DYNAMIC
        if name == "charmie":
            found += ("actuator_forces",)
    return found


def motion_source(name: str, folder: Path) -> str:
    """Return what ``read_motion`` takes: a bundled motion, or a file written here."""
    if name == "charmie":
        return name
    path = folder / "arms_motion.yaml"
    path.write_text(_ARMS_MOTION, encoding="utf-8")
    return str(path)


def drive_states(robot: Any, source: str) -> tuple[Array, Array, Array]:
    """Return positions, rates, accelerations of the drives, t = 0.005 to 5 s."""
    from linkwright.motions import read_motion

    motion = read_motion(source, robot)
    x, xd, xdd = (np.ascontiguousarray(states[1:]) for states in motion.states)
    assert len(x) == STEPS
    return x, xd, xdd
