"""Dimension analysis: what kind of quantity a formula yields.

An expression is *bare* (None) when no unit occurs in it, and is then read in the
unit of the place it stands in. Otherwise it is a quantity with a dimension.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from linkwright.description.dimension import ANGLE, PURE, Dimension
from linkwright.description.exact import exact
from linkwright.description.expression import (
    Call,
    Expression,
    Literal,
    Name,
    Negation,
    Operation,
    Pi,
    UnitSymbol,
    walk,
)
from linkwright.description.unit_table import UNIT_TABLE
from linkwright.errors import DescriptionError, UnitError, did_you_mean

Kinds = Mapping[str, Dimension | None]
_HALF = Fraction(1, 2)
_TRIGONOMETRIC = ("sin", "cos", "tan")
_INVERSE = ("asin", "acos", "atan")


def dimension_of(
    expression: Expression, kinds: Kinds, text: str, place: object = None
) -> Dimension | None:
    """Return the dimension of an expression, None where no unit occurs in it.

    Args:
        expression: the tree.
        kinds: the dimension of every parameter, None for a bare number.
        text: the formula as written, for messages.
        place: where it was written.
    """
    return _Analysis(kinds, text, place).of(expression)


class _Analysis:
    """What the rules below need to know to judge and to complain."""

    def __init__(self, kinds: Kinds, text: str, place: object) -> None:
        self.kinds = kinds
        self.text = text
        self.place = place

    def of(self, expression: Expression) -> Dimension | None:
        match expression:
            case Literal() | Pi():
                return None
            case UnitSymbol(symbol):
                return UNIT_TABLE[symbol].dimension
            case Name(name):
                return self.of_name(name)
            case Negation(operand):
                return self.of(operand)
            case Operation("+" | "-" as operator, left, right):
                verb = "adds" if operator == "+" else "subtracts"
                return self.alike(verb, self.of(left), self.of(right))
            case Operation("*", left, right):
                return _combined(self.of(left), self.of(right), 1)
            case Operation("/", left, right):
                return _combined(self.of(left), self.of(right), -1)
            case Operation(_, left, right):
                return self.power(self.of(left), right)
            case Call(function, arguments):
                return self.call(function, [self.of(part) for part in arguments])
        raise AssertionError(expression)

    def of_name(self, name: str) -> Dimension | None:
        if name in self.kinds:
            return self.kinds[name]
        known = ", ".join(self.kinds) or "none"
        raise DescriptionError(
            f"formula '{self.text}' has the unknown name '{name}'.",
            place=self.place,
            expectation=f"Parameters: {known}.",
            remedy=did_you_mean(name, self.kinds)
            or _other_number(name, self.kinds)
            or did_you_mean(name, UNIT_TABLE)
            or f"Declare '{name}' under 'parameters'.",
        )

    def alike(
        self, verb: str, left: Dimension | None, right: Dimension | None
    ) -> Dimension | None:
        if left is None and right is None:
            return None
        first, second = left or PURE, right or PURE
        if first == second:
            return first
        plain = left is None or right is None
        if not plain and _same_but_angle(first, second):
            return first
        names = [
            "a bare number" if side is None else str(side) for side in (left, right)
        ]
        raise UnitError(
            f"formula '{self.text}' {verb} {names[0]} and {names[1]}.",
            place=self.place,
            expectation="Both sides must be of one kind.",
            remedy="Write a unit after the bare number." if plain else "",
        )

    def power(self, base: Dimension | None, exponent: Expression) -> Dimension | None:
        self.need_pure("raises a number to", self.of(exponent))
        if base is None or base == PURE:
            return base
        value = exact(exponent)
        if value is None or value.pi_power or value.rational.denominator > 1000:
            raise UnitError(
                f"formula '{self.text}' raises {base} to a power that is no plain "
                "number.",
                place=self.place,
                expectation="A quantity with a unit takes powers such as 2 or 0.5.",
            )
        return base**value.rational

    def call(
        self, function: str, arguments: list[Dimension | None]
    ) -> Dimension | None:
        first = arguments[0]
        if function in _TRIGONOMETRIC:
            if first not in (None, PURE, ANGLE):
                raise self.unfit(f"takes the {function} of", first, "an angle")
            return None if first is None else PURE
        if function == "si":  # the bare number of SI units in a quantity
            return None
        if function == "atan2":
            self.alike("gives atan2", *arguments)
            return ANGLE
        if function in ("min", "max"):
            return self.alike(f"gives {function}", *arguments)
        if function == "sqrt":
            return None if first is None else first**_HALF
        if function == "abs":
            return first
        self.need_pure(f"takes the {function} of", first)
        if function in _INVERSE:
            return ANGLE
        return None if first is None else PURE

    def need_pure(self, verb: str, found: Dimension | None) -> None:
        if found not in (None, PURE):
            raise self.unfit(verb, found, "a pure number")

    def unfit(self, verb: str, found: Dimension | None, wanted: str) -> UnitError:
        return UnitError(
            f"formula '{self.text}' {verb} {found}.",
            place=self.place,
            expectation=f"It must be {wanted}.",
            remedy="Divide by a unit to get a pure number.",
        )


def parameter_names(expression: Expression) -> tuple[str, ...]:
    """Return the parameters an expression uses, each once, in order."""
    found = [part.name for part in walk(expression) if isinstance(part, Name)]
    return tuple(dict.fromkeys(found))


def _combined(
    left: Dimension | None, right: Dimension | None, sign: int
) -> Dimension | None:
    if left is None and right is None:
        return None
    first, second = left or PURE, right or PURE
    return first * second if sign > 0 else first / second


def _same_but_angle(first: Dimension, second: Dimension) -> bool:
    mechanical = (first.length, first.mass, first.time)
    if mechanical != (second.length, second.mass, second.time):
        return False
    return mechanical != (0, 0, 0) or PURE in (first, second)


def _other_number(name: str, known: Iterable[str]) -> str:
    """Return "Did you mean 'm1'?" for m2, of names with another number at the end."""
    stem = name.rstrip("0123456789")
    near = [each for each in known if each.rstrip("0123456789") == stem]
    return f"Did you mean '{near[0]}'?" if near else ""
