"""What a YAML file says is what the description holds."""

from __future__ import annotations

import math

import pytest

from linkwright.description import (
    Coupling,
    Formula,
    Inertial,
    Limits,
    Place,
    Point,
    Rotation,
    Visual,
    parameter_values,
)
from linkwright.formats import read_text

HEADER = "linkwright: 1\nname: crane\n"


def joint_of(words: str, units: str = ""):
    text = f"{HEADER}{units}\nbodies: {{a: {{}}}}\n"
    joint = f"joints:\n  j: {{parent: world, body: a, {words}}}\n"
    return read_text(text + joint).joints[0]


def body_of(words: str, units: str = ""):
    text = f"{HEADER}{units}\nbodies:\n  a: {{{words}}}\n"
    return read_text(
        text + "joints: {j: {type: fixed, parent: world, body: a}}"
    ).bodies[0]


@pytest.mark.parametrize(
    "name",
    ["1", "6a", "on", "off", "yes", "n", "true", "1e-3", "0x10", "3:30", "a b", "ä/ö"],
)
def test_names_are_texts_whatever_they_look_like(name):
    key = f'"{name}"' if name in ("true", "3:30") else name
    text = (
        f"{HEADER}bodies: {{{key}: {{}}}}\n"
        f"joints: {{j: {{type: fixed, parent: world, body: {key}}}}}"
    )
    robot = read_text(text)
    assert robot.bodies[0].name == robot.joints[0].body == name


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-3", 1e-3),
        ("1E3", 1e3),
        ("+.5", 0.5),
        ("5.", 5.0),
        ("0x1F", 31.0),
        ("0o17", 15.0),
        ("010", 10.0),
        ('"2.5"', 2.5),
        ("1/4", 0.25),
        ("-(2 - 3)", 1.0),
    ],
)
def test_numbers_are_those_of_yaml_1_2(text, value):
    inertial = body_of(f"mass: {text}, inertia: [1, 1, 1]").inertial
    assert inertial is not None
    assert inertial.mass == value


def test_units_of_the_file_are_those_of_bare_numbers():
    units = "units: {length: mm, angle: deg, inertia: kg*mm^2, mass: g}"
    body = body_of(
        "mass: 500, center_of_mass: [1, 2.5, 3 cm], inertia: [1e6, 1e6, 1 kg*m^2], "
        "points: {tip: [0, 0, 102.3]}",
        units,
    )
    assert body.inertial == Inertial(
        0.5, (0.001, 0.0025, 0.03), (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    )
    assert body.points == (Point("tip", (0.0, 0.0, 0.1023)),)
    joint = joint_of(
        "type: revolute, limits: {lower: -90, upper: 90, velocity: 180, effort: 5}",
        units,
    )
    assert joint.limits == Limits(-math.pi / 2, math.pi / 2, math.pi, 5.0)
    slide = joint_of("type: prismatic, limits: {upper: 90, velocity: 180}", units)
    assert slide.limits == Limits(None, 0.09, 0.18, None)


def test_gravity_is_in_metres_whatever_the_units():
    units = "units: {length: mm}\n"
    assert read_text(f"{HEADER}{units}gravity: [0, -9.81, 0]").gravity[1] == -9.81
    text = f"{HEADER}gravity: [0, 0, -9810 mm/s^2]"
    assert read_text(text).gravity == (0.0, 0.0, -9.81)
    assert read_text(HEADER).gravity == (0.0, 0.0, -9.81)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("identity", Rotation()),
        ("{zxz: [1, 2, 3]}", Rotation("zxz", (1.0, 2.0, 3.0))),
        ("{rpy: [1, 2, 3]}", Rotation("zyx", (3.0, 2.0, 1.0))),
        ("{x: 90 deg}", Rotation("sequence", (math.pi / 2,), "x")),
        (
            "{sequence: [[z, 0.5*pi], [y, -0.5*pi]]}",
            Rotation("sequence", (math.pi / 2, -math.pi / 2), "zy"),
        ),
        ("{sequence: []}", Rotation()),
        ("{axis_angle: [0, 1, 0, 2]}", Rotation("axis_angle", (0.0, 1.0, 0.0, 2.0))),
        (
            "{axis_angle: {axis: -z, angle: 2}}",
            Rotation("axis_angle", (0.0, 0.0, -1.0, 2.0)),
        ),
        ("{quaternion: [0, 0, 1, 0]}", Rotation("quaternion", (0.0, 0.0, 1.0, 0.0))),
        (
            "{matrix: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}",
            Rotation("matrix", (0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)),
        ),
    ],
)
def test_rotations(words, expected):
    assert joint_of(f"type: fixed, rotation: {words}").rotation == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("x", (1.0, 0.0, 0.0)),
        ("-z", (0.0, 0.0, -1.0)),
        ("[0, 0.6, 0.8]", (0.0, 0.6, 0.8)),
        ("{direction: [0, 3, 4]}", (0.0, 0.6, 0.8)),
    ],
)
def test_axes(words, expected):
    assert joint_of(f"type: revolute, axis: {words}").axis == expected


