"""Loops that close all the way, and those that do not, told apart."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.formats import read_text

FOUR_BAR = """
linkwright: 1
name: four-bar
units: {{angle: deg}}
bodies:
  ground: {{points: {{G: [1, 0, 0]}}}}
  crank:
    mass: 1
    center_of_mass: [0.15, 0, 0]
    inertia: {{solid: rod, length: 0.3, axis: x}}
  coupler:
    mass: 2
    center_of_mass: [0.5, 0, 0]
    inertia: {{solid: rod, length: 1, axis: x}}
  rocker:
    mass: 1
    center_of_mass: [0.35, 0, 0]
    inertia: {{solid: rod, length: 0.7, axis: x}}
    points: {{E: [0.7, 0, 0]}}
joints:
  stand: {{type: fixed, parent: world, body: ground}}
  crank: {{type: revolute, parent: ground, body: crank, axis: y, reference: -60}}
  coupler: {{type: revolute, parent: crank, body: coupler, axis: y, at: [0.3, 0, 0],
            dependent: true, reference: 40}}
  rocker: {{type: revolute, parent: coupler, body: rocker, axis: y, at: [1, 0, 0],
           dependent: true, reference: 100}}
loops:
  pin: {{type: {kind}, between: [G, E]{axis}}}
"""

THREE_CRANKS = """
linkwright: 1
name: three cranks
units: {{angle: deg}}
parameters: {{third: {third} m}}
bodies:
  base: {{}}
  k1: {{mass: 1, inertia: {{solid: rod, length: 0.5}}}}
  k2: {{mass: 1, inertia: {{solid: rod, length: 0.5}}, points: {{P2: [0, 0, 0.5]}}}}
  k3: {{mass: 1, inertia: {{solid: rod, length: 0.5}}, points: {{P3: [0, 0, third]}}}}
  rod: {{mass: 1, inertia: {{solid: rod, length: 1, axis: x}},
        points: {{Q2: [0.5, 0, 0], Q3: [1, 0, 0]}}}}
joints:
  g: {{type: fixed, parent: world, body: base}}
  j1: {{type: revolute, parent: base, body: k1, axis: y}}
  j2: {{type: revolute, parent: base, body: k2, axis: y, at: [0.5, 0, 0],
       dependent: true}}
  j3: {{type: revolute, parent: base, body: k3, axis: y, at: [1, 0, 0.5 m - third],
       dependent: true}}
  c: {{type: revolute, parent: k1, body: rod, axis: y, at: [0, 0, 0.5],
      dependent: true}}
loops:
  p2: {{type: revolute, between: [Q2, P2], axis: y}}
  p3: {{type: revolute, between: [Q3, P3], axis: y}}
