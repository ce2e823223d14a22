"""linkwright: robots out of links, at machine speed.

import linkwright as lw

robot = lw.load("charmie")
tau = robot.inverse_dynamics(q, v, a)
"""

from pathlib import Path

from linkwright.description import float_base
from linkwright.errors import LinkwrightError
from linkwright.expr import (
    absolute,
    acos,
    asin,
    atan,
    atan2,
    cos,
    exp,
    log,
    maximum,
    minimum,
    sign,
    sin,
    sqrt,
    tan,
    where,
)
from linkwright.robot import Robot, read_robot, robots

__version__ = "0.1.0"

__all__ = [
    "LinkwrightError",
    "Robot",
    "__version__",
    "absolute",
    "acos",
    "asin",
    "atan",
    "atan2",
    "cos",
    "exp",
    "load",
    "log",
    "maximum",
    "minimum",
    "robots",
    "sign",
    "sin",
    "sqrt",
    "tan",
    "where",
]


def load(source: str | Path, *, floating: bool | str = False) -> Robot:
    """Return a bundled robot by name, or one from a .yaml or .urdf file.

    Args:
        source: a name that `robots` lists, or a path.
        floating: set the base free that is fixed to the world; its body's name where
            several bodies stand there.
    """
    description = read_robot(source)
    if floating:
        base = floating if isinstance(floating, str) else None
        description = float_base(description, base)
    return Robot(description)
