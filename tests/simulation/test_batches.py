"""Many arms at fixed steps, compiled, against one arm at a tight tolerance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from examples.kuka_problem import DURATION, START, controller
from linkwright.simulation import ComputedTorque, Cosine

CONTROLLERS = {
    "computed torque": ComputedTorque(10.0, Cosine(0.0, np.pi / 2, DURATION)),
    "the paper's PD": controller(),
}


@pytest.mark.parametrize("name", CONTROLLERS)
def test_arms_at_1_ms_stay_near_a_tight_reference_for_14_s(name: str) -> None:
    """The PD's damping, 4e4/s at joint 1, would blow up explicit steps at once."""
    robot = lw.load("kuka-lwr4")
    q = START + np.random.default_rng(3).uniform(-0.1, 0.1, (8, 7))
    q[0] = START
    words: dict[str, Any] = {"duration": DURATION, "samples": 28, "limits": False}
    fixed = {"method": "semi_implicit_euler", "step": 1e-3, **words}
    run = lw.simulate(robot, CONTROLLERS[name], start=q, **fixed)
    assert run.completed
    for k in (0, 3):
        exact = lw.simulate(
            robot,
            CONTROLLERS[name],
            start=q[k],
            method="rosenbrock",
            tolerance=1e-9,
            **words,
        )
        assert np.abs(run.q[:, k] - exact.q).max() < 1e-3
