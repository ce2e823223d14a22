"""A description written to YAML reads as an equal one."""

from __future__ import annotations

from pathlib import Path

import descriptions
import pytest
from hypothesis import HealthCheck, given, seed, settings

import linkwright
from linkwright.description import Formula, body, describe, in_units, joint
from linkwright.description.units import Units
from linkwright.formats import read, read_text, text_of

ROBOTS = sorted((Path(linkwright.__file__).parent / "robots").glob("*/robot.yaml"))
SHORT = settings(
    max_examples=100,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@seed(1)
@SHORT
@given(descriptions.descriptions())
def test_any_description_is_read_back_as_it_was(robot):
    # a bare formula is in SI until it is written in a file of other units
    robot = in_units(robot, robot.units)
    assert read_text(text_of(robot)) == robot


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.parent.name)
def test_bundled_robot_is_read_back_as_it_was(path):
    robot = read(path)
    text = text_of(robot)
    assert read_text(text) == robot
    assert text_of(read_text(text)) == text


def test_bare_formula_keeps_its_meaning_in_other_units():
    robot = describe(
        "arm",
        [body("a")],
        [joint("j", "fixed", "world", "a", at=("count * 2", 0, 0))],
        parameters={"count": 3},
        units=Units((("length", "mm"),)),
    )
    back = read_text(text_of(robot))
    assert back.joints[0].at[0] == Formula("(count * 2) * 1 m")
    assert back.joints[0].at[0].evaluate({"count": 3.0}) == 6.0


def test_numbers_stay_as_short_as_they_were_written():
    text = (
        "linkwright: 1\nname: crane\nunits: {length: mm, angle: deg}\n"
        "parameters:\n  boom: 2.4 m\nbodies:\n  a:\n    mass: 45.7\n"
        "    center_of_mass: [0, -0.5, boom / 2]\n    inertia: [1, 1, 1, 0, 0, 1e-5]\n"
        "joints:\n  j:\n    type: revolute\n    parent: world\n    body: a\n"
        "    at: [0, 102.3, 61.5]\n    rotation: {zxz: [90, -45, 0]}\n    axis: -z\n"
        "    limits: {lower: -170, upper: 170.5}\n"
    )
    assert text_of(read_text(text)) == text
