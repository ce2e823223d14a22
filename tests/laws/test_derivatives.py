"""Analytic derivatives against automatic ones and central differences."""

from __future__ import annotations

import numpy as np

import linkwright as lw
from tests.laws.random_trees import interpreted, random_state, relative

STEP = 1e-6


def test_inverse_dynamics_derivatives_match_automatic_ones(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 1, batch=2)
    found = robot.inverse_dynamics_derivatives(q, v, a)
    automatic = interpreted(
        robot,
        "inverse_dynamics",
        *(q, v, a),
        with_respect_to=("q", "v", "a"),
        space="tangent",
    )
    assert relative(found.by_q, automatic["tau_by_q"]) < 1e-11
    assert relative(found.by_v, automatic["tau_by_v"]) < 1e-11
    assert relative(found.by_a, automatic["tau_by_a"]) < 1e-11


def test_inverse_dynamics_derivatives_match_differences(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 2, batch=2)
    found = robot.inverse_dynamics_derivatives(q, v, a)
    e = STEP * np.eye(robot.nv)[:, None, :]
    ahead = robot.inverse_dynamics(robot.integrate(q, e), v, a)
    behind = robot.inverse_dynamics(robot.integrate(q, -e), v, a)
    expected = np.moveaxis((ahead - behind) / (2 * STEP), 0, -1)
    scale = np.abs(expected).max() + np.abs(ahead).max()
    assert np.abs(found.by_q - expected).max() / scale < 1e-7
    rate = robot.inverse_dynamics(q, v + e, a) - robot.inverse_dynamics(q, v - e, a)
    expected = np.moveaxis(rate / (2 * STEP), 0, -1)
    assert np.abs(found.by_v - expected).max() / scale < 1e-7


def test_forward_dynamics_derivatives_invert_those_of_inverse(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 3, batch=2)
    tau = robot.inverse_dynamics(q, v, a)
    forward = robot.forward_dynamics_derivatives(q, v, tau)
    inverse = robot.inverse_dynamics_derivatives(q, v, a)
    condition = np.linalg.cond(inverse.by_a).max()
    for by_forward, by_inverse in (
        (forward.by_q, inverse.by_q),
        (forward.by_v, inverse.by_v),
    ):
        expected = -np.linalg.solve(inverse.by_a, by_inverse)
        assert relative(by_forward, expected) < max(1e-14 * condition, 1e-12)
    expected = np.linalg.inv(inverse.by_a)
    assert relative(forward.by_tau, expected) < max(1e-14 * condition, 1e-12)


def test_ambient_derivatives_contract_to_tangent_ones(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 4, batch=2)
    ambient = interpreted(
        robot, "bias_forces", q, v, with_respect_to=("q",), space="ambient"
    )["tau_by_q"]
    assert ambient.shape[-1] == robot.nq
    tangent = robot.inverse_dynamics_derivatives(q, v, 0 * a).by_q
    assert relative(ambient @ robot.rate_matrix(q), tangent) < 1e-11


def test_compiled_derivatives_equal_interpreted_ones() -> None:
    robot = lw.load("double-pendulum")
    q, v, a = random_state(robot, 5, batch=9)
    found = robot.derivative("inverse_dynamics", q, v, a, with_respect_to="q")
    expected = interpreted(
        robot, "inverse_dynamics", q, v, a, with_respect_to=("q",), space="tangent"
    )
    assert relative(found.tau_by_q, expected["tau_by_q"]) < 1e-14
