"""Drives of all kinds of robots: several actuators on a joint, balls, free bodies."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.formats import read_text

LIFT = """
linkwright: 1
name: lift
parameters: {{foot: 0.3 m}}
bodies:
  post: {{points: {{F: [foot, 0.2, 0], G: [foot, -0.2, 0]}}}}
  boom:
    mass: 60
    center_of_mass: [1, 0, 0]
    inertia: {{solid: rod, length: 2, axis: x}}
    points: {{P: [0.8, 0.2, 0], Q: [0.8, -0.2, 0]}}
joints:
  stand: {{type: fixed, parent: world, body: post}}
  luff: {{type: revolute, parent: post, body: boom, at: [0, 0, 1], axis: y}}
elements:
  left: {{type: linear_actuator, between: [F, P], drives: luff}}
  right: {{type: linear_actuator, between: [G, Q], drives: luff}}
sharing:
  both: {{on: boom, of: [left, right], components: [drive], {rule}}}
"""
RULES = {
    "rule: equal": (0.5, 0.5),
    "ratios: [1, 3]": (0.25, 0.75),
    "all_to: right": (0.0, 1.0),
    "compliance: [1e-6, 2e-6]": (2 / 3, 1 / 3),
    "minimum_norm: 1": (0.5, 0.5),
}


@pytest.mark.parametrize("rule", RULES)
def test_twin_actuators_take_what_their_rule_says(rule: str) -> None:
    robot = lw.Robot(read_text(LIFT.format(rule=rule)))
    q, v, a = np.random.default_rng(0).normal(size=(3, 20, 1)) * 0.4
    f = robot.actuator_forces(q, v, a)
    shares = f / f.sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(shares, np.tile(RULES[rule], (20, 1)), atol=1e-12)
    # and the reactions, solved with the balance of forces, say the same
    R = robot.reactions(q, v, a, undetermined="nan")
    for k, name in enumerate(robot.actuator_names):
        pushed = np.linalg.norm(R[name].force, axis=-1)
        np.testing.assert_allclose(pushed, np.abs(f[:, k]), atol=1e-9)  # of 1e3 N


@pytest.mark.parametrize("foot", [0.3, -0.3, 0.1])
def test_a_varied_design_takes_its_own_side_of_the_actuator(foot: float) -> None:
    robot = lw.Robot(read_text(LIFT.format(rule="rule: equal"))).vary("foot")
    q = np.linspace(-0.5, 0.7, 9)[:, None]
    rest = 0 * q
    there = robot.to_actuators(q, rest, rest, foot=foot)
    back = robot.from_actuators(*there, foot=foot)
    np.testing.assert_allclose(back.position, q, atol=1e-12)


def test_drives_of_a_floating_robot_are_its_coordinates() -> None:
    robot = lw.load("quadruped")
    q = robot.random(0, 5)
    v, a = np.random.default_rng(1).normal(size=(2, 5, robot.nv))
    there = robot.to_actuators(q, v, a)
    assert robot.drive_position_names == robot.coordinate_names
    np.testing.assert_array_equal(there.position, q)
    np.testing.assert_array_equal(there.rate, v)
    back = robot.from_actuators(*there)
    np.testing.assert_allclose(back.position, q)
    np.testing.assert_allclose(
        robot.actuator_forces(q, v, a), robot.inverse_dynamics(q, v, a)
    )


def test_a_cylinder_on_a_floating_base_stands_for_its_joint() -> None:
    text = LIFT.format(rule="rule: equal").replace(
        "stand: {type: fixed", "stand: {type: free"
    )
    text = text.replace("  post: {", "  post: {mass: 40, inertia: [3, 3, 2], ")
    robot = lw.Robot(read_text(text))
    assert robot.drive_position_names[:7] == robot.coordinate_names[:7]
    assert robot.drive_position_names[7] == "left"
    q = robot.random(0, 4)
    q[:, 7] *= 0.2
    v, a = np.random.default_rng(1).normal(size=(2, 4, robot.nv))
    back = robot.from_actuators(*robot.to_actuators(q, v, a))
    np.testing.assert_allclose(back.position, q, atol=1e-12)
    np.testing.assert_allclose(back.acceleration, a, atol=1e-11)


SPRING_AT_END = """
linkwright: 1
name: spring
bodies:
  post: {points: {F: [1, 0, 0]}}
  arm: {mass: 1, center_of_mass: [1, 0, 0], inertia: [1, 1, 1], points: {P: [1, 0, 0]}}
