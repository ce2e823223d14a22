"""List the bundled robots.

Each can be given by its name wherever a robot file can.
"""

from __future__ import annotations

import argparse

from linkwright.cli.table import text_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what follows ``linkwright robots``: nothing."""


def run(arguments: argparse.Namespace) -> None:
    """Print one line for each robot."""
    from linkwright.cli.robot_tables import total_mass
    from linkwright.model.coordinates import coordinates_of
    from linkwright.robot.loading import aliases, read_robot
    from linkwright.robot.loading import robots as bundled_robots

    other_names = {name: alias for alias, name in aliases().items()}
    rows = []
    for name in bundled_robots():
        description = read_robot(name)
        layout = coordinates_of(description)
        rows.append(
            (
                name,
                len(description.bodies),
                len(layout.coordinate_names),
                len(layout.velocity_names),
                total_mass(description),
                other_names.get(name, ""),
            )
        )
    header = ("robot", "bodies", "nq", "nv", "mass in kg", "also called")
    print(text_table(header, rows))
