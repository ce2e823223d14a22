"""What runs between two points: of points that exist, on two bodies."""

from __future__ import annotations

from linkwright.description.connections import bodies_of_points
from linkwright.description.description import Description
from linkwright.description.elements import ELEMENT_KINDS, Element
from linkwright.description.loops import Loop
from linkwright.errors import DescriptionError, did_you_mean


def check_ends(description: Description) -> None:
    """Refuse elements and loops from unknown points, or from a body to itself."""
    bodies = bodies_of_points(description)
    names = [body.name for body in description.bodies]
    for element in description.elements:
        if element.wall:
            _check_pressing(description, element, bodies)
        elif not ELEMENT_KINDS[element.type].at_joint:
            _check(f"element '{element.name}'", element, bodies, names)
    for loop in description.loops:
        _check(f"loop '{loop.name}'", loop, bodies, names)


def _check_pressing(
    description: Description, element: Element, bodies: dict[str, str]
) -> None:
    """Refuse a contact of an unknown point, or with what is no wall to press on."""
    subject = f"element '{element.name}'"
    names = [body.name for body in description.bodies]
    _check_point(subject, element.first, element.place, bodies, names)
    walls = {wall.name: wall for wall in description.walls if wall.shape != "stop"}
    if element.wall not in walls:
        raise DescriptionError(
            f"{subject}: wall '{element.wall}' does not exist.",
            place=element.place,
            expectation=f"Walls: {', '.join(walls) or 'none'}.",
            remedy=did_you_mean(element.wall, walls),
        )
    wall = walls[element.wall]
    if wall.on == bodies[element.first]:
        raise DescriptionError(
            f"{subject}: point '{element.first}' and wall '{wall.name}' are both on"
            f" body '{wall.on}'.",
            place=element.place,
            expectation="A point presses on a wall of another body, or of the world.",
        )
    if any(element.first in touch.points for touch in wall.contacts):
        raise DescriptionError(
            f"{subject}: point '{element.first}' is a contact of wall '{wall.name}'"
            " too.",
            place=element.place,
            expectation="A point either bounces off a wall or presses on it.",
            remedy="Remove it from the wall's 'contacts'.",
        )


def _check(
    subject: str, spanning: Element | Loop, bodies: dict[str, str], names: list[str]
) -> None:
    first, second, place = spanning.first, spanning.second, spanning.place
    for point in (first, second):
        _check_point(subject, point, place, bodies, names)
    if first == second:
        raise DescriptionError(
            f"{subject}: both ends are point '{first}'.",
            place=place,
            expectation="Its ends are two points, on two bodies.",
        )
    if bodies[first] == bodies[second]:
        raise DescriptionError(
            f"{subject}: points '{first}' and '{second}' are both on body "
            f"'{bodies[first]}'.",
            place=place,
            expectation="Its ends are on two bodies.",
        )


def _check_point(
    subject: str, point: str, place: object, bodies: dict[str, str], names: list[str]
) -> None:
    if point in bodies:
        return
    remedy = did_you_mean(point, bodies)
    if point in names:
        remedy = f"'{point}' is a body: give it a point under 'points'."
    raise DescriptionError(
        f"{subject}: point '{point}' does not exist.",
        place=place,
        expectation=f"Points: {', '.join(bodies) or 'none'}.",
        remedy=remedy,
    )
