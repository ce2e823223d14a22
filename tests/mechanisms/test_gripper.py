"""The gripper: one drive, two parallelograms, hinges that share."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import NumericalError
from tests.mechanisms.parameters import worst_derivative
from tests.mechanisms.robots import mechanism, random_states

CRANK, ROD, SPREAD = 0.055, 0.030, 0.030
ARM, NUT = np.array([-0.022, -0.004]), np.array([0.008, 0.046])


@pytest.fixture(scope="module")
def robot() -> lw.Robot:
    return mechanism("gripper")


def crank_angle(nut: np.ndarray) -> np.ndarray:
    """Angle of the right crank by hand: l^2 = A + rho cos(angle - at)."""
    apart = np.stack([0 * nut + NUT[0] - SPREAD, NUT[1] + nut - 0.080], axis=-1)
    radius, distance = np.hypot(*ARM), np.hypot(apart[:, 0], apart[:, 1])
    inside = np.arccos((radius**2 + distance**2 - ROD**2) / (2 * radius * distance))
    to_nut = np.arctan2(apart[:, 0], apart[:, 1])
    # Angles about y run from z to x. The arm is on the upper side of the line.
    return to_nut + inside - np.arctan2(*ARM)


def test_pads_stay_parallel(robot: lw.Robot, count: int) -> None:
    q, _, _ = random_states(robot, 1, count)
    pose = robot.forward_kinematics(q)
    assert np.abs(pose["right_finger"].rotation - np.eye(3)).max() < 1e-14
    left = np.diag([-1.0, -1.0, 1.0])
    assert np.abs(pose["left_finger"].rotation - left).max() < 1e-14
    right, left = pose["right_pad"].position, pose["left_pad"].position
    assert np.abs(right - left * [-1, -1, 1]).max() < 1e-15
    assert np.abs(right[:, 1]).max() < 1e-15


def test_pads_are_where_geometry_puts_them(robot: lw.Robot) -> None:
    q, _, _ = random_states(robot, 2, 200)
    angle = crank_angle(q[:, 0])
    off = robot.dependent_coordinates(q)["right_crank"].position - angle
    off = (off + np.pi) % (2 * np.pi) - np.pi
    assert np.abs(off).max() < 1e-12  # an arc cosine near its ends
    pad = robot.forward_kinematics(q)["right_pad"].position
    expected = SPREAD + CRANK * np.sin(angle) - 0.0112, 0.125 + CRANK * np.cos(angle)
    assert np.abs(pad[:, 0] - expected[0]).max() < 1e-13
    assert np.abs(pad[:, 2] - expected[1]).max() < 1e-13


def test_jaws_close_over_the_stroke(robot: lw.Robot) -> None:
    stroke = np.array([robot.lower_limits, robot.upper_limits])
    gap = 2 * robot.forward_kinematics(stroke)["right_pad"].position[:, 0]
    assert 0.0 <= gap[0] < 0.002
    assert 0.115 < gap[1] < 0.130


def test_spindle_force_is_the_grips_virtual_work(robot: lw.Robot) -> None:
    q, v, a = random_states(robot, 3, 50)
    grip = {
        "right_pad": np.array([60.0, 0, 0, 0, 0, 0]),
        "left_pad": np.array([-60.0, 0, 0, 0, 0, 0]),
    }
    held = robot.inverse_dynamics(q, v, a, external=grip)
    free = robot.inverse_dynamics(q, v, a)
    J = robot.jacobian("right_pad", q)[:, 0, 0]
    assert np.abs((held - free)[:, 0] + 2 * 60 * J).max() < 1e-11 * 120 * J.max()
    # And the push rods bring it there: along each, by the balance of the nut.
    R = robot.reactions(q, v, a, external=grip, expressed_in="world")
    rods = R["rod_right"].force + R["rod_left"].force
    nut = 0.080 * (a[:, 0] + 9.81)
    up = R["spindle"].force[:, 2]
    assert np.abs(up - nut - rods[:, 2]).max() < 1e-11 * np.abs(up).max()
    assert np.abs(up - held[:, 0]).max() < 1e-11 * np.abs(up).max()


def test_hinges_share_equally(robot: lw.Robot) -> None:
    q, v, a = random_states(robot, 4, 50)
    push = {"right_pad": np.array([0, 25.0, 0, 0, 0, 1.5])}  # sideways
    R = robot.reactions(q, v, a, external=push, expressed_in="right_finger")
    crank, rocker = R["right_finger"], R["right_pin"]
    # A closing joint acts on its second point's body: here the finger, as the crank.
    for one, other, axes in (
        (crank.force, rocker.force, [1]),
        (crank.torque, rocker.torque, [0, 2]),
    ):
        scale = np.abs(one).max() + np.abs(other).max()
        assert np.abs(one - other)[:, axes].max() < 1e-12 * scale
    assert np.abs(crank.force[:, 1] + 12.5).max() < 1e-12 * 25


def test_determinacy_names_what_the_hinges_share(robot: lw.Robot) -> None:
    d = robot.determinacy()
    shared = [name for name in d.shared if name.startswith("right_pin, ")]
    held = [name for name in d.determined if name.startswith("right_pin, ")]
    # In the closing joint's own axes its axis is z: y of the finger.
    assert shared == [f"right_pin, {c}" for c in ("force z", "torque x", "torque y")]
    assert held == [f"right_pin, {c}" for c in ("force x", "force y")]
    assert {"rod_right, along", "rod_left, along"} <= set(d.determined)


def test_derivatives_by_lengths_are_exact(robot: lw.Robot) -> None:
    # Through the pins of a loop, an iteration and a closed form.
    names = ("crank", "push_rod", "spread")
    assert worst_derivative(robot, "actuator_forces", names) < 1e-8


def test_a_spindle_beyond_the_rods_is_told(robot: lw.Robot) -> None:
    torn = np.array([[0.0], [-0.05]])
    with pytest.raises(NumericalError, match="loop 'rod_right' cannot be closed"):
        robot.forward_kinematics(torn)
    pose = robot.forward_kinematics(torn, on_failure="nan")
    assert np.isfinite(pose["right_pad"].position[0]).all()
    assert np.isnan(pose["right_pad"].position[1]).any()
