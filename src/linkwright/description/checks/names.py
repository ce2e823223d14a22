"""Names: none empty, none twice, none that something else has or will have."""

from __future__ import annotations

from collections.abc import Iterable

from linkwright.description.connections import part_names
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
    _once("element", [(each.name, each.place) for each in description.elements])
    _once("loop", [(each.name, each.place) for each in description.loops])
    _once("sharing rule", [(each.name, each.place) for each in description.sharing])
    _once("wall", [(each.name, each.place) for each in description.walls])
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
    _check_rows(description)
    _check_parts(description)


def _check_rows(description: Description) -> None:
    """Refuse one name for a joint and an element, or a loop: results have both."""
    seen = {each.name: "a joint" for each in description.joints}
    rows = [("element", each) for each in description.elements]
    rows += [("loop", each) for each in description.loops]
    for what, each in rows:
        if each.name in seen:
            raise DescriptionError(
                f"{what} '{each.name}': {seen[each.name]} has the same name.",
                place=each.place,
                expectation="Joints, elements and loops stand side by side in results.",
                remedy=f"Give the {what} another name.",
            )
        seen[each.name] = f"an {what}"


def _check_parts(description: Description) -> None:
    """Refuse the names that the bodies and joints of an actuator will have."""
    owners = {
        part: element
        for element in description.elements
        for part in part_names(element)
    }
    points = [each for body in description.bodies for each in body.points]
    named = (*description.bodies, *points, *description.joints)
    for each in (*named, *description.elements, *description.loops):
        if each.name in owners:
            raise DescriptionError(
                f"the name '{each.name}' is that of a part of element "
                f"'{owners[each.name].name}'.",
                place=each.place,
                expectation="An actuator's parts are called by its name, a dot and "
                "what they are.",
                remedy="Give one of them another name.",
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
