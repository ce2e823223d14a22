"""A formula's value is that of the arithmetic it says, on floats and on expressions."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

from linkwright.description import Formula
from linkwright.errors import DescriptionError

VALUES = {"a": 2.0, "b": 3.0, "left.length": 0.5}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("8 - 4 - 2", 2),
        ("8 / 4 / 2", 1),
        ("2 ^ 3 ^ 2", 512),
        ("2 ** 3", 8),
        ("-2 ^ 2", -4),
        ("2 ^ -1", 0.5),
        ("--a", 2),
        ("+a - -b", 5),
        ("-a * -b", 6),
        ("a * b ^ 2", 18),
        ("0.5pi", math.pi / 2),
        ("2pi^2", 2 * math.pi**2),
        ("1e-3 + 1E+3 + .5 + 5.", 1005.501),
        ("left.length * a", 1),
        ("min(a, b) + 10 * max(a, b)", 32),
        ("abs(a - b)", 1),
        ("sqrt(a + b * b - a)", 3),
        ("atan2(a, a)", math.pi / 4),
        ("log(exp(a))", 2),
        ("asin(1/a)", math.pi / 6),
        ("acos(1/a)", math.pi / 3),
        ("tan(atan(a))", 2),
        ("a ^ 0.5", math.sqrt(2)),
        ("si(3 mm)", 0.003),
        ("2 mm^2", 2e-6),
        ("(2 mm)^2", 4e-6),
        ("1 / 2 mm", 500),
        ("10 N/mm", 10000),
    ],
)
def test_value_follows_precedence(text, expected):
    # a few roundings of numbers of this size
    assert Formula(text).evaluate(VALUES) == pytest.approx(expected, rel=4e-15)


def test_names_are_the_parameters_in_order():
    formula = Formula("b * sin(a + 2 mm) / b + left.length * pi")
    assert formula.names == ("b", "a", "left.length")


def test_constants_are_rounded_once():
    """145 mm, 0.145 m and 0.145 are the same double; so are 30 deg and pi/6."""
    for millimetres in range(1, 2000, 7):
        written = Formula(f"{millimetres / 10} mm").evaluate({})
        assert written == float(f"{millimetres / 10}e-3")
    assert Formula("90 deg").evaluate({}) == math.pi / 2
    # pi/6 is 0.52359877559829887307…, half-way rounding of math.pi/6 gives …988
    assert Formula("30 deg").evaluate({}) == 0.5235987755982989
    assert Formula("pi/6").evaluate({}) == 0.5235987755982989
    assert Formula("1/3 * 3").evaluate({}) == 1.0


def test_unit_of_a_bare_formula_scales_its_result():
    assert Formula("a * 50", "mm").evaluate({"a": 2.9}) == 2.9 * 50 / 1000
    assert Formula("a", "deg").evaluate({"a": 180.0}) == math.pi


@pytest.mark.parametrize(
    "text",
    [
        "a * sin(b) + cos(a) ^ 2 - tan(a / b)",
        "sqrt(a * a + b ^ 2) / exp(-a) + log(b)",
        "atan2(b, a) + asin(a / 9) - acos(b / 9) + atan(a)",
        "min(a, b) - max(a, 2.5) + abs(a - b)",
        "a ^ -2 + b ^ 0.5 + (a + b) ^ 1.3 + 2 ^ a",
        "a + b * 12 mm / 1 mm",
    ],
)
def test_expressions_and_floats_give_the_same_value(text):
    from linkwright.expr import Program, Result, Trace, argument
    from linkwright.expr.interpret import evaluate

    trace = Trace()
    (a,), (b,) = argument(trace, "a", 1), argument(trace, "b", 1)
    value = Formula(text).evaluate({"a": a, "b": b})
    program = Program.build("f", trace, Result.of("f", value))
    found = evaluate(program, np.array([2.0]), np.array([3.0]))
    expected = Formula(text).evaluate({"a": 2.0, "b": 3.0})
    # the language may order a few operations otherwise
    assert float(np.squeeze(found[0])) == pytest.approx(expected, rel=1e-14)


def test_missing_value_is_named():
    with pytest.raises(DescriptionError, match="needs a value for 'b'") as caught:
        Formula("a + b").evaluate({"a": 1.0})
    assert caught.value.expectation == "Values given: a."


def test_formula_compares_by_text_and_unit_and_pickles():
    formula = Formula("a / 2", "mm")
    assert formula == Formula("a / 2", "mm")
    assert formula != Formula("a / 2")
    assert pickle.loads(pickle.dumps(formula)) == formula
