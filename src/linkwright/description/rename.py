"""Giving the bodies, joints, points and parameters of a description other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from linkwright.description.description import Description, Parameter
from linkwright.description.formula import Formula, Number
from linkwright.description.formula_parser import tokens_of
from linkwright.description.joints import WORLD
from linkwright.description.numbers_in import Slot, map_numbers


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
    return replace(changed, bodies=bodies, joints=joints)


def renamed_parameters(
    description: Description, words: Mapping[str, str]
) -> Description:
    """Return the description with its parameters renamed, in formulas too."""

    def number(found: Number, _: Slot) -> Number:
        return renamed_formula(found, words) if isinstance(found, Formula) else found

    def parameter(each: Parameter) -> Parameter:
        formula = each.formula and renamed_formula(each.formula, words)
        return replace(each, name=words.get(each.name, each.name), formula=formula)

    return replace(
        map_numbers(description, number),
        parameters=tuple(parameter(each) for each in description.parameters),
    )


def renamed_formula(formula: Formula, words: Mapping[str, str]) -> Formula:
    """Return the formula with names exchanged, the rest of its text as it was."""
    text = formula.text
    for token in reversed(tokens_of(text)):
        if token.kind == "word" and token.text in words:
            end = token.column + len(token.text)
            text = text[: token.column] + words[token.text] + text[end:]
    return replace(formula, text=text)
