"""Derivatives by some inputs alone."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError


def test_derivatives_by_some_inputs_are_those_among_all() -> None:
    robot = lw.load("double-pendulum")
    q, v, a = np.random.default_rng(0).normal(size=(3, 5, robot.nv))
    every = robot.inverse_dynamics_derivatives(q, v, a)
    some = robot.inverse_dynamics_derivatives(q, v, a, by=("v",))
    assert list(some.matrices) == ["by_v"]
    assert np.array_equal(some.by_v, every.by_v)


def test_derivatives_by_what_is_no_input_are_refused() -> None:
    robot = lw.load("double-pendulum")
    q = np.zeros(robot.nv)
    with pytest.raises(InputError, match="input or varied parameter 'tau'"):
        robot.inverse_dynamics_derivatives(q, q, q, by=("tau",))
    with pytest.raises(InputError, match="no input is named"):
        robot.inverse_dynamics_derivatives(q, q, q, by=())


STEP = 1e-6


def rate_by_v(function, v: np.ndarray) -> np.ndarray:
    """Return central differences by each velocity, on the last axis."""
    columns = [
        (function(v + STEP * e) - function(v - STEP * e)) / (2 * STEP)
        for e in np.eye(v.shape[-1])
    ]
    return np.stack(columns, axis=-1)


def test_a_derivative_takes_the_options_of_its_quantity(crane, motion) -> None:
    q, v, a = motion
    wrench = {"external": {"tip": np.arange(6.0)}, "frame": "arm"}
    by_v = {"with_respect_to": "v"}
    found = crane.derivative("inverse_dynamics", q, v, a, friction=True, **by_v)
    expected = rate_by_v(lambda x: crane.inverse_dynamics(q, x, a, friction=True), v)
    assert np.abs(found.tau_by_v - expected).max() < 1e-6
    chosen = {"on": "predecessor", "at": "tip", "expressed_in": "arm"}
    found = crane.derivative("reactions", q, v, a, **chosen, **wrench, **by_v)
    expected = rate_by_v(
        lambda x: crane.reactions(q, x, a, **chosen, **wrench).array, v
    )
    assert np.abs(found.joints_by_v - expected).max() < 1e-6
    found = crane.derivative(
        "jacobian", q, point="tip", frame="body", with_respect_to="q"
    )
    expected = rate_by_v(lambda x: crane.jacobian("tip", x, frame="body"), q)
    assert np.abs(found.J_by_q - expected).max() < 1e-8
    found = crane.derivative(
        "center_of_mass_jacobian", q, frame="arm", with_respect_to="q"
    )
    expected = rate_by_v(lambda x: crane.center_of_mass_jacobian(x, frame="arm"), q)
    assert np.abs(found.J_by_q - expected).max() < 1e-8


def test_a_derivative_refuses_options_that_its_quantity_does_not_have(crane) -> None:
    q = np.zeros(3)
    ask = {"with_respect_to": "q"}
    with pytest.raises(InputError, match="mass_matrix has no option 'friction'"):
        crane.derivative("mass_matrix", q, friction=True, **ask)
    with pytest.raises(InputError, match="bias_forces has no option 'choice'"):
        crane.derivative("bias_forces", q, q, at="tip", **ask)
    with pytest.raises(InputError, match="mass_matrix has no option 'points'"):
        crane.derivative("mass_matrix", q, external={"tip": np.zeros(6)}, **ask)
