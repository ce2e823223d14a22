"""Dimension analysis: bare numbers take the slot's unit, quantities must fit it."""

from __future__ import annotations

import pytest

from linkwright.description import declare_units
from linkwright.description.dimension import ANGLE, LENGTH, MASS, PURE, dimension
from linkwright.description.dimension_of import dimension_of
from linkwright.description.formula_parser import parse_formula
from linkwright.description.number import Scope, number
from linkwright.errors import UnitError

KINDS = {"boom": LENGTH, "load": MASS, "tilt": ANGLE, "count": None, "ratio": PURE}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count * 2 + 1", None),
        ("boom / 2", LENGTH),
        ("boom * count", LENGTH),
        ("boom / 2 mm", PURE),
        ("boom / boom * 3 mm", LENGTH),
        ("boom ^ 2", dimension(length=2)),
        ("sqrt(boom * boom)", LENGTH),
        ("load * 9.81 m/s^2", dimension(1, 1, -2)),
        ("sin(tilt)", PURE),
        ("sin(count)", None),
        ("sin(tilt) * boom", LENGTH),
        ("atan2(boom, 2 mm)", ANGLE),
        ("atan2(1, 2)", ANGLE),
        ("acos(0.5)", ANGLE),
        ("min(boom, 2 m)", LENGTH),
        ("abs(-boom)", LENGTH),
        ("exp(boom / 1 m)", PURE),
        ("1 + ratio", PURE),
        ("tilt + ratio * 1 rad", ANGLE),
        ("2 N*m + 3 N*m/rad * tilt", dimension(2, 1, -2)),
        ("si(boom) + 1", None),
        ("count ^ ratio", None),
    ],
)
def test_dimension_of_a_formula(text, expected):
    assert dimension_of(parse_formula(text), KINDS, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "boom + 1",
        "1 - boom",
        "boom + load",
        "tilt + 1",
        "max(boom, 1)",
        "exp(boom)",
        "asin(boom)",
        "cos(load)",
        "boom ^ count",
        "2 ^ boom",
        "atan2(boom, 1)",
    ],
)
def test_kinds_that_do_not_go_together_are_refused(text):
    with pytest.raises(UnitError, match="formula") as caught:
        dimension_of(parse_formula(text), KINDS, text, "crane.yaml:3")
    assert caught.value.place == "crane.yaml:3"
    assert caught.value.expectation


MM = Scope(declare_units({"length": "mm", "angle": "deg"}), KINDS)


def test_bare_formula_is_in_the_units_of_its_slot():
    formula = number("count * 10", "length", MM)
    assert formula.evaluate({"count": 3.0}) == 0.03
    assert number("12.5", "length", MM) == 0.0125
    assert number("90", "angle", MM) == pytest.approx(1.5707963267948966, abs=0)


def test_quantity_is_used_as_it_is():
    formula = number("boom / 2", "length", MM)
    assert formula.evaluate({"boom": 3.0}) == 1.5
    assert number("145 mm", "length", MM) == 0.145
    assert number("2 inch", "length", MM) == 0.0508
    assert number("atan2(1, 1)", "angle", MM) == 0.7853981633974483


@pytest.mark.parametrize("text", ["boom / 2 mm", "load", "tilt", "sin(tilt) * 200"])
def test_quantity_of_another_kind_is_refused(text):
    with pytest.raises(UnitError, match="Expected a length|is a"):
        number(text, "length", MM)


def test_an_angle_is_no_pure_number():
    with pytest.raises(UnitError, match="'90 deg' is an angle"):
        number("90 deg", "number", MM)


def test_pi_in_degrees_is_taken_for_a_slip():
    with pytest.raises(UnitError, match="looks like radians"):
        number("0.5*pi", "angle", MM)
    assert number("0.5*pi * 1 rad", "angle", MM) == 1.5707963267948966
    assert number("60 * sin(pi/6)", "angle", MM) == pytest.approx(0.5235987755982988)