def test_axis_is_z_where_none_is_written():
    assert joint_of("type: prismatic").axis == (0.0, 0.0, 1.0)


def test_coupling_ratio_is_in_the_units_of_both_joints():
    text = (
        f"{HEADER}units: {{length: mm, angle: deg}}\nbodies: {{a: {{}}, b: {{}}}}\n"
        "joints:\n"
        "  turn: {type: revolute, parent: world, body: a}\n"
        "  slide: {type: prismatic, parent: world, body: b,\n"
        "          coupled_to: {joint: turn, ratio: 2, offset: 5}}\n"
    )
    coupling = read_text(text).joints[1].coupling
    assert coupling == Coupling("turn", pytest.approx(0.002 * 180 / math.pi), 0.005)


@pytest.mark.parametrize(
    ("words", "moments"),
    [
        ("{solid: box, size: [1, 2, 3]}", (13 / 6, 10 / 6, 5 / 6)),
        ("{solid: cylinder, radius: 2, length: 3}", (3.5, 3.5, 4)),
        ("{solid: cylinder, radius: 2, length: 3, axis: x}", (4, 3.5, 3.5)),
        ("{solid: tube, inner_radius: 1, radius: 2, length: 3}", (4, 4, 5)),
        ("{solid: rod, length: 6, axis: y}", (6, 0, 6)),
        ("{solid: sphere, radius: 5}", (20, 20, 20)),
    ],
)
def test_solids(words, moments):
    inertial = body_of(f"mass: 2, inertia: {words}").inertial
    assert inertial is not None
    assert inertial.inertia == pytest.approx((*moments, 0, 0, 0))


def test_inertia_at_the_origin_is_moved_to_the_centre():
    words = "mass: 2, center_of_mass: [0, 3, 4], inertia_at: origin, "
    inertial = body_of(f"{words}inertia: [60, 50, 40, 1, 2, -20]").inertial
    assert inertial is not None
    assert inertial.inertia == (10.0, 18.0, 22.0, 1.0, 2.0, 4.0)


def test_massless_bodies():
    assert body_of("").inertial is None
    assert body_of("mass: 0").inertial is None
    assert body_of("mass: 0, inertia: [0, 0, 0]").inertial is not None


def test_formulas_are_kept_as_text_and_follow_their_parameters():
    text = (
        f"{HEADER}units: {{length: mm}}\n"
        "parameters: {boom: 2.4 m, wide: 300}\n"
        "bodies: {a: {mass: wide / 100, inertia: {solid: rod, length: boom}}}\n"
        "joints: {j: {type: fixed, parent: world, body: a, at: [wide, -boom / 2, 7]}}\n"
    )
    robot = read_text(text, "crane.yaml")
    at = robot.joints[0].at
    assert at == (Formula("wide", "mm"), Formula("-boom / 2"), 0.007)
    assert at[0].place == Place("crane.yaml", 6)
    inertial = robot.bodies[0].inertial
    assert inertial is not None
    values = parameter_values(robot, {"boom": 3.0, "wide": 400.0})
    assert at[0].evaluate(values) == 0.4
    assert at[1].evaluate(values) == -1.5
    assert inertial.mass.evaluate(values) == 4.0
    assert inertial.inertia[0].evaluate(values) == pytest.approx(4 * 9 / 12, rel=1e-15)


