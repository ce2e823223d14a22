"""What must not change: the base far away, the batch's layout, parameters varied."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from tests.laws.random_trees import random_description, random_state, relative

FAR = (1e5, -1e5, 1e5)


@pytest.mark.parametrize("seed", range(3))
def test_dynamics_do_not_change_when_the_base_stands_far_away(seed: int) -> None:
    near = random_description(seed, 5)
    root, *others = near.joints
    moved = replace(root, at=tuple(x + d for x, d in zip(root.at, FAR, strict=True)))
    far = replace(near, joints=(moved, *others))
    here, there = lw.Robot(near), lw.Robot(far)
    q, v, a = random_state(here, seed)
    for name in ("inverse_dynamics", "forward_dynamics"):
        expected = getattr(here, name)(q, v, a)
        assert relative(getattr(there, name)(q, v, a), expected) < 1e-12
    assert relative(there.mass_matrix(q), here.mass_matrix(q)) < 1e-12
    assert relative(there.coriolis_matrix(q, v), here.coriolis_matrix(q, v)) < 1e-12
    for found, expected in zip(
        there.inverse_dynamics_derivatives(q, v, a),
        here.inverse_dynamics_derivatives(q, v, a),
        strict=True,
    ):
        assert relative(found, expected) < 1e-12


def test_a_floating_robot_far_away_keeps_its_dynamics() -> None:
    robot = lw.load("human37")
    q, v, a = random_state(robot, 1)
    moved = q.copy()
    moved[:, :3] += FAR
    tau = robot.inverse_dynamics(q, v, a)
    assert np.array_equal(robot.inverse_dynamics(moved, v, a), tau)
    here = robot.inverse_dynamics_derivatives(q, v, a)
    there = robot.inverse_dynamics_derivatives(moved, v, a)
    for found, expected in zip(there, here, strict=True):
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics"])
def test_batch_tail_thread_and_single_calls_agree_to_the_last_bit(name: str) -> None:
    robot = lw.load("arm7")
    q, v, a = random_state(robot, 2, batch=1003)
    call = getattr(robot, name)
    whole = call(q, v, a)
    assert np.array_equal(call(q, v, a, threads=2), whole)
    assert np.array_equal(
        np.array([call(*x) for x in zip(q, v, a, strict=True)]), whole
    )
    assert np.array_equal(call(q[::-1], v[::-1], a[::-1])[::-1], whole)
    assert np.array_equal(call(q[:7], v[:7], a[:7]), whole[:7])


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics"])
def test_float32_is_single_precision_of_float64(name: str) -> None:
    robot = lw.load("arm7")
    q, v, a = random_state(robot, 3, batch=100)
    wide = getattr(robot, name)(q, v, a)
    narrow = getattr(robot, name)(*(x.astype(np.float32) for x in (q, v, a)))
    assert narrow.dtype == np.float32
    # 4e-7 for inverse dynamics (decision 30); M's condition enters the other way.
    bound = {"inverse_dynamics": 4e-6, "forward_dynamics": 2e-2}[name]
    assert relative(narrow, wide) < bound


def test_quaternions_of_any_length_mean_the_same_rotation() -> None:
    robot = lw.load("human37")
    q, v, a = random_state(robot, 4)
    longer = q.copy()
    longer[:, 3:7] *= 1.7
    expected = robot.inverse_dynamics(q, v, a)
    assert relative(robot.inverse_dynamics(longer, v, a), expected) < 1e-13
