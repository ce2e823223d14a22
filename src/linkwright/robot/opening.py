"""From a name or a file to a robot one can compute with."""

from __future__ import annotations

from pathlib import Path

from linkwright.description import float_base
from linkwright.robot.loading import read_robot
from linkwright.robot.robot import Robot


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
