"""Giving the parts and parameters of a description other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from linkwright.description.connections import part_names
from linkwright.description.description import Description, Parameter
from linkwright.description.elements import Element
from linkwright.description.formula import Formula, Number
from linkwright.description.formula_parser import tokens_of
from linkwright.description.joints import WORLD
from linkwright.description.law import LAW_NAMES, with_law
from linkwright.description.numbers_in import Slot, map_numbers
from linkwright.description.walls import SURFACE_NAMES, Wall


def renamed(
    description: Description,
    name: Callable[[str], str],
    parameter_name: Callable[[str], str],
) -> Description:
    """Return the description with every name changed, in formulas too.

    Args:
        description: the robot.
        name: the new name of a body, joint or point; "world" keeps its own.
        parameter_name: the new name of a parameter.
    """
    words = {each.name: parameter_name(each.name) for each in description.parameters}
    changed = renamed_parameters(description, words)
    bodies = tuple(
        replace(
            body,
            name=name(body.name),
            points=tuple(replace(each, name=name(each.name)) for each in body.points),
        )
        for body in changed.bodies
    )
    joints = tuple(
        replace(
            joint,
            name=name(joint.name),
            parent=joint.parent if joint.parent == WORLD else name(joint.parent),
            body=name(joint.body),
            coupling=joint.coupling
            and replace(joint.coupling, joint=name(joint.coupling.joint)),
        )
        for joint in changed.joints
    )
    elements = tuple(
        replace(
            each,
            name=name(each.name),
            first=each.first and name(each.first),
            second=each.second and name(each.second),
            joint=each.joint and name(each.joint),
            wall=each.wall and name(each.wall),
        )
        for each in changed.elements
    )
    loops = tuple(
        replace(
            each, name=name(each.name), first=name(each.first), second=name(each.second)
        )
        for each in changed.loops
    )
    parts = {
        part: name(each.name) + part.removeprefix(each.name)
        for each in changed.elements
        for part in part_names(each)
    }

    def whole(part: str) -> str:
        return parts.get(part) or name(part)

    sharing = tuple(
        replace(
            each,
            name=name(each.name),
            on=whole(each.on),
            of=tuple(whole(part) for part in each.of),
            to=each.to and whole(each.to),
        )
        for each in changed.sharing
    )
    walls = tuple(
        replace(
            each,
            name=name(each.name),
            on=each.on if each.on == WORLD else name(each.on),
            joint=each.joint and name(each.joint),
            contacts=tuple(
                replace(touch, points=tuple(name(point) for point in touch.points))
                for touch in each.contacts
            ),
        )
        for each in changed.walls
    )
    return replace(
        changed,
        bodies=bodies,
        joints=joints,
        elements=elements,
        loops=loops,
        sharing=sharing,
        walls=walls,
    )


def renamed_parameters(
    description: Description, words: Mapping[str, str]
) -> Description:
    """Return the description with its parameters renamed, in formulas too."""

    def number(found: Number, _: Slot) -> Number:
        return renamed_formula(found, words) if isinstance(found, Formula) else found

    def parameter(each: Parameter) -> Parameter:
        formula = each.formula and renamed_formula(each.formula, words)
        return replace(each, name=words.get(each.name, each.name), formula=formula)

    changed = map_numbers(description, number)
    return replace(
        changed,
        parameters=tuple(parameter(each) for each in description.parameters),
        elements=tuple(_law_renamed(each, words) for each in changed.elements),
        walls=tuple(_surface_renamed(each, words) for each in changed.walls),
    )


def _law_renamed(element: Element, words: Mapping[str, str]) -> Element:
    if element.law is None:
        return element
    words = {old: new for old, new in words.items() if old not in LAW_NAMES}
    return with_law(element, renamed_formula(element.law, words))


def _surface_renamed(wall: Wall, words: Mapping[str, str]) -> Wall:
    if wall.formula is None:
        return wall
    words = {old: new for old, new in words.items() if old not in SURFACE_NAMES}
    return replace(wall, formula=renamed_formula(wall.formula, words))


def renamed_formula(formula: Formula, words: Mapping[str, str]) -> Formula:
    """Return the formula with names exchanged, the rest of its text as it was."""
    text = formula.text
    for token in reversed(tokens_of(text)):
        if token.kind == "word" and token.text in words:
            end = token.column + len(token.text)
            text = text[: token.column] + words[token.text] + text[end:]
    return replace(formula, text=text)
