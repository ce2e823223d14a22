"""What a YAML file says of walls is in the description, and stays there."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from test_schema import plain

import linkwright as lw
import linkwright.formats
from linkwright.description import (
    Formula,
    Placement,
    Touch,
    Wall,
    attach,
    describe,
    in_units,
    touch,
    wall,
)
from linkwright.description.rename import renamed
from linkwright.description.units import SI
from linkwright.errors import DescriptionError, FormatError
from linkwright.formats import read_text, text_of
from linkwright.formats.yaml.compose import compose
from tests.contact.robots import SWING

HALL = """
linkwright: 1
name: hall
units: {length: mm, angle: deg}
parameters: {R: 2.5 m, e: 0.5}
bodies:
  rod: {points: {P: [0, 0, 0], Q: [0, 0, 1000], S: [1, 2, 3]}}
  car: {points: {T: [0, 0, 0]}}
joints:
  swing: {type: revolute, parent: car, body: rod, axis: y, limits: {upper: 30}}
  ride: {type: planar, parent: world, body: car}
walls:
  ring: {shape: circle, radius: R, robot: inside, restitution: e, contacts: [P,
         {point: Q, radius: 5, restitution: 1, friction: 0.2}, {segment: [P, S]}]}
  post: {shape: polyline, corners: [[0, 0], [R, 0], [R, 100]], rounding: 1,
         robot: outside, on: car, at: [1, 2, 3], rotation: {x: 90}, contacts: [S]}
  hill: {shape: surface, formula: "si(x)^2 + si(z) - 2 * e", reach: 3, robot: outside,
         contacts: [{arc: [P, Q, S]}, {spline: [S, Q, P]}]}
  floor: {shape: plane, axis: [0, 0.6, 0.8], friction: 0.3}
  stop: {shape: stop, joint: swing, limit: upper, restitution: 0.1}
