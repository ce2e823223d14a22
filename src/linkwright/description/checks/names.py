"""Names: none empty, none twice."""

from __future__ import annotations

from collections.abc import Iterable

from linkwright.description.description import Description
from linkwright.description.joints import WORLD
from linkwright.description.parameters import check_parameter_name
from linkwright.description.place import Place
from linkwright.errors import DescriptionError

Named = Iterable[tuple[str, Place | None]]


def check_names(description: Description) -> None:
    """Refuse empty names, names that stand twice, and the name of the world."""
    if not description.name.strip():
        raise DescriptionError(
            "the robot has no name.", place=description.place, remedy="Add 'name:'."
        )
    bodies = description.bodies
    points = [(each.name, each.place) for body in bodies for each in body.points]
    _once("body", [(each.name, each.place) for each in bodies])
    _once("joint", [(each.name, each.place) for each in description.joints])
    _once("parameter", [(each.name, each.place) for each in description.parameters])
    _once("point", points)
    for parameter in description.parameters:
        check_parameter_name(parameter.name, parameter.place)
    names = {body.name for body in bodies}
    for body in bodies:
        if body.name == WORLD:
            raise DescriptionError(
                "a body is called 'world'.",
                place=body.place,
                expectation="'world' is the fixed ground that joints start from.",
                remedy="Give the body another name.",
            )
    for name, place in points:
        if name in names or name == WORLD:
            raise DescriptionError(
                f"point '{name}': a body has the same name.",
                place=place,
                expectation="Points and bodies are asked for by name alike.",
                remedy="Give the point another name.",
            )


def _once(what: str, named: Named) -> None:
    seen: dict[str, Place | None] = {}
    for name, place in named:
        if not isinstance(name, str) or not name.strip():
            raise DescriptionError(
                f"a {what} has an empty name.",
                place=place,
                expectation=f"Every {what} has a name of its own.",
            )
        if name in seen:
            earlier = f" It was first used at {seen[name]}." if seen[name] else ""
            raise DescriptionError(
                f"the {what} name '{name}' is used twice.",
                place=place,
                expectation=f"Every {what} has a name of its own.{earlier}",
                remedy="Rename one of them.",
            )
        seen[name] = place
