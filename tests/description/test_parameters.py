"""Parameters are evaluated after those they use, and follow values given later."""

from __future__ import annotations

import pytest

from linkwright.description import body, describe, joint, parameter_values
from linkwright.errors import InputError

PARAMETERS = {
    "third": "half / 1.5",
    "half": "boom / 2",
    "boom": "2.4 m",
    "count": 3,
    "share": "half / boom",
    "tilt": "30 deg",
    "load": "2 kg * count",
}


@pytest.fixture
def crane():
    return describe("crane", [body("a")], [ground()], parameters=PARAMETERS)


def ground():
    return joint("ground", "fixed", "world", "a")


def test_order_is_the_one_written_and_values_are_si(crane):
    assert [each.name for each in crane.parameters] == list(PARAMETERS)
    values = parameter_values(crane)
    assert values["boom"] == 2.4
    assert values["third"] == 2.4 / 2 / 1.5
    assert values["load"] == 6.0
    assert {each.name: each.value for each in crane.parameters} == values


def test_units_tell_what_a_parameter_measures(crane):
    units = {each.name: each.unit for each in crane.parameters}
    assert units == {
        "third": "m",
        "half": "m",
        "boom": "m",
        "count": "",
        "share": "1",
        "tilt": "deg",
        "load": "kg",
    }


def test_formulas_follow_a_value_given(crane):
    values = parameter_values(crane, {"boom": 4.0})
    assert (values["half"], values["third"]) == (2.0, 2.0 / 1.5)


def test_a_given_value_replaces_a_formula(crane):
    values = parameter_values(crane, {"half": 9.0})
    assert (values["boom"], values["third"]) == (2.4, 6.0)


def test_an_unknown_parameter_is_refused_with_a_suggestion(crane):
    with pytest.raises(InputError) as caught:
        parameter_values(crane, {"bom": 4.0})
    assert str(caught.value) == (
        "there is no parameter 'bom'.\n"
        "  Parameters: third, half, boom, count, share, tilt, load.  "
        "Did you mean 'boom'?"
    )
