"""What a YAML file says of elements, loops and sharing is in the description."""

from __future__ import annotations

import math

import pytest

from linkwright.description import (
    Element,
    Formula,
    Loop,
    Place,
    Rotation,
    Share,
    in_units,
    parameter_values,
)
from linkwright.description.rename import renamed_parameters
from linkwright.description.units import SI
from linkwright.formats import read_text, text_of

CRANE = """
linkwright: 1
name: crane
units: {length: mm, angle: deg}
parameters: {k: 1029 N/m, reach: 1.2 m}
bodies:
  base: {points: {A: [0, 0, 0], B: [100, 0, 0]}}
  boom: {mass: 4, inertia: [1, 1, 1], points: {P: [300, 0, 0], Q: [900, 0, 0]}}
  lever: {points: {R: [0, 0, 200], S: [10, 0, 200]}}
joints:
  stand: {type: fixed, parent: world, body: base}
  luff: {type: revolute, parent: base, body: boom, axis: y, reference: -30}
  rock: {type: revolute, parent: base, body: lever, axis: y, at: [500, 0, 0],
         dependent: true, reference: reach / 1 m * 10 deg}
elements:
  act: {type: linear_actuator, between: [A, P], pins: y, drives: luff, shortest: 300,
        longest: 50 cm, rod_mass: 1, rod_length: 200, barrel_mass: 2,
        barrel_length: 150}
  act_2: {type: linear_actuator, between: [B, P], pins: y, second_pins: -y,
          drives: luff}
  spring: {type: spring, between: [B, Q], stiffness: k, free_length: 77,
           pretension: 15.1, count: 2, acts: pull}
  rope: {type: force_law, between: [P, R],
         law: "k * max(length - 0.5 m, 0 m) + 3 N*s/m * rate"}
  weight: {type: constant_force, between: [P, R], force: 2 kN}
  oil: {type: damper, between: [P, R], damping: 50}
  rod: {type: bar, between: [Q, S], length: reach}
  coil: {type: torsion_spring, joint: rock, stiffness: 3, free_angle: 10, pretension: 1}
loops:
  pin: {type: revolute, between: [P, S], axis: y, second_axis: -y}
  rail: {type: prismatic, between: [Q, R], axis: x, rotation: {z: 90}}
sharing:
  pins: {on: boom, of: [luff, act.upper], components: [force y, torque x], rule: equal}
  lift: {on: boom, of: [luff, pin], components: [force x], all_to: pin}
  idle: {on: lever, of: [rail], components: [force z, torque x], rule: none}
  both: {on: boom, of: [act.slide, act_2.slide], components: [drive], ratios: [1, 2]}
  soft: {on: boom, of: [pin, rail], components: [torque z],
         compliance: [1e-6, 2e-3 deg/(N*m)]}
"""
ROBOT = read_text(CRANE, "crane.yaml")
ELEMENTS = {each.name: each for each in ROBOT.elements}
LOOPS = {each.name: each for each in ROBOT.loops}
RULES = {each.name: each for each in ROBOT.sharing}


def test_references_and_dependent_joints():
    _, luff, rock = ROBOT.joints
    assert not luff.dependent
    assert luff.reference == pytest.approx(-math.pi / 6, rel=1e-15)
    assert rock.dependent
    assert rock.reference == Formula("reach / 1 m * 10 deg")
    assert rock.reference.evaluate(parameter_values(ROBOT)) == pytest.approx(
        math.radians(12)
    )


def test_actuators():
    stroke = (("shortest", 0.3), ("longest", 0.5))
    barrel = (("barrel_mass", 2.0), ("barrel_length", 0.15))
    rod = (("rod_mass", 1.0), ("rod_length", 0.2))
    y = (0.0, 1.0, 0.0)
    assert ELEMENTS["act"] == Element(
        "act", "linear_actuator", "A", "P", "luff", y, None, (*barrel, *rod, *stroke)
    )
    assert ELEMENTS["act_2"].second_pins == (0.0, -1.0, 0.0)
    assert ELEMENTS["act"].place == Place("crane.yaml", 16)


def test_numbers_of_elements_are_in_the_units_of_the_file():
    spring = ELEMENTS["spring"]
    assert spring.number("stiffness") == Formula("k")
    assert spring.number("free_length") == 0.077
    assert spring.number("count") == 2.0
    assert spring.number("longest", 1.0) == 1.0
    assert spring.acts == "pull"
    assert ELEMENTS["weight"].numbers == (("force", 2000.0),)
    assert ELEMENTS["oil"].numbers == (("damping", 50.0),)
    assert ELEMENTS["rod"].number("length") == Formula("reach")
    coil = ELEMENTS["coil"]
    assert (coil.first, coil.second, coil.joint) == ("", "", "rock")
    assert coil.number("free_angle") == math.pi / 18