"""


def four_bar(kind: str) -> str:
    """Return it closed by a pin, in closed form, or by a ball, by Newton."""
    return FOUR_BAR.format(kind=kind, axis=", axis: y" if kind == "revolute" else "")


@pytest.mark.parametrize("kind", ["revolute", "spherical"])
def test_a_crank_turns_all_the_way_on_one_branch(kind: str) -> None:
    robot = lw.Robot(read_text(four_bar(kind)))
    q = np.linspace(-np.pi, np.pi, 721)[:, None]
    pose = robot.forward_kinematics(q)
    gap = np.linalg.norm(pose["E"].position - pose["G"].position, axis=-1)
    assert gap.max() < 1e-13  # rounding of lengths of 1 m
    found = robot.dependent_coordinates(q).array[..., 0]
    # 0.3 + 1 < 0.7 + 1: a crank and rocker, so the rocker's angle against the coupler
    # neither reaches 0 nor 180 degrees, on either branch
    rocker = found[:, robot.dependent_coordinates(q[0]).names.index("rocker")]
    assert 0.3 < rocker.min() < rocker.max() < 2.6
    # and it goes round without a jump: half a degree at a time
    turned = np.unwrap(found, axis=0)
    assert np.abs(np.diff(turned, axis=0)).max() < 0.03


def test_loops_far_from_their_reference_agree_with_the_closed_form() -> None:
    # as a revolute pin the rocker's end is closed in closed form; as a ball by Newton
    q = np.random.default_rng(0).uniform(-np.pi, np.pi, (200, 1))
    one, other = (
        lw.Robot(read_text(four_bar(kind))) for kind in ("revolute", "spherical")
    )
    a, b = (robot.forward_kinematics(q)["rocker"].rotation for robot in (one, other))
    assert np.abs(a - b).max() < 1e-12  # rounding, at lengths of 1 m


def test_equal_cranks_carry_a_rod_and_unequal_ones_are_refused() -> None:
    equal = lw.Robot(read_text(THREE_CRANKS.format(third=0.5)))
    pose = equal.forward_kinematics(np.array([[0.3], [0.6]]))
    assert np.abs(pose["Q3"].position - pose["P3"].position).max() < 1e-15
    assert len(equal.assembly.redundant) == 7  # of ten components three are needed
    with pytest.raises(lw.LinkwrightError, match="but nowhere near it"):
        _ = lw.Robot(read_text(THREE_CRANKS.format(third=0.4))).assembly


def test_a_varied_design_that_locks_gives_a_status_not_a_number() -> None:
    robot = lw.Robot(read_text(THREE_CRANKS.format(third=0.5))).vary("third")
    q = np.array([[0.6], [0.6]])
    third = np.array([0.5, 0.4])
    with pytest.raises(lw.LinkwrightError, match="row 1: loop 'p3' cannot be closed"):
        robot.forward_kinematics(q, third=third)
    found = robot.inverse_dynamics(q, 0 * q, 0 * q, third=third, on_failure="nan")
    assert np.isfinite(found[0]).all()
    assert np.isnan(found[1]).all()
    failures = robot.failures("inverse_dynamics", q, 0 * q, 0 * q, third=third)
    assert failures.codes.tolist() == [0, failures.codes[1]]
    assert failures.reason(1) == "loop 'p3' cannot be closed here"
    assert "1 of 2 rows failed" in str(failures)


def test_distance_from_a_singular_position_is_one_over_the_gain() -> None:
    robot = lw.Robot(read_text(four_bar("revolute")))
    q = np.linspace(-3.0, 3.0, 50)[:, None]
    one = np.ones_like(q)
    moving = robot.body_motions(q, one, 0 * one)
    rates = [
        moving[name].angular_velocity[..., 1] for name in ("crank", "coupler", "rocker")
    ]
    gains = np.diff(rates, axis=0)  # of the joints between these bodies
    found = robot.loop_state(q)["pin"]
    expected = 1.0 / np.sqrt(1.0 + (gains**2).sum(axis=0))
    np.testing.assert_allclose(found.distance, expected, rtol=1e-10)
    assert (found.branch == found.branch[0]).all()


def test_a_weld_turned_by_half_a_turn_is_refused() -> None:
    text = """
linkwright: 1
name: welded
bodies:
  a: {mass: 1, inertia: [1, 1, 1], points: {P: [1, 0, 0]}}
  b: {mass: 1, inertia: [1, 1, 1], points: {Q: [0, 0, 0]}}
joints:
  i: {type: revolute, parent: world, body: a, axis: z}
  j: {type: free, parent: world, body: b, dependent: true}
loops:
  weld: {type: fixed, between: [P, Q], rotation: {z: 180 deg}}
"""
    with pytest.raises(lw.LinkwrightError):
        _ = lw.Robot(read_text(text)).assembly


SLIDER_CRANK = """
linkwright: 1
name: slider and crank
bodies:
  crank: {{mass: 1, inertia: [1, 1, 1], points: {{P: [0.3, 0, 0]}}}}
  piston: {{mass: 2, inertia: [1, 1, 1], points: {{Q: [0, 0, 0.05]}}}}
joints:
  turn: {{type: revolute, parent: world, body: crank, axis: y}}
  slide: {{type: prismatic, parent: world, body: piston, axis: x, dependent: true,
          reference: {reference}}}
