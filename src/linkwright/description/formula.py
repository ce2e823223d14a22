"""Formulas: arithmetic of named design parameters that yields an SI number."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from linkwright.description.dimension_of import parameter_names
from linkwright.description.exact import exact
from linkwright.description.expression import (
    Call,
    Expression,
    Name,
    Negation,
    Operation,
)
from linkwright.description.formula_parser import parse_formula
from linkwright.description.place import Place
from linkwright.description.units import parse_unit
from linkwright.errors import DescriptionError

Scalar = Any  # a float, or a node of linkwright.expr


@dataclass(frozen=True)
class Formula:
    """The text of a formula, kept as written, and the unit its bare result is in.

    ``unit`` is empty where units occur in the formula itself or its result is SI.
    """

    text: str
    unit: str = ""
    place: Place | None = field(default=None, compare=False)

    @property
    def tree(self) -> Expression:
        """The parsed text."""
        return parse_formula(self.text)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters it uses, each once, in order of appearance."""
        return parameter_names(self.tree)

    def evaluate(self, values: Mapping[str, Scalar]) -> Scalar:
        """Return the value in SI, from the parameters' values in SI.

        The values are floats or expression nodes, and so is the result.
        """
        result = _value(self.tree, values, self)
        if not self.unit:
            return result
        unit = parse_unit(self.unit)
        if unit.factor.numerator == 1 and unit.pi_power == 0:
            return result / float(unit.factor.denominator)  # rounds once: mm, g, ms
        return result * unit.scale

    def __str__(self) -> str:
        return self.text


Number = float | Formula
Vector3 = tuple[Number, Number, Number]


def value_of(number: Number, values: Mapping[str, Scalar]) -> Scalar:
    """Return a number's value: a float as it is, a formula evaluated."""
    return number.evaluate(values) if isinstance(number, Formula) else number


def _value(
    expression: Expression, values: Mapping[str, Scalar], formula: Formula
) -> Scalar:
    constant = _constant(expression)
    if constant is not None:
        return constant
    match expression:
        case Name(name):
            if name not in values:
                raise DescriptionError(
                    f"formula '{formula.text}' needs a value for '{name}'.",
                    place=formula.place,
                    expectation=f"Values given: {', '.join(values) or 'none'}.",
                )
            return values[name]
        case Negation(operand):
            return -_value(operand, values, formula)
        case Operation(operator, left, right):
            first = _value(left, values, formula)
            second = _value(right, values, formula)
            return _applied(formula, _OPERATORS[operator], first, second)
        case Call("si", (operand,)):  # values are in SI already
            return _value(operand, values, formula)
        case Call(function, arguments):
            operands = [_value(part, values, formula) for part in arguments]
            return _applied(formula, _function(function, operands), *operands)
    raise AssertionError(expression)


@lru_cache(maxsize=4096)
def _constant(expression: Expression) -> float | None:
    value = exact(expression)
    return None if value is None else float(value)


def _applied(formula: Formula, operation: Callable, *operands: Scalar) -> Scalar:
    """Apply an operation; a float result that does not exist is an error."""
    try:
        result = operation(*operands)
    except (ZeroDivisionError, ValueError, OverflowError):
        result = math.nan
    finite = not isinstance(result, float) or math.isfinite(result)
    if finite and not isinstance(result, complex):
        return result
    shown = [f"{operand:.6g}" for operand in operands]
    sign = _SIGNS.get(operation)
    if sign is None:
        met = f"{getattr(operation, '__name__', '?')}({', '.join(shown)})"
    else:
        met = f" {sign} ".join(f"({x})" if x[0] == "-" else x for x in shown)
    raise DescriptionError(
        f"formula '{formula.text}' has no finite value: it comes to {met}.",
        place=formula.place,
        expectation="Every formula must have a value at the declared parameters.",
    )


def _divide(first: Scalar, second: Scalar) -> Scalar:
    return first / second


def _raise(base: Scalar, exponent: Scalar) -> Scalar:
    if isinstance(base, float) and isinstance(exponent, float):
        return base**exponent
    if isinstance(exponent, float):
        if exponent.is_integer():
            return base ** int(exponent)
        if exponent == 0.5:
            return _function("sqrt", [base])(base)
    logarithm = _function("log", [base])(base)
    power = exponent * logarithm
    return _function("exp", [power])(power)


_OPERATORS: dict[str, Callable] = {
    "+": lambda first, second: first + second,
    "-": lambda first, second: first - second,
    "*": lambda first, second: first * second,
    "/": _divide,
    "**": _raise,
}
_SIGNS = {f: sign.replace("**", "^") for sign, f in _OPERATORS.items()}
_IN_LANGUAGE = {"abs": "absolute", "min": "minimum", "max": "maximum"}


def _function(name: str, operands: list[Scalar]) -> Callable:
    """Return the function for these operands: of ``math``, or of the language."""
    if all(isinstance(operand, float | int) for operand in operands):
        plain = {"abs": abs, "min": min, "max": max}
        return plain.get(name) or getattr(math, name)
    import linkwright.expr

    return getattr(linkwright.expr, _IN_LANGUAGE.get(name, name))
