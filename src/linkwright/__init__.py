"""linkwright: robots out of links, at machine speed.

import linkwright as lw

robot = lw.load("charmie")
tau = robot.inverse_dynamics(q, v, a)

The names below are found when first used: importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from linkwright.errors import LinkwrightError

if TYPE_CHECKING:
    from linkwright import rotations as rotations
    from linkwright.expr import (
        absolute,
        acos,
        asin,
        atan,
        atan2,
        cos,
        equal,
        exp,
        less,
        less_equal,
        log,
        logical_and,
        logical_not,
        logical_or,
        maximum,
        minimum,
        sign,
        sin,
        sqrt,
        tan,
        where,
    )
    from linkwright.robot import Robot, load, robots
    from linkwright.simulation import (
        PD,
        Actuator,
        ComputedTorque,
        Impacts,
        Run,
        simulate,
    )

__version__ = "0.1.0"

__all__ = [
    "Actuator",
    "ComputedTorque",
    "Impacts",
    "LinkwrightError",
    "PD",
    "Robot",
    "Run",
    "__version__",
    "absolute",
    "acos",
    "asin",
    "atan",
    "atan2",
    "cos",
    "equal",
    "exp",
    "less",
    "less_equal",
    "load",
    "log",
    "logical_and",
    "logical_not",
    "logical_or",
    "maximum",
    "minimum",
    "robots",
    "rotations",
    "sign",
    "simulate",
    "sin",
    "sqrt",
    "tan",
    "where",
]

_HALL = ("Robot", "load", "robots")
_SIMULATION = ("Actuator", "ComputedTorque", "Impacts", "PD", "Run", "simulate")


def __getattr__(name: str) -> Any:
    if name == "rotations":
        return import_module("linkwright.rotations")
    if name not in __all__:
        raise AttributeError(f"module 'linkwright' has no attribute '{name}'")
    room = "linkwright.expr"
    if name in _HALL:
        room = "linkwright.robot"
    elif name in _SIMULATION:
        room = "linkwright.simulation"
    found = globals()[name] = getattr(import_module(room), name)
    return found


def __dir__() -> list[str]:
    return __all__
