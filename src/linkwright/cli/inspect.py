"""Show what a robot is made of: joints, bodies, points, elements, loops, parameters.

For a robot with loops also its mobility, and which reactions it determines.

NAME is a bundled robot, FILE a .yaml or .urdf file. All numbers are SI.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from linkwright.cli.robot_tables import headline, tables

if TYPE_CHECKING:
    from linkwright.description import Description


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what follows ``linkwright inspect``."""
    parser.add_argument("robot", metavar="NAME|FILE", help="which robot to show")


def run(arguments: argparse.Namespace) -> None:
    """Print the robot's tables."""
    from linkwright.robot.loading import read_robot

    description = read_robot(arguments.robot)
    print(f"{description.name}: {headline(description)}")
    for table in tables(description):
        print(f"\n{table}")
    if description.loops or any(joint.dependent for joint in description.joints):
        print(f"\n{_reactions(description)}")


def _reactions(description: Description) -> str:
    """Return what the mechanism determines of its reactions, and what rules share."""
    from linkwright.robot import Robot

    return str(Robot(description).explain().steps[-1]).partition("\n\nRules\n")[0]
