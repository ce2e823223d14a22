"""Read a robot file and say what is wrong with it.

Puts the loops of a mechanism together too. Prints one line if the robot is sound, and
one for whatever is hardly meant. Otherwise prints where the first fault is, what was
found, what was expected and how to mend it, and ends with status 2.
"""

from __future__ import annotations

import argparse

from linkwright.cli.robot_tables import headline


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what follows ``linkwright check``."""
    parser.add_argument("file", metavar="FILE", help="a .yaml or .urdf file")


def run(arguments: argparse.Namespace) -> None:
    """Read the file; an error on the way is the answer."""
    from linkwright.description.wall_warnings import wall_warnings
    from linkwright.formats import read
    from linkwright.robot import Robot

    description = read(arguments.file)
    # refuses loops that cannot close, and actuators that move nothing
    _ = Robot(description).assembly
    print(f"{arguments.file}: sound. {headline(description)}")
    for warning in wall_warnings(description):
        print(warning)
