"""Descriptions made in Python equal those read from the same words."""

from __future__ import annotations

import pytest

from linkwright.description import (
    Coupling,
    Rotation,
    body,
    describe,
    joint,
)
from linkwright.errors import DescriptionError
from linkwright.formats import read_text

YAML = """
linkwright: 1
name: crane
gravity: [0, -9.81, 0]
parameters: {boom: 2.4 m, count: 3}
bodies:
  mast:
    mass: 45 kg
    center_of_mass: [0, 0, boom/2]
    inertia: {solid: tube, inner_radius: 0.1, radius: 20 cm, length: boom}
    inertia_at: center_of_mass
    points: {tip: [0, 0, boom]}
  arm:
    {mass: 2, inertia: [1, 2, 2], inertia_at: origin, center_of_mass: [0.1, 0, boom/9]}
  hand: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1, xz: 0.1}}
  nut: {mass: 1, inertia: {solid: box, size: [0.1, boom, 1]}}
  ball: {mass: count, inertia: {solid: sphere, radius: 0.1}}
  rod: {mass: 3, inertia: {solid: rod, length: 0.1, axis: x}}
joints:
  slew: {type: revolute, parent: world, body: mast, rotation: {zxz: [90 deg, 0, 0]},
         limits: {lower: -1, upper: 170 deg, effort: 200}, armature: 0.1, friction: 2}
  lift: {type: prismatic, parent: mast, body: arm, axis: -y, at: [0, 0, boom],
         coupled_to: {joint: slew}}
  turn: {type: universal, parent: arm, body: hand, axis: x, second_axis: y}
  screw: {type: helical, parent: hand, body: nut, pitch: 5 mm/rev, axis: [0.6, 0.8, 0]}
  socket: {type: spherical, parent: nut, body: ball, coordinates: zxz}
  weld: {type: fixed, parent: ball, body: rod, rotation: {quaternion: [0, 0, 0, 1]}}
"""


def test_python_and_yaml_say_the_same():
    made = describe(
        "crane",
        [
            body(
                "mast",
                mass="45 kg",
                center_of_mass=[0, 0, "boom/2"],
                inertia={
                    "solid": "tube",
                    "inner_radius": 0.1,
                    "radius": "20 cm",
                    "length": "boom",
                },
                points={"tip": (0, 0, "boom")},
            ),
            body(
                "arm",
                mass=2,
                inertia=[1, 2, 2],
                inertia_at="origin",
                center_of_mass=(0.1, 0, "boom/9"),
            ),
            body("hand", mass=1, inertia={"xx": 1, "yy": 1, "zz": 1, "xz": 0.1}),
            body("nut", mass=1, inertia={"solid": "box", "size": [0.1, "boom", 1]}),
            body("ball", mass="count", inertia={"solid": "sphere", "radius": 0.1}),
            body("rod", mass=3, inertia={"solid": "rod", "length": 0.1, "axis": "x"}),
        ],
        [
            joint(
                "slew",
                "revolute",
                "world",
                "mast",
                rotation={"zxz": ["90 deg", 0, 0]},
                limits={"lower": -1, "upper": "170 deg", "effort": 200},
                armature=0.1,
                friction=2,
            ),
            joint(
                "lift",
                "prismatic",
                "mast",
                "arm",
                axis="-y",
                at=(0, 0, "boom"),
                coupled_to="slew",
            ),
            joint("turn", "universal", "arm", "hand", axis="x", second_axis="y"),
            joint(
                "screw", "helical", "hand", "nut", pitch="5 mm/rev", axis=(0.6, 0.8, 0)
            ),
            joint("socket", "spherical", "nut", "ball", coordinates="zxz"),
            joint(
                "weld", "fixed", "ball", "rod", rotation={"quaternion": (0, 0, 0, 1)}
            ),
        ],
        parameters={"boom": "2.4 m", "count": 3},
        gravity=(0, -9.81, 0),
    )
    assert made == read_text(YAML)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: body("a", mass="2 m", inertia=[1, 1, 1]),
            "body 'a', mass: '2 m' is a length.\n  Expected a mass, such as '1 kg'.",
        ),
        (
            lambda: body("a", mass=2, inertia=[1, 1]),
            "body 'a', inertia: found [1, 1].\n  Expected 3 or 6 numbers.",
        ),
        (
            lambda: body("a", mass=2),
            "body 'a', inertia: found ().\n  Expected 3 or 6 numbers.",
        ),
        (
            lambda: body("a", inertia=[1, 1, 1]),
            "body 'a': an inertia is given, but no mass.\n"
            "  A body has a mass and an inertia, or neither.  Give 'mass='.",
        ),
        (
            lambda: body("a", mass=1, inertia=[1, 1, 1], inertia_at="centre"),
            "body 'a': inertia_at is 'centre'.\n  Known: center_of_mass, origin.",
        ),
        (
            lambda: body("a", mass=1, inertia={"solid": "cube"}),
            "body 'a', inertia: the solid 'cube' is unknown.\n"
            "  Solids: box, cylinder, tube, rod, sphere.  Did you mean 'tube'?",
        ),
        (
            lambda: body("a", mass=1, inertia={"solid": "sphere", "r": 1}),
            "body 'a', inertia: found solid, r.\n  Expected solid, radius.",
        ),
        (
            lambda: body("a", points={"tip": "xyz"}),
            "body 'a', point 'tip': found 'xyz'.\n  Expected 3 numbers.",
        ),
        (
            lambda: joint("j", "revolut", "world", "a"),
            "joint 'j': the type 'revolut' is unknown.\n"
            "  Types: fixed, revolute, prismatic, helical, cylindrical, universal, "
            "planar, spherical, free.  Did you mean 'revolute'?",
        ),
        (
            lambda: joint("j", "revolute", "world", "a", axis="w"),
            "joint 'j', axis: 'w' is unknown.\n"
            "  Known: x, y, z, -x, -y, -z, or three numbers.",
        ),
        (
            lambda: joint("j", "revolute", "world", "a", limits={"min": 1}),
            "joint 'j', limits: 'min' is unknown.\n"
            "  Known: lower, upper, velocity, effort.",
        ),
        (
            lambda: joint("j", "fixed", "world", "a", rotation={"zxx": [1, 2, 3]}),
            "joint 'j', rotation: found zxx.\n"
            "  Expected one of xyx, xyz, xzx, xzy, yxy, yxz, yzx, yzy, zxy, zxz, zyx, "
            "zyz, axis_angle, quaternion.  For a sequence or a matrix pass a Rotation.",
        ),
        (
            lambda: joint("j", "fixed", "world", "a", rotation={"zxz": [1, 2]}),
            "joint 'j', rotation: zxz has 2 values.\n  Expected 3.",
        ),
    ],
)
def test_slips_are_named(make, message):
    with pytest.raises(DescriptionError) as caught:
        make()
    assert str(caught.value) == message


def test_words_of_python_stay_themselves():
    given = Rotation("sequence", (0.1,), "x")
    made = joint(
        "j", "revolute", "world", "a", rotation=given, coupled_to=Coupling("k", 2.0)
    )
    assert made.rotation is given
    assert made.coupling == Coupling("k", 2.0)
