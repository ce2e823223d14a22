"""Units are exact, convert both ways, and refuse what they do not measure."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from linkwright.description import SI, declare_units, parse_unit
from linkwright.description.dimension import si_unit
from linkwright.description.number import Scope, number
from linkwright.description.quantity_text import bare_text, quantity_text
from linkwright.description.unit_table import UNIT_TABLE
from linkwright.description.units import QUANTITIES
from linkwright.errors import DescriptionError, UnitError


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("mm", 1e-3),
        ("kg*mm^2", 1e-6),
        ("N*m/rad", 1),
        ("deg/s", math.pi / 180),
        ("rpm", 2 * math.pi / 60),
        ("mm/rev", 1e-3 / (2 * math.pi)),
        ("lbf", 4.4482216152605),
        ("inch", 0.0254),
        ("", 1),
        ("1", 1),
    ],
)
def test_scale_of_a_unit(text, scale):
    assert parse_unit(text).scale == pytest.approx(scale, rel=1e-15)  # one rounding


@pytest.mark.parametrize("unit", UNIT_TABLE.values(), ids=UNIT_TABLE)
def test_si_unit_of_every_dimension_reads_as_that_dimension(unit):
    assert parse_unit(si_unit(unit.dimension)).dimension == unit.dimension


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_default_units_measure_their_quantity(quantity):
    assert SI.of(quantity).dimension == QUANTITIES[quantity][0]
    assert SI.of(quantity).is_si


def test_derived_units_follow_the_declared_ones():
    units = declare_units({"length": "mm", "angle": "deg", "time": "ms"})
    assert units.of("velocity").scale == 1.0
    assert units.of("angular_velocity").symbol == "deg/ms"
    assert units.of("pitch").symbol == "mm/deg"
    assert units.of("inertia").is_si  # only what follows from no other unit stays SI
    assert units.of("acceleration").symbol == "m/s^2"
    assert declare_units({"velocity": "km/hour"}).of("velocity").factor == Fraction(
        5, 18
    )


@pytest.mark.parametrize("unit", ["mm", "deg", "kg*mm^2", "inch", "rpm", "m", "lb"])
def test_number_written_in_a_unit_reads_as_the_same_float(unit):
    import random

    local = random.Random(7)
    parsed = parse_unit(unit)
    quantity = {d: name for name, (d, _) in QUANTITIES.items()}[parsed.dimension]
    scope = Scope(declare_units({quantity: unit}), {})
    for _ in range(200):
        value = local.uniform(-1, 1) * 10 ** local.randint(-6, 6)
        assert number(bare_text(value, parsed), quantity, scope) == value
        assert number(quantity_text(value, unit), quantity, scope) == value


def test_round_numbers_stay_short():
    assert bare_text(0.29, parse_unit("mm")) == "290"
    assert bare_text(math.pi / 2, parse_unit("deg")) == "90"
    assert bare_text(1e-7, parse_unit("m")) == "1e-7"
    assert quantity_text(2.4, "m") == "2.4 m"
    assert quantity_text(3.0, "") == "3"


def test_numbers_of_other_kinds_are_accepted_or_refused_by_name():
    import numpy as np

    assert number(np.float32(0.5), "length") == 0.5
    assert number(3, "length") == 3.0
    for wrong in (True, None, [1], object()):
        with pytest.raises(DescriptionError, match="where a length is expected"):
            number(wrong, "length")
    with pytest.raises(DescriptionError, match="nan is no finite number"):
        number(math.nan, "length")
    with pytest.raises(UnitError, match="'3 kg' is a mass"):
        number("3 kg", "length")
