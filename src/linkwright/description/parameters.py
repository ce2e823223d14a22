"""Design parameters: reading them, ordering them, and giving them values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from linkwright.description.description import Description, Parameter
from linkwright.description.dimension import PURE, Dimension, si_unit
from linkwright.description.dimension_of import dimension_of
from linkwright.description.formula import Formula, Scalar
from linkwright.description.formula_parser import FUNCTIONS, NAME, parse_formula
from linkwright.description.number import located, number
from linkwright.description.place import Place
from linkwright.description.unit_table import UNIT_TABLE
from linkwright.description.units import parse_unit
from linkwright.errors import DescriptionError, InputError, did_you_mean

_NUMBER_AND_UNIT = re.compile(r"[-+]?\s*[\d.]+(?:[eE][-+]?\d+)?\s*([^\W\d].*)")
Sources = Mapping[str, tuple[object, Place | None]]


def read_parameters(
    sources: Sources, outer: Mapping[str, Parameter] | None = None
) -> tuple[Parameter, ...]:
    """Return the parameters that texts and numbers define, in the order written.

    Args:
        sources: for every name, the number or text, and where it stands.
        outer: parameters already known, which the new ones may use.
    """
    outer = outer or {}
    formulas = {}
    for name, (source, place) in sources.items():
        check_parameter_name(name, place)
        with located(place):
            formulas[name] = _formula(source, place)
    kinds = {name: kind_of(parameter) for name, parameter in outer.items()}
    values: dict[str, Scalar] = {n: parameter.value for n, parameter in outer.items()}
    found: dict[str, Parameter] = {}
    for name in dependency_order({n: f.names for n, f in formulas.items()}, formulas):
        formula = formulas[name]
        kinds[name] = dimension_of(formula.tree, kinds, formula.text, formula.place)
        values[name] = formula.evaluate(values)
        found[name] = Parameter(
            name,
            values[name],
            formula if formula.names else None,
            _unit_text(formula, kinds[name]),
            formula.place,
        )
    return tuple(found[name] for name in sources)


def kind_of(parameter: Parameter) -> Dimension | None:
    """Return a parameter's dimension, None for a bare number."""
    if not parameter.unit:
        return None
    return parse_unit(parameter.unit, parameter.place).dimension


def kinds_of(description: Description) -> dict[str, Dimension | None]:
    """Return every parameter's dimension, None for a bare number."""
    return {each.name: kind_of(each) for each in description.parameters}


def parameter_values(
    description: Description, given: Mapping[str, Scalar] | None = None
) -> dict[str, Scalar]:
    """Return every parameter's value in SI, formulas evaluated in order.

    Args:
        description: the robot.
        given: values, floats or expression nodes, that replace the declared ones; a
            parameter given a value no longer follows its formula.
    """
    given = given or {}
    parameters = {each.name: each for each in description.parameters}
    unknown = [name for name in given if name not in parameters]
    if unknown:
        raise InputError(
            f"there is no parameter '{unknown[0]}'.",
            expectation=f"Parameters: {', '.join(parameters) or 'none'}.",
            remedy=did_you_mean(unknown[0], parameters),
        )
    formulas = {
        name: each.formula
        for name, each in parameters.items()
        if each.formula is not None and name not in given
    }
    values = {name: given.get(name, each.value) for name, each in parameters.items()}
    uses = {name: formula.names for name, formula in formulas.items()}
    for name in dependency_order(uses, formulas):
        values[name] = formulas[name].evaluate(values)
    return values


def dependency_order(
    uses: Mapping[str, tuple[str, ...]], formulas: Mapping[str, Formula]
) -> list[str]:
    """Return the names so that each comes after those it uses."""
    sorter = TopologicalSorter(
        {name: [each for each in used if each in uses] for name, used in uses.items()}
    )
    try:
        return list(sorter.static_order())
    except CycleError as error:
        cycle = list(reversed(error.args[1]))
        raise DescriptionError(
            f"the parameters {' -> '.join(cycle)} define each other in a circle.",
            place=formulas[cycle[0]].place,
            expectation="A formula may use only parameters that do not depend on it.",
            remedy="Give one of them a number.",
        ) from None


def check_parameter_name(name: str, place: object = None) -> None:
    """Refuse a name that a formula could not refer to."""
    if name in UNIT_TABLE or name in FUNCTIONS or name == "pi":
        what = "a unit" if name in UNIT_TABLE else "a word of the formula language"
        raise DescriptionError(
            f"parameter '{name}': the name is {what}.",
            place=place,
            expectation="A parameter's name must be its own in every formula.",
            remedy=f"Call it, say, '{name}_value'.",
        )
    if not NAME.fullmatch(name):
        raise DescriptionError(
            f"parameter '{name}': the name cannot be used in a formula.",
            place=place,
            expectation="A name starts with a letter and goes on with letters, digits "
            "and '_'.",
            remedy=f"Call it, say, '{_legal(name)}'.",
        )


def _legal(name: str) -> str:
    legal = re.sub(r"\W+", "_", name).strip("_")
    return legal if legal[:1].isalpha() else f"p{legal}"


def _formula(source: object, place: Place | None) -> Formula:
    if isinstance(source, str):
        parse_formula(source)
        return Formula(source.strip(), "", place)
    value = number(source, "number", place=place)
    return Formula(repr(value), "", place)


def _unit_text(formula: Formula, kind: Dimension | None) -> str:
    """Return the unit as written after a plain number, else the SI unit."""
    if kind is None:
        return ""
    if kind == PURE:
        return "1"  # a pure number made of quantities, such as a ratio of lengths
    match = _NUMBER_AND_UNIT.fullmatch(formula.text)
    if match is None or formula.names:
        return si_unit(kind)
    try:
        return match[1] if parse_unit(match[1]).dimension == kind else si_unit(kind)
    except DescriptionError:
        return si_unit(kind)
