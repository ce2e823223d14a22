"""Arithmetic on formulas is the arithmetic of their values."""

from __future__ import annotations

import operator
import pickle

import pytest

from linkwright.description import Formula, body, describe, joint
from linkwright.description.algebra import as_number, term
from linkwright.description.formula_parser import DEEPEST
from linkwright.errors import FormatError

VALUES = {"a": 3.0, "b": 5.0}
OPERANDS = (Formula("a", "mm"), Formula("b - a"), 0.0, 1.0, -1.0, 2.5, -4.0)


def value(number) -> float:
    return number.evaluate(VALUES) if isinstance(number, Formula) else number


@pytest.mark.parametrize("second", OPERANDS, ids=str)
@pytest.mark.parametrize("first", OPERANDS[:2], ids=str)
@pytest.mark.parametrize("operation", ["add", "sub", "mul", "truediv"])
def test_operations_on_terms_are_those_on_values(operation, first, second):
    apply = getattr(operator, operation)
    for x, y in ((first, second), (second, first)):
        if operation == "truediv" and y == 0.0:
            continue
        found = as_number(apply(term(x), term(y)), "number")
        # exact up to the one rounding of 3 mm
        assert value(found) == pytest.approx(apply(value(x), value(y)), rel=1e-15)


def test_negation_and_longer_terms_keep_precedence():
    a, b = term(Formula("a")), term(Formula("b"))
    found = as_number(-(a - b) * (a + b) / (a / b) - 2.0 * -a, "length")
    assert found == Formula(found.text)
    assert found.text.endswith(" * 1 m")
    expected = -(3 - 5) * (3 + 5) / (3 / 5) + 6
    assert found.evaluate(VALUES) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(
    "text",
    ["(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1), "2^" * (DEEPEST + 1) + "1"],
    ids=["parentheses", "powers"],
)
def test_deep_formulas_are_refused(text):
    with pytest.raises(FormatError) as caught:
        Formula(text).names  # noqa: B018
    assert str(caught.value) == (
        f"formula '{text[:40]}…' is nested deeper than {DEEPEST} levels.\n"
        "  No formula needs that.  Give parts of it names under 'parameters'."
    )


def test_formula_as_deep_as_allowed_is_evaluated():
    depth = DEEPEST - 1
    assert Formula("-(" * depth + "a" + ")" * depth).evaluate(VALUES) == -3.0  # odd
    assert Formula("1" + "+a" * 250).evaluate(VALUES) == 751.0


def test_descriptions_pickle():
    robot = describe(
        "one",
        [body("a", mass="load", inertia=[1, 1, 1])],
        [joint("j", "revolute", "world", "a")],
        parameters={"load": "2 kg"},
    )
    assert pickle.loads(pickle.dumps(robot)) == robot
    assert hash(robot) == hash(pickle.loads(pickle.dumps(robot)))