elements: {{rod: {{type: bar, between: {between}, length: 0.8}}}}
"""


@pytest.mark.parametrize("between", ["[P, Q]", "[Q, P]"])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_slider_and_crank_move_as_in_textbooks(between: str, side: float) -> None:
    text = SLIDER_CRANK.format(between=between, reference=side)
    robot = lw.Robot(read_text(text))
    assert [stage.method for stage in robot.assembly.plan.stages] == ["crank"]
    q = np.linspace(-7.0, 7.0, 301)[:, None]
    x, z = 0.3 * np.cos(q[:, 0]), -0.3 * np.sin(q[:, 0]) - 0.05
    expected = x + side * np.sqrt(0.8**2 - z**2)
    found = robot.dependent_coordinates(q)["slide"].position
    np.testing.assert_allclose(found, expected, atol=1e-15)
    # tau of the crank at rest: the piston is carried by its slide, the crank's weight
    # is at its axis, so nothing; in motion the piston's m x'' works along x'.
    v, a = np.random.default_rng(3).normal(size=(2, 301, 1))
    slope = np.gradient(expected, q[:, 0], edge_order=2)
    motion = robot.body_motions(q, v, a)["piston"]
    np.testing.assert_allclose(motion.velocity[:, 0], slope * v[:, 0], atol=2e-3)
    gain = motion.velocity[:, 0] / v[:, 0]
    tau = robot.inverse_dynamics(q, v, a)[:, 0]
    expected = 1.0 * a[:, 0] + 2.0 * motion.acceleration[:, 0] * gain
    np.testing.assert_allclose(tau, expected, atol=1e-13 * np.abs(tau).max())


def test_a_bar_that_does_not_reach_is_told() -> None:
    text = SLIDER_CRANK.format(between="[P, Q]", reference=1).replace("0.8", "0.32")
    robot = lw.Robot(read_text(text))
    q = np.array([[0.0], [1.5]])
    with pytest.raises(lw.LinkwrightError, match="row 1: loop 'rod' cannot be closed"):
        robot.forward_kinematics(q)
    pose = robot.forward_kinematics(q, on_failure="nan")
    assert np.isfinite(pose["Q"].position[0]).all()
    assert np.isnan(pose["Q"].position[1]).all()


def test_a_rocker_on_a_bar_follows_the_crank_all_the_way() -> None:
    """Bars between balls, not in one plane: a spatial four-bar."""
    text = """
linkwright: 1
name: spatial four-bar
bodies:
  crank: {mass: 1, inertia: [1, 1, 1], points: {P: [0.2, 0, 0.1]}}
  rocker: {mass: 2, inertia: [1, 1, 1], points: {Q: [0.1, 0.5, 0.2]}}
joints:
  turn: {type: revolute, parent: world, body: crank, axis: {direction: [1, 2, 2]}}
  swing: {type: revolute, parent: world, body: rocker, at: [0.6, 0.1, 0.3],
          axis: {direction: [2, -1, 2]}, dependent: true, reference: 0.4}
elements: {rod: {type: bar, between: [P, Q], length: 0.8}}
"""
    robot = lw.Robot(read_text(text))
    assert [stage.method for stage in robot.assembly.plan.stages] == ["crank"]
    q = np.linspace(-np.pi, np.pi, 721)[:, None]
    pose = robot.forward_kinematics(q)
    apart = np.linalg.norm(pose["P"].position - pose["Q"].position, axis=-1)
    assert np.abs(apart - 0.8).max() < 1e-15
    swing = np.unwrap(robot.dependent_coordinates(q)["swing"].position)
    assert np.abs(np.diff(swing)).max() < 0.02
    assert swing[-1] == pytest.approx(swing[0], abs=1e-13)


def test_a_loop_without_elements_has_rows_of_none() -> None:
    robot = lw.Robot(read_text(four_bar("revolute")))
    state = np.zeros((3, 5, 1))
    assert robot.elements(*state).array.shape == (5, 0, 24)
    assert list(robot.elements([0.0], [0.0], [0.0])) == []


def test_a_loop_whose_joints_are_dependent_enough_names_no_more_of_them() -> None:
    text = four_bar("revolute").replace("G: [1, 0, 0]", "G: [9, 0, 0]")
    with pytest.raises(lw.LinkwrightError, match="cannot close") as error:
        _ = lw.Robot(read_text(text)).assembly
    assert "dependent: true" not in str(error.value)
