"""Count a robot's operations: multiplications, additions, trigonometric calls.

Of every quantity in every formulation, before and after simplification; --measure adds
nanoseconds for one state of a batch on one thread.

NAME is a bundled robot, FILE a .yaml or .urdf file.
"""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what follows ``linkwright count``."""
    parser.add_argument("robot", metavar="NAME|FILE", help="which robot to count")
    parser.add_argument(
        "quantities",
        metavar="QUANTITY",
        nargs="*",
        help="such as inverse_dynamics; all where none is named",
    )
    parser.add_argument(
        "--chain",
        nargs=2,
        metavar=("FIRST", "LAST"),
        help="only the bodies from one to another that hangs on it",
    )
    parser.add_argument("--measure", action="store_true", help="time them as well")


def run(arguments: argparse.Namespace) -> None:
    """Print the table of counts."""
    from linkwright import load

    robot = load(arguments.robot)
    if arguments.chain:
        robot = robot.chain(*arguments.chain)
    print(robot.count(*arguments.quantities, measure=arguments.measure))