def test_visuals():
    body = body_of(
        "visuals: [{box: [1, 2, 3], color: [1, 0, 0, 1]}, {cylinder: [1, 2], at: "
        "[0, 0, 1]}, {sphere: 2, rotation: {x: 1}}, {mesh: 'package://a/b.stl', "
        "scale: [1, 1, 2]}]"
    )
    assert body.visuals == (
        Visual("box", (1.0, 2.0, 3.0), color=(1.0, 0.0, 0.0, 1.0)),
        Visual("cylinder", (1.0, 2.0), at=(0.0, 0.0, 1.0)),
        Visual("sphere", (2.0,), rotation=Rotation("sequence", (1.0,), "x")),
        Visual("mesh", (1.0, 1.0, 2.0), "package://a/b.stl"),
    )


def test_tags_and_notes_are_kept():
    robot = read_text(HEADER + "tags: [arm, 7]\nnotes: ['see: the paper']")
    assert (robot.tags, robot.notes) == (("arm", "7"), ("see: the paper",))


def test_places_are_those_of_the_lines():
    text = HEADER + "bodies:\n  a:\n    points:\n      tip: [0, 0, 0]\njoints:\n"
    robot = read_text(text + "  j: {type: fixed, parent: world, body: a}\n", "c.yaml")
    assert str(robot.bodies[0].place) == "c.yaml:4"
    assert str(robot.bodies[0].points[0].place) == "c.yaml:6"
    assert str(robot.joints[0].place) == "c.yaml:8"


ARMS = """
linkwright: 1
name: two
units: {length: mm, angle: deg}
parameters: {boom: 2.4 m, wide: 300}
bodies: {trunk: {}}
joints: {lift: {type: prismatic, parent: world, body: trunk}}
assemblies:
  hand:
    bodies: {palm: {}}
    joints: {wrist: {type: revolute, parent: base, body: palm}}
  arm:
    parameters: {length: 140, half: length / 2}
    bodies: {upper: {points: {elbow: [0, half, boom]}}}
    joints: {shoulder: {type: revolute, parent: base, body: upper}}
    place: {hand: {assembly: hand, on: upper, at: [0, 0, length]}}
place:
  left: {assembly: arm, on: trunk, at: [-wide, 0, 0], with: {length: wide / 2}}
  right: {assembly: arm, on: trunk, rotation: {x: 90}, names: "{}_r"}
"""


def test_assemblies_are_placed_with_their_own_parameters():
    robot = read_text(ARMS)
    assert [each.name for each in robot.joints] == [
        "lift",
        "left/shoulder",
        "left/hand/wrist",
        "shoulder_r",
        "hand/wrist_r",
    ]
    left, wrist = robot.joints[1], robot.joints[2]
    assert left.at == (Formula("-wide", "mm"), 0.0, 0.0)
    assert (wrist.parent, wrist.at[2]) == ("left/upper", Formula("left.length", "mm"))
    assert robot.joints[3].rotation == Rotation("sequence", (math.pi / 2,), "x")
    values = parameter_values(robot)
    assert values["left.length"] == 150.0
    assert values["left.half"] == 75.0
    assert values["right.length"] == 140.0
    elbow = robot.bodies[1].points[0]
    assert elbow.position[1:] == (Formula("left.half", "mm"), Formula("boom"))


def test_locked_joints_become_fixed_in_the_units_of_the_file():
    robot = read_text(ARMS + "locked: {shoulder_r: 30, lift: boom}\n")
    lift, shoulder = robot.joints[0], robot.joints[3]
    assert (lift.type, shoulder.type) == ("fixed", "fixed")
    assert lift.at[2].evaluate({"boom": 2.4}) == 2.4


def test_a_body_called_base_is_an_ordinary_body_at_the_top():
    text = HEADER + (
        "bodies: {base: {}}\n"
        "joints: {j: {type: fixed, parent: world, body: base}}\n"
        "assemblies:\n  arm:\n    bodies: {upper: {}}\n"
        "    joints: {shoulder: {type: revolute, parent: base, body: upper}}\n"
        "place: {left: {assembly: arm, on: base}}\n"
    )
    assert read_text(text).joints[1].parent == "base"