joints:
  stand: {type: fixed, parent: world, body: post}
  j: {type: revolute, parent: post, body: arm, axis: y, reference: 0.5}
elements:
  s: {type: spring, between: [F, P], stiffness: 100, free_length: 0.1}
"""


def test_an_element_that_has_no_length_gives_a_status() -> None:
    robot = lw.Robot(read_text(SPRING_AT_END))
    q = np.array([[0.5], [0.0]])
    with pytest.raises(lw.LinkwrightError, match="row 1: element 's' has no length"):
        robot.inverse_dynamics(q, 0 * q, 0 * q)


def test_torsion_springs_at_dependent_joints_go_round_without_a_jump() -> None:
    # a parallelogram: the rocker's angle is the crank's
    text = """
linkwright: 1
name: parallelogram
units: {angle: deg}
bodies:
  g: {}
  k: {mass: 1, inertia: {solid: rod, length: 0.5}}
  r: {mass: 1, inertia: {solid: rod, length: 0.5}, points: {P: [0, 0, 0.5]}}
  c: {mass: 1, inertia: {solid: rod, length: 1, axis: x}, points: {Q: [1, 0, 0]}}
joints:
  g: {type: fixed, parent: world, body: g}
  k: {type: revolute, parent: g, body: k, axis: y, reference: 150}
  r: {type: revolute, parent: g, body: r, axis: y, at: [1, 0, 0], dependent: true,
      reference: 150}
  c: {type: revolute, parent: k, body: c, axis: y, at: [0, 0, 0.5], dependent: true,
      reference: -150}
loops: {p: {type: revolute, between: [P, Q], axis: y}}
elements: {t: {type: torsion_spring, joint: r, stiffness: 2 Nm/rad, free_angle: 150}}
"""
    robot = lw.Robot(read_text(text))
    q = np.radians(np.linspace(100.0, 260.0, 41))[:, None]
    still = 0 * q
    spring = robot.element_forces(q, still)[:, 0]
    expected = -2.0 * (q[:, 0] - np.radians(150.0))
    np.testing.assert_allclose(spring, expected, atol=1e-12)


def test_actuators_without_a_freedom_left_are_refused() -> None:
    text = LIFT.format(rule="rule: equal").replace(
        "right: {type: linear_actuator, between: [G, Q], drives: luff}",
        "right: {type: linear_actuator, between: [G, Q]}",
    )
    with pytest.raises(
        lw.LinkwrightError, match="'right': an actuator drives no joint"
    ):
        read_text(text)


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("barrel_mass: 5", "barrel_mass is given, but no pins"),
        ("pins: y, rod_mass: 5", "rod_mass is given, but no rod_length"),
    ],
)
def test_masses_of_actuators_that_have_no_place_are_refused(extra, message) -> None:
    text = LIFT.format(rule="rule: equal").replace("[F, P],", f"[F, P], {extra},")
    with pytest.raises(lw.LinkwrightError, match=message):
        read_text(text)


def test_a_bar_that_is_too_short_is_told_by_how_much() -> None:
    text = """
linkwright: 1
name: bar
bodies:
  a: {mass: 1, inertia: [1, 1, 1], points: {P: [0, 0, 0.5]}}
  b: {mass: 1, inertia: [1, 1, 1], points: {Q: [0, 0, 0.5]}}
joints:
  i: {type: revolute, parent: world, body: a, axis: y}
  j: {type: prismatic, parent: world, body: b, axis: y, at: [1, 0, 0], dependent: true}
elements: {rod: {type: bar, between: [P, Q], length: 0.9}}
"""
    with pytest.raises(lw.LinkwrightError, match=r"open by 0\.106"):  # (1 - 0.81) / 1.8
        _ = lw.Robot(read_text(text)).assembly
