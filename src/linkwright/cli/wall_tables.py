"""Walls and what touches them, as a table; every number in SI."""

from __future__ import annotations

from typing import Any

from linkwright.robot.text_table import number_text, text_table


def walls(robot: Any) -> str:
    """Return the walls of a description whose numbers are floats."""
    rows = []
    for each in robot.walls:
        numbers = [
            f"{key} {' '.join(number_text(value) for value in values)}"
            for key, values in each.numbers
        ]
        numbers += [each.formula.text] if each.formula else []
        where = f"{each.joint} {each.limit}" if each.joint else each.on
        bounce = f"{number_text(each.restitution)}, {number_text(each.friction)}"
        touching = ", ".join(touch.name for touch in each.contacts)
        side = each.robot
        sizes = ", ".join(numbers)
        rows.append((each.name, each.shape, where, side, sizes, bounce, touching))
    header = (
        *("wall", "shape", "on", "robot", "numbers in SI"),
        *("restitution, friction", "contacts"),
    )
    return text_table(header, rows) if rows else ""
