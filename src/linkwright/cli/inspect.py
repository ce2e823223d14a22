"""Show what a robot is made of: joints, bodies, points, parameters.

NAME is a bundled robot, FILE a .yaml or .urdf file. All numbers are SI.
"""

from __future__ import annotations

import argparse

from linkwright.cli.robot_tables import headline, tables


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
