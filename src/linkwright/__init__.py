"""linkwright: robots out of links, at machine speed.

import linkwright as lw

robot = lw.load("charmie")
tau = robot.inverse_dynamics(q, v, a)
"""

from pathlib import Path

from linkwright.errors import LinkwrightError
from linkwright.robot import Robot, read_robot, robots

__version__ = "0.1.0"

__all__ = ["LinkwrightError", "Robot", "__version__", "load", "robots"]


def load(source: str | Path) -> Robot:
    """Return a bundled robot by name, or one from a .yaml or .urdf file."""
    return Robot(read_robot(source))
