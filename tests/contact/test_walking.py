"""The quadruped of the examples on compliant feet: batches, steps, adaptive methods."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw

EXAMPLE = Path(__file__).parents[2] / "examples" / "walking_quadruped.py"
GAIT = {"stride": 0.12, "lift": 0.06, "frequency": 1.5}


@pytest.fixture(scope="module")
def walking():
    return runpy.run_path(str(EXAMPLE))


def test_a_batch_walks_as_each_of_its_robots_would(walking):
    robot = walking["walker"]()
    start = np.tile(walking["standing"](robot), (3, 1))
    start[:, 2] += [0.0, 0.01, 0.02]
    own = {"duration": 0.3, "method": "semi_implicit_euler", "step": 1e-3, "samples": 1}
    gait = walking["trot"](**GAIT)
    together = lw.simulate(robot, gait, start=start, limits=False, **own)
    assert together.completed
    alone = lw.simulate(robot, gait, start=start[1], limits=False, **own)
    assert np.array_equal(together.q[-1, 1], alone.q[-1])


@pytest.mark.full
def test_fixed_steps_come_to_what_adaptive_methods_find(walking):
    """A second of trotting, a dozen touchdowns: the error falls with the step."""
    robot = walking["walker"]()
    gait, q = walking["trot"](**GAIT), walking["standing"](robot)

    def end(method: str, **own: float) -> np.ndarray:
        run = lw.simulate(
            robot, gait, duration=1.0, start=q, method=method, limits=False, **own
        )
        assert run.completed
        return run.q[-1]

    exact = end("BDF", tolerance=1e-7)
    assert np.abs(end("rosenbrock", tolerance=1e-6) - exact).max() < 1e-4
    errors = [
        np.abs(end("semi_implicit_euler", step=step) - exact).max()
        for step in (1e-3, 2e-4, 4e-5)
    ]
    assert errors[0] < 3e-2  # m and quaternions
    assert errors[1] < errors[0] / 3
    assert errors[2] < errors[1] / 3
