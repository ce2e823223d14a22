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
