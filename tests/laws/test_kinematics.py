"""Laws of motion over random trees: poses, Jacobians, configuration space."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from tests.laws.random_trees import random_state, relative

STEP = 1e-6  # of central differences: error about STEP^2 + 1e-16 / STEP


def _central(robot: lw.Robot, q, direction, function):
    ahead = function(robot.integrate(q, STEP * direction))
    behind = function(robot.integrate(q, -STEP * direction))
    return (ahead - behind) / (2 * STEP)


def test_rotations_are_rotations(robot: lw.Robot) -> None:
    q, _, _ = random_state(robot, 1)
    R = robot.forward_kinematics(q).rotation
    one = np.einsum("...ij,...kj->...ik", R, R)
    assert np.abs(one - np.eye(3)).max() < 1e-13
    assert np.abs(np.linalg.det(R) - 1).max() < 1e-13


def test_points_are_placed_by_their_bodies(robot: lw.Robot) -> None:
    q, _, _ = random_state(robot, 2)
    pose = robot.forward_kinematics(q)
    for body in robot.bodies:
        for point in body.points:
            local = np.array(point.position)
            placed = pose[body.name].position + pose[body.name].rotation @ local
            assert relative(pose[point.name].position, placed) < 1e-13


def test_velocities_are_rates_of_positions(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 3)
    motion = robot.body_motions(q, v, a)
    for name in (robot.points[-1].name, robot.bodies[-1].name):
        rate = _central(
            robot, q, v, lambda x, name=name: robot.forward_kinematics(x)[name].position
        )
        scale = np.abs(rate).max() + 1
        assert np.abs(motion[name].velocity - rate).max() / scale < 1e-8


def test_accelerations_are_rates_of_velocities(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 4)
    motion = robot.body_motions(q, v, a)
    name = robot.points[-1].name

    def velocity(time: float):
        # Second-order motion: the step's own rate of change is a.
        moved = robot.integrate(q, time * v + 0.5 * time * time * a)
        return robot.body_motions(moved, v + time * a, a)[name].velocity

    rate = (velocity(STEP) - velocity(-STEP)) / (2 * STEP)
    scale = np.abs(rate).max() + 1
    assert np.abs(motion[name].acceleration - rate).max() / scale < 1e-7


@pytest.mark.parametrize("frame", ["world_aligned", "body", "world"])
def test_jacobian_gives_velocities(robot: lw.Robot, frame: str) -> None:
    q, v, a = random_state(robot, 5)
    name, body = robot.points[-1].name, robot.bodies[-1].name
    motion, pose = robot.body_motions(q, v, a), robot.forward_kinematics(q)
    linear, angular = motion[name].velocity, motion[body].angular_velocity
    if frame == "body":
        back = np.swapaxes(pose[body].rotation, -1, -2)
        linear = np.einsum("bij,bj->bi", back, linear)
        angular = np.einsum("bij,bj->bi", back, angular)
    if frame == "world":
        linear = linear - np.cross(angular, pose[name].position)
    twist = np.einsum("bij,bj->bi", robot.jacobian(name, q, frame=frame), v)
    assert relative(twist, np.concatenate([linear, angular], -1)) < 1e-12


@pytest.mark.parametrize("frame", ["world_aligned", "body", "world"])
def test_jacobian_rate_is_its_derivative(robot: lw.Robot, frame: str) -> None:
    q, v, _ = random_state(robot, 6, batch=2)
    name = robot.points[-1].name
    rate = _central(robot, q, v, lambda x: robot.jacobian(name, x, frame=frame))
    found = robot.jacobian_rate(name, q, v, frame=frame)
    assert np.abs(found - rate).max() / (np.abs(rate).max() + 1) < 1e-7


def test_center_of_mass_moves_by_its_jacobian(robot: lw.Robot) -> None:
    q, v, _ = random_state(robot, 7)
    rate = _central(robot, q, v, robot.center_of_mass)
    found = np.einsum("bij,bj->bi", robot.center_of_mass_jacobian(q), v)
    assert np.abs(found - rate).max() / (np.abs(rate).max() + 1) < 1e-8
    linear = robot.momentum(q, v)[:, :3] / robot.total_mass
    assert relative(found, linear) < 1e-12


def test_integrate_and_difference_undo_each_other(robot: lw.Robot) -> None:
    rng = np.random.default_rng(8)
    q, q_end = robot.random(rng, 6), robot.random(rng, 6)
    step = robot.difference(q, q_end)
    reached = robot.integrate(q, step)
    again = robot.difference(q_end, reached)  # quaternions have two signs
    assert np.abs(again).max() < 1e-12 * (1 + np.abs(step).max())
    assert np.abs(robot.difference(q, q)).max() < 1e-15
    for size in (1e-12, 1e-4, 0.3):  # small turns keep their digits
        small = size * rng.normal(size=(6, robot.nv))
        back = robot.difference(q, robot.integrate(q, small))
        assert (
            np.abs(back - small).max() < 1e-15 + 1e-13 * size + 4e-16 * np.abs(q).max()
        )


def test_coordinate_rates_follow_velocities(robot: lw.Robot) -> None:
    q, v, _ = random_state(robot, 9)
    rate = _central(robot, q, v, lambda x: x)
    found = np.einsum("bij,bj->bi", robot.rate_matrix(q), v)
    assert np.abs(found - rate).max() / (np.abs(rate).max() + 1) < 1e-8


def test_integrate_derivatives_match_differences(robot: lw.Robot) -> None:
    rng = np.random.default_rng(10)
    q, step = robot.random(rng, 2), 0.4 * rng.normal(size=(2, robot.nv))
    found = robot.integrate_derivatives(q, step)
    end = robot.integrate(q, step)
    for j, e in enumerate(STEP * np.eye(robot.nv)):
        for moved, column in (
            (robot.integrate(robot.integrate(q, e), step), found.by_q[..., j]),
            (robot.integrate(q, step + e), found.by_step[..., j]),
        ):
            expected = robot.difference(end, moved) / STEP
            # One-sided: the error is of the order of STEP.
            assert np.abs(column - expected).max() < 1e-4


def test_difference_derivatives_match_differences(robot: lw.Robot) -> None:
    rng = np.random.default_rng(11)
    q = robot.random(rng, 2)
    q_end = robot.integrate(q, 0.5 * rng.normal(size=(2, robot.nv)))
    found = robot.difference_derivatives(q, q_end)
    for j, e in enumerate(STEP * np.eye(robot.nv)):
        for matrix, ahead, behind in (
            (
                found.by_start,
                robot.difference(robot.integrate(q, e), q_end),
                robot.difference(robot.integrate(q, -e), q_end),
            ),
            (
                found.by_end,
                robot.difference(q, robot.integrate(q_end, e)),
                robot.difference(q, robot.integrate(q_end, -e)),
            ),
        ):
            expected = (ahead - behind) / (2 * STEP)
            assert np.abs(matrix[..., j] - expected).max() < 1e-7