"""
ROBOT = read_text(HALL, "hall.yaml")
WALLS = {each.name: each for each in ROBOT.walls}


def test_numbers_of_walls_are_in_the_units_of_the_file():
    ring = WALLS["ring"]
    assert ring.number("radius") == Formula("R")
    assert ring.restitution == Formula("e")
    first, second, third = ring.contacts
    assert first == Touch(("P",))
    assert second == Touch(("Q",), "point", 0.005, 1.0, 0.2)
    assert (third.curve, third.name) == ("segment", "P-S")
    post = WALLS["post"]
    assert post.corners == ((0.0, 0.0), (Formula("R"), 0.0), (Formula("R"), 0.1))
    assert (post.on, post.at, post.number("rounding")) == (
        "car",
        (0.001, 0.002, 0.003),
        0.001,
    )
    assert WALLS["hill"].formula == Formula("si(x)^2 + si(z) - 2 * e")
    assert [each.curve for each in WALLS["hill"].contacts] == ["arc", "spline"]
    assert (WALLS["stop"].joint, WALLS["stop"].limit) == ("swing", "upper")


@pytest.mark.parametrize("text", [HALL, SWING], ids=["hall", "swing"])
def test_what_is_written_is_read_back(text):
    robot = read_text(text)
    assert read_text(text_of(robot)) == robot
    changed = in_units(robot, SI)
    assert read_text(text_of(changed)) == changed


@pytest.mark.parametrize("text", [HALL, SWING], ids=["hall", "swing"])
def test_walls_fit_the_published_schema(text):
    schema = Path(linkwright.formats.__file__).parent / "schema.json"
    jsonschema.validate(plain(compose(text)), json.loads(schema.read_text()))


def test_walls_made_in_python_are_those_of_the_file():
    walls = [
        wall(
            "ring",
            "circle",
            radius="R",
            robot="inside",
            restitution="e",
            contacts=[
                "P",
                touch("Q", radius="5 mm", restitution=1, friction=0.2),
                touch("P", "S"),
            ],
        ),
        wall(
            "post",
            "polyline",
            corners=[[0, 0], ["R", 0], ["R", "100 mm"]],
            rounding="1 mm",
            robot="outside",
            on="car",
            at=["1 mm", "2 mm", "3 mm"],
            rotation=WALLS["post"].rotation,
            contacts=["S"],
        ),
        wall(
            "hill",
            "surface",
            formula="si(x)^2 + si(z) - 2 * e",
            reach="3 mm",
            robot="outside",
            contacts=[
                touch("P", "Q", "S", curve="arc"),
                touch("S", "Q", "P", curve="spline"),
            ],
        ),
        wall("floor", "plane", axis=[0, 0.6, 0.8], friction=0.3),
        wall("stop", "stop", joint="swing", limit="upper", restitution=0.1),
    ]
    sources = {"parameters": {"R": "2.5 m", "e": 0.5}, "units": ROBOT.units}
    made = describe("hall", ROBOT.bodies, ROBOT.joints, walls=walls, **sources)
    assert made.walls == ROBOT.walls


def test_walls_are_renamed_with_the_parts_they_name():
    changed = renamed(ROBOT, "{}_2".format, "p.{}".format)
    ring, post, hill, _, stop = changed.walls
    assert ring.name == "ring_2"
    assert ring.number("radius") == Formula("p.R")
    assert ring.contacts[1].points == ("Q_2",)
    assert post.on == "car_2"
    assert hill.formula == Formula("si(x)^2 + si(z) - 2 * p.e")
    assert stop.joint == "swing_2"


def test_walls_of_an_attached_robots_world_stand_where_it_stands():
    host = read_text(
        "linkwright: 1\nname: h\nbodies: {desk: {}}\n"
        "joints: {stand: {type: prismatic, parent: world, body: desk}}\n"
    )
    placed = attach(host, ROBOT, Placement("arm", "desk", (1.0, 0.0, 0.0)))
    found = {each.name: each for each in placed.walls}
    assert found["arm/ring"].on == "arm/base"
    assert found["arm/post"].on == "arm/car"
    assert found["arm/stop"].on == "world"
    bolted = attach(host, ROBOT, Placement("arm", "desk"))
    assert bolted.walls[0].on == "desk"


def test_points_of_a_rod_beside_an_obstacle_are_warned_of():
    robot = lw.Robot(read_text(SWING, "swing.yaml"))
    said = [text for text in robot.warnings if "wall 'crate'" in text]
    assert said == [
        "swing.yaml:22  wall 'crate': points 'P' and 'Q' of body 'rod' are tested, but"
        " the body between them can cross the wall, which is not convex on the robot's"
        " side.  Add the contact {segment: [P, Q]}."
    ]
    rod = "{segment: [P, Q], radius: 0.01}"
    covered = SWING.replace("contacts: [P, Q]}", f"contacts: [P, Q, {rod}]}}")
    assert lw.Robot(read_text(covered)).warnings == ()
    assert lw.load("impact-tree").warnings == ()


def test_urdf_has_no_walls():
    with pytest.raises(FormatError, match="URDF has no walls"):
        text_of(lw.load("impact-tree").description, ".urdf")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: wall("w", "circel"), "the shape 'circel' is unknown"),
        (lambda: wall("w", "circle", radus=1), "Did you mean 'radius'"),
        (lambda: wall("w", "plane", robot="inside"), "a plane has no 'robot'"),
        (lambda: wall("w", "surface", formula=3), "3 is no formula"),
        (lambda: wall("w", "box", size=[1, 2]), "Expected 3 numbers"),
    ],
)
def test_walls_made_wrongly_are_refused(make, message):
    with pytest.raises(DescriptionError, match=message):
        make()


def test_description_with_unknown_curve_is_refused():
    bad = Wall("w", "plane", contacts=(Touch(("P",), "circle"),))
    with pytest.raises(DescriptionError, match="the curve 'circle' is unknown"):
        describe("hall", ROBOT.bodies, ROBOT.joints, walls=[bad])
