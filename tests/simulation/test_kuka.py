"""The KUKA paper's 14 s simulation: what it costs, and a stranger's motion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the examples' own modules be found."""
    monkeypatch.syspath_prepend(str(EXAMPLES))


@pytest.fixture
def problem(examples: None) -> Any:
    import kuka_problem  # type: ignore[import-not-found]

    return kuka_problem


@pytest.mark.parametrize(
    ("tolerance", "rates", "paper", "package", "error"),
    [(1e-3, 250, 993, 1489, 2e-2), (1e-6, 700, 1924, 2583, 2e-5)],
)
def test_evaluations_stay_below_the_papers(
    problem: Any,
    tolerance: float,
    rates: int,
    paper: int,
    package: int,
    error: float,
) -> None:
    """Medians over ten tolerances; a Jacobian counts as 14 evaluations."""
    robot = lw.load("kuka-lwr4")
    exact = problem.simulated(robot, "Radau", 1e-10).q
    found = problem.medians(robot, "BDF", tolerance, exact)
    assert found["rates"] <= rates
    assert found["total"] < min(paper, package)
    assert found["error"] <= error


def test_compiled_rosenbrock_steps_are_more_exact_than_bdf(problem: Any) -> None:
    """At one tolerance; benchmarks show the time it takes, a tenth of BDF's."""
    robot = lw.load("kuka-lwr4")
    exact = problem.simulated(robot, "Radau", 1e-10).q
    for tolerance in (1e-3, 1e-6):
        errors = {
            method: np.abs(problem.simulated(robot, method, tolerance).q - exact).max()
            for method in ("rosenbrock", "BDF")
        }
        assert errors["rosenbrock"] < errors["BDF"]


def test_free_bodies_with_constraints_move_alike(problem: Any) -> None:
    """Tighter than the example's 14 s, and as far as the first joint has settled."""
    import kuka_absolute  # type: ignore[import-not-found]

    t = np.linspace(0.0, 0.4, 9)
    absolute = kuka_absolute.simulated(t, 1e-8)
    ours = lw.simulate(
        lw.load("kuka-lwr4"),
        problem.controller(),
        start=problem.START,
        duration=0.4,
        method="Radau",
        tolerance=1e-10,
        samples=t[1:],
        limits=False,
    )
    assert absolute.drift < 1e-10
    assert np.abs(absolute.q - ours.q).max() < 1e-8
    assert np.abs(absolute.v - ours.v).max() < 1e-7
    # Rates to 4e4 /s turn an error of velocity into as much more of acceleration.
    assert np.abs(absolute.a - ours.a).max() < 4e-3


def test_a_free_body_on_a_hinge_is_the_published_pendulum(examples: None) -> None:
    """IFToMM's: 1 kg at 1 m from x = -1; at 10 s (-0.275087462576, -0.961419205099)."""
    from reference_solutions.absolute_coordinates import (  # type: ignore[import-not-found]
        Assembly,
        FreeBody,
        simulate,
    )

    x, y, z = np.eye(3)
    # A ball so small that its own inertia is below rounding: the hinge is about y.
    bob = FreeBody(1.0, 1e-17 * np.eye(3), -1, 0 * x, z, y, x, -z, x)
    assembly = Assembly(
        (bob,), np.array([0.0, 0.0, -9.81]), lambda t, q, v: np.zeros_like(q)
    )
    p = np.array([[0.0, np.sin(np.pi / 4), 0.0, np.cos(np.pi / 4)]])  # z along x
    start = np.array([[-1.0, 0.0, 0.0]])
    run = simulate(assembly, start, p, np.array([0.0, 10.0]), 1e-7)
    end = np.array([-np.sin(run.q[-1, 0]), -np.cos(run.q[-1, 0])])
    np.testing.assert_allclose(end, [-0.275087462576, -0.961419205099], atol=1e-5)