def test_laws_are_formulas_of_length_and_rate():
    law = ELEMENTS["rope"].law
    assert law is not None
    assert law.names == ("k", "length", "rate")
    values = {**parameter_values(ROBOT), "length": 0.7, "rate": 0.1}
    assert law.evaluate(values) == pytest.approx(1029 * 0.2 + 0.3)
    assert ELEMENTS["spring"].law is None


def test_bare_law_is_in_the_unit_of_force_and_keeps_its_value():
    text = CRANE.replace("length: mm", "length: mm, force: kN")
    text = text.replace("k * max(length - 0.5 m, 0 m) + 3 N*s/m * rate", "2*si(length)")
    robot = read_text(text)
    law = robot.elements[3].law
    assert law == Formula("2*si(length)", "kN")
    assert law.evaluate({"length": 0.5}) == 1000.0
    changed = in_units(robot, SI).elements[3].law
    assert changed == Formula("(2*si(length)) * 1 kN")
    assert changed.evaluate({"length": 0.5}) == 1000.0
    assert read_text(text_of(robot)) == robot


def test_loops():
    y, back = (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)
    assert LOOPS["pin"] == Loop("pin", "revolute", "P", "S", y, back)
    turn = Rotation("sequence", (math.pi / 2,), "z")
    x = (1.0, 0.0, 0.0)
    assert LOOPS["rail"] == Loop("rail", "prismatic", "Q", "R", x, None, turn)


def test_rules_of_sharing():
    both = ("force y", "torque x")
    assert RULES["pins"] == Share("pins", "boom", ("luff", "act.upper"), both)
    lift = RULES["lift"]
    assert (lift.rule, lift.to) == ("all_to", "pin")
    assert RULES["idle"].rule == "none"
    assert RULES["both"].weights == (1.0, 2.0)


def test_compliances_are_in_si_or_have_their_unit():
    assert RULES["soft"].weights == (1e-6, math.radians(2e-3))
    stiff = CRANE.replace("compliance: [1e-6, 2e-3 deg/(N*m)]", "compliance: [1, 2]")
    stiff = stiff.replace("components: [torque z]", "components: [force z, torque z]")
    assert read_text(stiff).sharing[-1].weights == (1.0, 2.0)


def test_what_is_written_is_read_back():
    assert read_text(text_of(ROBOT)) == ROBOT


ARMS = """
linkwright: 1
name: two
bodies: {trunk: {}}
joints: {stand: {type: fixed, parent: world, body: trunk}}
assemblies:
  arm:
    parameters: {k: 100 N/m, rate_gain: 3 N*s/m}
    bodies:
      upper: {points: {A: [0, 0, 0], B: [0.1, 0, 0]}}
      lower: {points: {P: [0.3, 0, 0]}}
    joints:
      shoulder: {type: revolute, parent: base, body: upper}
      elbow: {type: revolute, parent: upper, body: lower, axis: y}
    elements:
      act: {type: linear_actuator, between: [A, P], pins: y, drives: elbow}
      rope: {type: force_law, between: [B, P], law: k * length + rate_gain * rate}
      coil: {type: torsion_spring, joint: shoulder, stiffness: 2}
    loops:
      pin: {type: spherical, between: [B, P]}
    sharing:
      idle: {on: act.rod, of: [act.slide, act.upper], components: [force y],
             all_to: act.upper}
      pins: {on: lower, of: [elbow, pin, act.upper], components: [force z], rule: equal}
place:
  left: {assembly: arm, on: trunk}
  right: {assembly: arm, on: trunk, at: [0, 1, 0], names: "{}_r"}
"""


@pytest.mark.parametrize(
    ("side", "spelt"),
    [("left", "left/{}".format), ("right", "{}_r".format)],
    ids=["left", "right"],
)
def test_assemblies_have_elements_loops_and_rules_of_their_own(side, spelt):
    robot = read_text(ARMS)
    act, rope, coil = (
        each
        for each in robot.elements
        if each.name in (spelt("act"), spelt("rope"), spelt("coil"))
    )
    assert (act.first, act.second, act.joint) == tuple(map(spelt, ("A", "P", "elbow")))
    assert rope.law == Formula(f"{side}.k * length + {side}.rate_gain * rate")
    assert coil.joint == spelt("shoulder")
    (pin,) = (each for each in robot.loops if each.name == spelt("pin"))
    assert (pin.first, pin.second) == (spelt("B"), spelt("P"))
    rules = {each.name: each for each in robot.sharing}
    idle, pins = rules[spelt("idle")], rules[spelt("pins")]
    name = spelt("act")
    assert (idle.on, idle.to) == (f"{name}.rod", f"{name}.upper")
    assert idle.of == (f"{name}.slide", f"{name}.upper")
    assert pins.of == (spelt("elbow"), spelt("pin"), f"{name}.upper")


def test_parameters_called_length_stay_apart_from_a_laws_own():
    """An assembly's parameters are renamed when it is placed; a law's words are not."""
    robot = read_text(ARMS)
    changed = renamed_parameters(robot, {"length": "x.length", "left.k": "x.k"})
    law = changed.elements[1].law
    assert law == Formula("x.k * length + left.rate_gain * rate")
