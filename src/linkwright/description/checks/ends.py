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
        if not ELEMENT_KINDS[element.type].at_joint:
            _check(f"element '{element.name}'", element, bodies, names)
    for loop in description.loops:
        _check(f"loop '{loop.name}'", loop, bodies, names)


def _check(
    subject: str, spanning: Element | Loop, bodies: dict[str, str], names: list[str]
) -> None:
    first, second, place = spanning.first, spanning.second, spanning.place
    for point in (first, second):
        if point not in bodies:
            remedy = did_you_mean(point, bodies)
            if point in names:
                remedy = f"'{point}' is a body: give it a point under 'points'."
            raise DescriptionError(
                f"{subject}: point '{point}' does not exist.",
                place=place,
                expectation=f"Points: {', '.join(bodies) or 'none'}.",
                remedy=remedy,
            )
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
