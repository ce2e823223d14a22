"""Read a robot file and say what is wrong with it.

Prints one line if the robot is sound, and one for whatever is hardly meant. Otherwise
prints where the first fault is, what was found, what was expected and how to mend it,
and ends with status 2.
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

    description = read(arguments.file)
    print(f"{arguments.file}: sound. {headline(description)}")
    for warning in wall_warnings(description):
        print(warning)
