"""Every integrator against motions that are known, and its order as a slope."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation.integrators import ADAPTIVE, FIXED
from tests.simulation.robots import pendulum, satellite

TURNING = np.array([0.1, -0.2, 0.3, 0.4, -0.5, 0.6, 0.3, 0.2, -0.7])


def ends(robot: lw.Robot, start: object, method: str, steps: int) -> np.ndarray:
    """Return the state after half a second in so many steps."""
    run = lw.simulate(
        robot,
        start=start,
        duration=0.5,
        method=method,
        step=0.5 / steps,
        samples=1,
    )
    return run.state


@pytest.mark.parametrize("method", FIXED)
@pytest.mark.parametrize("kind", ["double-pendulum", "satellite"])
def test_fixed_steps_converge_at_their_order(method: str, kind: str) -> None:
    robot = lw.load(kind) if kind != "satellite" else satellite()
    v = TURNING[: robot.nv] * 3.0
    start = (robot.neutral, v)
    exact = lw.simulate(
        robot,
        start=start,
        duration=0.5,
        method="dormand_prince",
        tolerance=1e-13,
        samples=1,
    ).state
    steps = np.array([40, 80, 160] if FIXED[method].order > 1 else [400, 800, 1600])
    errors = [np.abs(ends(robot, start, method, n) - exact).max() for n in steps]
    slope = -np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert abs(slope - FIXED[method].order) < 0.1


@pytest.mark.parametrize("method", ADAPTIVE)
def test_adaptive_steps_keep_their_tolerance(method: str) -> None:
    """A pendulum from the published problem: x = -1, at rest, 10 s."""
    if method in ("CVODE", "ADAMS"):
        pytest.importorskip("sksundae", reason="scikit-sundae is not installed")
    run = lw.simulate(
        pendulum(),
        start=[np.pi / 2],
        duration=10.0,
        method=method,
        tolerance=1e-8,
        samples=50,
    )
    x, z = -np.sin(run.q[-1, 0]), -np.cos(run.q[-1, 0])
    # IFToMM benchmark; multistep errors grow to some hundred tolerances in 4 swings
    np.testing.assert_allclose([x, z], [-0.275087462576, -0.961419205099], atol=2e-5)
    assert run.counts.rates > run.counts.steps > 20
    assert run.completed


@pytest.mark.parametrize("method", ["dormand_prince", "rosenbrock", "DOP853"])
def test_states_between_steps_are_as_good_as_at_their_ends(method: str) -> None:
    robot = lw.load("double-pendulum")
    both = [
        lw.simulate(
            robot,
            start=([1.0, 0.5], [0.3, -2.0]),
            duration=2.0,
            method=method,
            tolerance=tolerance,
            samples=333,
        ).q
        for tolerance in (1e-7, 1e-11)
    ]
    assert np.abs(both[0] - both[1]).max() < 2e-5  # global, of 2 s of 1e-7 a step


def test_rosenbrock_converges_at_its_order() -> None:
    """Error against mean step, over tolerances: slope 4."""
    robot = lw.load("double-pendulum")
    start = ([1.0, 0.5], [0.3, -2.0])
    words = {"start": start, "duration": 1.0, "samples": 1}
    exact = lw.simulate(robot, method="dormand_prince", tolerance=1e-13, **words).state
    steps, errors = [], []
    for tolerance in (1e-5, 1e-6, 1e-7, 1e-8):
        run = lw.simulate(robot, method="rosenbrock", tolerance=tolerance, **words)
        steps.append(run.counts.steps)
        errors.append(np.abs(run.state - exact).max())
    slope = -np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert 3.5 < slope < 5.0  # steps are no constant share of the mean


def test_batches_are_single_robots_side_by_side() -> None:
    robot = lw.load("double-pendulum")
    q = robot.random(3, 11)
    v = np.random.default_rng(4).normal(size=(11, 2))
    words = {"duration": 0.2, "method": "semi_implicit_euler", "step": 1e-3}
    together = lw.simulate(robot, start=(q, v), **words)
    assert together.q.shape == (201, 11, 2)
    for k in (0, 7, 10):
        alone = lw.simulate(robot, start=(q[k], v[k]), **words)
        np.testing.assert_array_equal(alone.q, together.q[:, k])
        np.testing.assert_array_equal(alone.v, together.v[:, k])


def test_orientations_stay_orientations() -> None:
    robot = satellite()
    v = TURNING * 5.0
    for method in FIXED:
        run = lw.simulate(
            robot, start=(robot.neutral, v), duration=2.0, method=method, step=2e-3
        )
        for quaternion in (run.q[:, 3:7], run.q[:, 7:]):
            length = np.linalg.norm(quaternion, axis=1)
            assert np.abs(length - 1.0).max() < 1e-14


@pytest.mark.parametrize("method", ["dormand_prince", "RK4", "lie_group"])
def test_free_flight_keeps_momentum_and_energy(method: str) -> None:
    robot = satellite()
    words = {"step": 1e-3} if method in FIXED else {"tolerance": 1e-11}
    run = lw.simulate(
        robot, start=(robot.neutral, TURNING), duration=1.0, method=method, **words
    )
    # weight pulls straight down: the momentum's horizontal part stays, about the
    # centre of mass all of its angular part
    momentum = robot.momentum(run.q, run.v)
    drift = np.abs(momentum[:, [0, 1, 3, 4, 5]] - momentum[0, [0, 1, 3, 4, 5]]).max()
    assert drift < 1e-9  # order 4 at 1 ms
    assert np.ptp(run.energy) < 1e-8 * np.abs(run.energy).max() + 1e-9


@pytest.mark.full
def test_dual27_keeps_its_energy_for_a_minute() -> None:
    """The lift falls freely, so gravity is switched off to keep the motion bounded."""
    from dataclasses import replace

    robot = lw.load("dual27")
    robot = lw.Robot(replace(robot.description, gravity=(0.0, 0.0, 0.0)))
    rng = np.random.default_rng(5)
    run = lw.simulate(
        robot,
        start=(robot.random(rng), 0.3 * rng.normal(size=robot.nv)),
        duration=60.0,
        method="dormand_prince",
        tolerance=1e-10,
        limits=False,
        friction=False,
    )
    energy = run.energy
    assert np.ptp(energy) <= 1e-8 * np.abs(energy).max()
