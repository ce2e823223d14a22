"""What must not change: the base far away, the batch's layout, parameters varied."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.algorithms.reactions import ReactionChoice
from linkwright.description import Description
from tests.laws.random_trees import (
    Taste,
    interpreted,
    random_description,
    random_state,
    relative,
)

FAR = (1e5, -1e5, 1e5)


def moved_far(near: Description) -> Description:
    """Return the robot with every root's joint 100 km away.

    Places are multiples of 2^-30 m first, so that no digit of them is lost.
    """
    joints = [
        replace(joint, at=tuple(x + d for x, d in zip(joint.at, FAR, strict=True)))
        if joint.parent == "world"
        else joint
        for joint in near.joints
    ]
    return replace(near, joints=tuple(joints))


def on_a_grid(description: Description) -> Description:
    joints = [
        replace(joint, at=tuple(round(x * 2**30) / 2**30 for x in joint.at))
        for joint in description.joints
    ]
    return replace(description, joints=tuple(joints))


# What does not say where the robot stands; with its options.
EVERYWHERE = {
    "jacobian": ("q", {"point": "p1", "frame": "world_aligned"}),
    "jacobian in the body's axes": ("q", {"point": "p1", "frame": "body"}),
    "jacobian_rate": ("qv", {"point": "p1", "frame": "world_aligned"}),
    "body_motions": ("qva", {}),
    "center_of_mass_jacobian": ("q", {}),
    "center_of_mass_jacobian_rate": ("qv", {}),
    "centroidal_momentum_matrix": ("q", {}),
    "centroidal_momentum_matrix_rate": ("qv", {}),
    "momentum": ("qv", {}),
    "kinetic_energy": ("qv", {}),
    "operational_inertia": ("q", {"point": "p1", "frame": "world_aligned"}),
    "reactions": ("qva", {"choice": ReactionChoice(at="p1", expressed_in="world")}),
    "regressor": ("qva", {}),
    "gravity_forces": ("q", {}),
}


@pytest.mark.parametrize("what", EVERYWHERE)
@pytest.mark.parametrize("roots", [1, 2])
def test_nothing_changes_when_the_base_stands_far_away(what: str, roots: int) -> None:
    names, options = EVERYWHERE[what]
    taste = Taste(floating=True, coupled=False, massless=False)
    near = on_a_grid(random_description(7, 8, taste))
    if roots == 2:
        second = replace(near.joints[2], parent="world")
        near = replace(near, joints=(*near.joints[:2], second, *near.joints[3:]))
    here, there = lw.Robot(near), lw.Robot(moved_far(near))
    state = dict(zip("qva", random_state(here, 3), strict=True))
    given = [state[name] for name in names]
    quantity = what.split()[0]
    expected = interpreted(here, quantity, *given, **options)
    if roots == 1:  # the free root may move as well
        given[0] = given[0].copy()
        given[0][:, :3] += FAR
    found = interpreted(there, quantity, *given, **options)
    narrow = interpreted(there, quantity, *given, dtype=np.float32, **options)
    # Its inverse is as well known as M's condition leaves it.
    loss = 1.0
    if quantity == "operational_inertia":
        loss = np.linalg.cond(expected["Lambda"]).max()
    for name, value in expected.items():
        assert np.isfinite(value).all()
        assert relative(found[name], value) < 1e-12 * loss, name
        assert narrow[name].dtype == np.float32
        assert relative(narrow[name], value) < 2e-6 * loss, name


@pytest.mark.parametrize("seed", range(3))
def test_dynamics_do_not_change_when_the_base_stands_far_away(seed: int) -> None:
    near = random_description(seed, 5)
    here, there = lw.Robot(near), lw.Robot(moved_far(near))
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
