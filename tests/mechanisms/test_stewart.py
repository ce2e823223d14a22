"""The Stewart platform: six legs that drive one floating body together."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwright as lw
from linkwright.errors import NumericalError
from tests.mechanisms.parameters import worst_derivative
from tests.mechanisms.robots import mechanism, random_states


@pytest.fixture(scope="module")
def robot() -> lw.Robot:
    return mechanism("stewart")


def on_circle(radius: float, degrees: list[float]) -> np.ndarray:
    t = np.radians(degrees)
    return radius * np.column_stack([np.cos(t), np.sin(t), 0 * t])


BASE = on_circle(0.50, [10, 110, 130, 230, 250, -10])
TOP = on_circle(0.30, [46, 74, 166, 194, 286, 314])


def legs_by_hand(q: np.ndarray) -> np.ndarray:
    """Vectors from base to platform points, by SciPy's rotations (..., 6, 3)."""
    R = Rotation.from_quat(q[:, 3:]).as_matrix()
    return q[:, None, :3] + [0, 0, 0.60] + TOP @ np.swapaxes(R, 1, 2) - BASE


def test_legs_are_as_long_as_geometry_says(robot: lw.Robot, count: int) -> None:
    q, v, a = random_states(robot, 1, count)
    legs = legs_by_hand(q)
    lengths = np.linalg.norm(legs, axis=-1)
    x = robot.to_actuators(q, v, a)
    assert np.abs(x.position - lengths).max() < 1e-14
    # Rates: velocity of the platform's point along the leg.
    R = Rotation.from_quat(q[:, 3:]).as_matrix()
    at_top = v[:, None, :3] + np.cross(v[:, None, 3:], TOP)
    along = np.einsum("bij,bkj->bki", R, at_top) * legs / lengths[..., None]
    assert np.abs(x.rate - along.sum(-1)).max() < 1e-13


def test_forces_hold_platform_and_load(robot: lw.Robot) -> None:
    """At rest six pushes along six legs carry two weights: six equations by hand."""
    q, _, _ = random_states(robot, 2, 100)
    still = np.zeros(6)
    legs = legs_by_hand(q)
    u = legs / np.linalg.norm(legs, axis=-1, keepdims=True)
    R = Rotation.from_quat(q[:, 3:]).as_matrix()
    arms = TOP @ np.swapaxes(R, 1, 2)
    G = np.concatenate([u, np.cross(arms, u)], axis=-1)
    up = np.array([0, 0, 9.81])
    at_load = R @ [0.03, 0.02, 0.25]
    needed = np.concatenate(
        [np.broadcast_to(95 * up, (100, 3)), np.cross(at_load, 60 * up)], axis=-1
    )
    expected = np.linalg.solve(np.swapaxes(G, 1, 2), needed[..., None])[..., 0]
    found = robot.actuator_forces(q, still, still)
    assert np.abs(found - expected).max() < 1e-11 * np.abs(expected).max()
    reactions = robot.reactions(q, still, still, expressed_in="world")
    for k in range(6):
        push = reactions[f"leg_{k + 1}"].force
        assert np.abs(push - u[:, k] * expected[:, k, None]).max() < 1e-9
        assert np.abs(reactions[f"leg_{k + 1}"].torque).max() == 0.0
    assert np.abs(reactions["float"].array).max() < 1e-9  # it floats


def test_pose_is_found_from_far_away(robot: lw.Robot) -> None:
    rng = np.random.default_rng(3)
    step = rng.uniform(-1, 1, (500, 6)) * [0.12, 0.12, 0.1, 0.4, 0.4, 0.5]
    q = robot.integrate(robot.neutral, step)
    still = np.zeros(6)
    found = robot.from_actuators(
        robot.to_actuators(q, still, still).position, still, still
    ).position
    same = np.abs(robot.difference(q, found)).max(-1) < 1e-10
    assert same.all()  # the home pose's assembly mode, of the forty there may be


def test_derivatives_by_masses_and_places_are_exact(robot: lw.Robot) -> None:
    names = ("payload", "payload_height", "top_radius", "base_angle")
    assert worst_derivative(robot, "actuator_forces", names) < 1e-8


def test_legs_too_short_are_told(robot: lw.Robot) -> None:
    still = np.zeros(6)
    home = robot.to_actuators(robot.neutral, still, still).position
    lengths = np.stack([home, np.full(6, 0.2)])
    with pytest.raises(NumericalError, match="no position was found .* 'leg_1', "):
        robot.from_actuators(lengths, still, still)
    q = robot.from_actuators(lengths, still, still, on_failure="nan").position
    assert np.abs(q[0] - robot.neutral).max() < 1e-12
    assert np.isnan(q[1]).all()


def test_a_quarter_turn_is_singular(robot: lw.Robot) -> None:
    """Turned by a right angle the legs lie on lines of one complex [Hunt1983]."""
    still = np.zeros(6)
    turned = robot.integrate(robot.neutral, np.array([0, 0, 0, 0, 0, np.pi / 2]))
    q = np.stack([robot.neutral, turned])
    with pytest.raises(NumericalError, match="dead point, all together"):
        robot.actuator_forces(q, still, still)
    f = robot.actuator_forces(q, still, still, on_failure="nan")
    assert np.isfinite(f[0]).all()
    assert np.isnan(f[1]).all()
    with pytest.raises(NumericalError, match="a singular position"):
        robot.reactions(q, still, still)
    R = robot.reactions(q, still, still, on_failure="nan").array
    assert np.isfinite(R[0]).all()
    assert np.isnan(R[1]).any()
