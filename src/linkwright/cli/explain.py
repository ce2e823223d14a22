"""Explain how a robot is computed, in the seven steps of the MBD paper.

NAME is a bundled robot, FILE a .yaml or .urdf file.
"""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what follows ``linkwright explain``."""
    parser.add_argument("robot", metavar="NAME|FILE", help="which robot to explain")


def run(arguments: argparse.Namespace) -> None:
    """Print the seven steps."""
    from linkwright import load

    print(load(arguments.robot).explain())
