"""What is legal about walls, and yet hardly meant: rods that can dip through."""

from __future__ import annotations

from itertools import combinations

from linkwright.description.checks.polyline_corners import is_convex
from linkwright.description.connections import bodies_of_points
from linkwright.description.description import Description
from linkwright.description.formula import value_of
from linkwright.description.numbers_in import map_wall
from linkwright.description.parameters import parameter_values
from linkwright.description.walls import WALL_SHAPES, Wall


def wall_warnings(description: Description) -> tuple[str, ...]:
    """Return a sentence for each body whose points are tested, but not what is between.

    Where the robot's side of a wall is convex, the straight line between two points
    that are free is free too; elsewhere its middle can cross the wall.
    """
    on = bodies_of_points(description)
    found = []
    for wall in description.walls:
        if _is_convex(description, wall):
            continue
        covered = [
            set(touch.points) for touch in wall.contacts if touch.curve != "point"
        ]
        tested = [touch.name for touch in wall.contacts if touch.curve == "point"]
        for first, second in combinations(tested, 2):
            between = any({first, second} <= points for points in covered)
            if on[first] == on[second] and not between:
                where = f"{wall.place}  " if wall.place else ""
                found.append(
                    f"{where}wall '{wall.name}': points '{first}' and '{second}' of"
                    f" body '{on[first]}' are tested, but the body between them can"
                    " cross the wall, which is not convex on the robot's side.  Add"
                    f" the contact {{segment: [{first}, {second}]}}."
                )
    return tuple(found)


def _is_convex(description: Description, wall: Wall) -> bool:
    if wall.shape == "polyline":
        values = parameter_values(description)
        return is_convex(map_wall(wall, lambda number, _: value_of(number, values)))
    return (wall.robot or "inside") in WALL_SHAPES[wall.shape].convex
