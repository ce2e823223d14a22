"""A description written to URDF reads as the same mechanism."""

from __future__ import annotations

import xml.etree.ElementTree
from dataclasses import replace

import descriptions
import numpy as np
import pytest
from hypothesis import HealthCheck, given, seed, settings

from linkwright.description import (
    Coupling,
    Limits,
    Rotation,
    body,
    describe,
    element,
    joint,
    loop,
    resolve_couplings,
    share,
)
from linkwright.description.checks.numbers import check_numbers
from linkwright.description.rotation import EULER_ORDERS
from linkwright.description.rotation_matrix import rotation_matrix
from linkwright.errors import FormatError
from linkwright.formats import read_text, text_of
from linkwright.formats.urdf.writer import roll_pitch_yaw

SHORT = settings(
    max_examples=60,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
KINDS = ("fixed", "revolute", "prismatic", "planar", "free")


def written_and_read(robot):
    return read_text(text_of(robot, ".urdf"), suffix=".urdf")


@seed(2)
@SHORT
@given(descriptions.descriptions(KINDS, closed=False))
def test_mechanism_is_read_back_as_it_was(robot):
    expected = check_numbers(resolve_couplings(robot))
    if not expected.bodies:
        return
    found = written_and_read(robot)
    assert [each.name for each in found.joints] == [each.name for each in robot.joints]
    for old, new in zip(expected.joints, found.joints, strict=True):
        plain = {"rotation": Rotation(), "axis": (0.0, 0.0, 1.0), "limits": Limits()}
        assert replace(new, **plain) == replace(old, **plain)
        turned = [rotation_matrix(each.rotation) for each in (old, new)]
        # angles near a quarter turn of pitch lose half the digits of the arc sine, its
        # argument having a few roundings
        assert np.allclose(*turned, atol=1e-7)
        if old.type in ("revolute", "prismatic", "planar"):
            assert new.axis == old.axis
        assert new.limits == old.limits
    for old, new in zip(expected.bodies, found.bodies, strict=True):
        assert new.inertial == old.inertial
        assert [each.size for each in new.visuals] == [
            each.size for each in old.visuals
        ]


@pytest.mark.parametrize("order", EULER_ORDERS)
@pytest.mark.parametrize("middle", [0.3, np.pi / 2, -np.pi / 2, 0.0, np.pi])
def test_roll_pitch_yaw_is_the_same_rotation(order, middle):
    rotation = Rotation(order, (0.7, middle, -2.0))
    roll, pitch, yaw = roll_pitch_yaw(rotation)
    turned = rotation_matrix(Rotation("zyx", (yaw, pitch, roll)))
    # within the 1e-12 of its singularity the pitch is set to a quarter turn
    assert np.allclose(turned, rotation_matrix(rotation), atol=2e-6)


def crane(**options):
    return describe(
        "crane",
        [body("mast", mass=1, inertia=[1, 1, 1], points={"tip": ["reach", 0, 0]})],
        [joint("slew", "revolute", "world", "mast", at=("reach", 0, 0), **options)],
        parameters={"reach": "2 m"},
        gravity=(0, -9.81, 0),
        notes=["a -- b"],
    )


def test_numbers_are_those_at_the_declared_parameters():
    assert written_and_read(crane()).joints[0].at == (2.0, 0.0, 0.0)


def test_what_urdf_has_no_words_for_becomes_a_comment():
    text = text_of(crane(), ".urdf")
    for comment in (
        "<!-- gravity: 0.0 -9.81 0.0 m/s^2 -->",
        "<!-- parameter reach = 2.0 (SI) -->",
        "<!-- point tip of mast: 2.0 0.0 0.0 m -->",
        "<!-- a - - b -->",
    ):
        assert comment in text
    xml.etree.ElementTree.fromstring(text.encode())


def test_chain_of_mimics_is_written_to_its_drive():
    robot = describe(
        "hand",
        [body(name) for name in "abc"],
        [
            joint("one", "revolute", "world", "a"),
            joint("two", "revolute", "a", "b", coupled_to=Coupling("one", 2.0, 0.5)),
            joint("three", "revolute", "b", "c", coupled_to=Coupling("two", 3.0)),
        ],
    )
    assert written_and_read(robot).joints[2].coupling == Coupling("one", 6.0, 1.5)


@pytest.mark.parametrize("kind", ["helical", "cylindrical", "universal", "spherical"])
def test_joints_that_urdf_lacks_are_refused(kind):
    options = {"helical": {"pitch": 1}, "universal": {"axis": "x", "second_axis": "y"}}
    robot = describe(
        "crane",
        [body("a")],
        [joint("j", kind, "world", "a", **options.get(kind, {}))],
    )
    with pytest.raises(FormatError) as caught:
        text_of(robot, ".urdf")
    assert str(caught.value) == (
        f"joint 'j': URDF has no {kind} joint.\n"
        "  It has: revolute, prismatic, fixed, free, planar.  "
        "Write YAML, or build it from joints that URDF has."
    )


def test_references_and_rules_become_comments():
    robot = describe(
        "pair",
        [body("a"), body("b")],
        [
            joint("one", "revolute", "world", "a", reference=0.5),
            joint("two", "revolute", "a", "b"),
        ],
        sharing=[share("idle", "a", ["one"], ["force y"], rule="none")],
    )
    text = text_of(robot, ".urdf")
    assert "<!-- reference of one: 0.5 (SI) -->" in text
    assert "<!-- sharing idle on a: one -->" in text
    assert len(written_and_read(robot).joints) == 2


LOOP = loop("pin", "revolute", ("P", "Q"), axis="y")
CLOSED = {
    "element 'e'": {"elements": [element("e", "bar", ("P", "Q"), length=1)]},
    "loop 'pin'": {"loops": [LOOP]},
}


@pytest.mark.parametrize(("what", "parts"), CLOSED.items(), ids=CLOSED)
def test_elements_and_loops_are_refused(what, parts):
    robot = describe(
        "crane",
        [body("a", points={"P": [0, 0, 1]}), body("b", points={"Q": [0, 0, 2]})],
        [
            joint("one", "revolute", "world", "a"),
            joint("two", "revolute", "a", "b"),
        ],
        **parts,
    )
    with pytest.raises(FormatError) as caught:
        text_of(robot, ".urdf")
    assert str(caught.value) == (
        f"{what}: URDF has no {what.split()[0]}s.\n"
        "  It has links, and joints that make a tree.  Write YAML."
    )
