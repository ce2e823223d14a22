"""List the bundled robots.

Each can be given by its name wherever a robot file can.
"""

from __future__ import annotations

import argparse

from linkwright.robot.text_table import text_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what follows ``linkwright robots``: nothing."""


def run(arguments: argparse.Namespace) -> None:
    """Print one line for each robot."""
    from linkwright.cli.robot_tables import total_mass
    from linkwright.description.inventory import inventory
    from linkwright.model.coordinates import coordinates_of
    from linkwright.motions import motions
    from linkwright.robot.loading import aliases, read_robot
    from linkwright.robot.loading import robots as bundled_robots

    other_names = {name: alias for alias, name in aliases().items()}
    moved = motions()
    rows = []
    for name in bundled_robots():
        description = read_robot(name)
        layout = coordinates_of(description)
        rows.append(
            (
                name,
                inventory(description).bodies,
                len(layout.coordinate_names),
                len(layout.velocity_names),
                inventory(description).loops,
                total_mass(description),
                "yes" if name in moved else "",
                other_names.get(name, ""),
            )
        )
    header = (
        *("robot", "bodies", "nq", "nv", "loops", "mass in kg"),
        *("motion", "also called"),
    )
    print(text_table(header, rows))
