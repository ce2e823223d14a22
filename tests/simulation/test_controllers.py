"""Controllers against the motions that their formulas promise."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.simulation import BangBang, Cosine, MinimumJerk, Spline
from linkwright.simulation.actuators import actuators_of
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.reference import reference_of
from linkwright.simulation.system import System
from tests.simulation.robots import pendulum, slider


def test_pd_on_a_rail_is_an_oscillator() -> None:
    """2 x'' = k (1 - x) - c x', underdamped."""
    k, c = 50.0, 4.0
    run = lw.simulate(
        slider(), lw.PD(k, c, [1.0]), duration=3.0, tolerance=1e-9, method="Radau"
    )
    rate, decay = np.sqrt(k / 2 - (c / 4) ** 2), c / 4
    expected = 1 - np.exp(-decay * run.t) * (
        np.cos(rate * run.t) + decay / rate * np.sin(rate * run.t)
    )
    assert np.abs(run.q[:, 0] - expected).max() < 1e-6
    np.testing.assert_allclose(run.command, k * (1 - run.q) - c * run.v, atol=1e-12)


def test_gravity_compensation_removes_the_offset() -> None:
    words = {"duration": 20.0, "start": [0.3], "tolerance": 1e-8}
    sagging = lw.simulate(pendulum(), lw.PD(20.0, 9.0, [1.0]), **words)
    exact = lw.simulate(pendulum(), lw.PD(20.0, 9.0, [1.0], gravity=True), **words)
    assert abs(sagging.q[-1, 0] - 1.0) > 0.1
    assert abs(exact.q[-1, 0] - 1.0) < 1e-6


def test_computed_torque_places_both_poles() -> None:
    """e = e0 (1 + w t) exp(-w t), whatever the robot does in between."""
    robot = lw.load("kuka-lwr4")
    law = Cosine(0.0, np.pi / 2, 14.0)
    e0 = np.array([0.1, -0.2, 0.3, 0.1, 0.2, -0.3, 0.1])
    run = lw.simulate(
        robot,
        lw.ComputedTorque(10.0, law),
        start=np.full(7, np.pi / 2) - e0,
        duration=1.0,
        method="dormand_prince",
        tolerance=1e-9,
        limits=False,
    )
    target = np.pi / 2 * np.cos(2 * np.pi * run.t / 14.0)
    error = target[:, None] - run.q
    expected = e0 * ((1 + 10 * run.t) * np.exp(-10 * run.t))[:, None]
    assert np.abs(error - expected).max() < 1e-7


def test_a_traced_function_is_the_controller_it_writes() -> None:
    robot = lw.load("double-pendulum")
    k, c = np.array([30.0, 20.0]), np.array([3.0, 2.0])

    def spring(t, q, v):
        return k * (np.array([0.5, np.sin(0.0)]) - np.sin(q)) - c * v

    runs = [
        lw.simulate(robot, spring, duration=1.0, method=method, tolerance=1e-9)
        for method in ("rosenbrock", "BDF", "DOP853")
    ]
    by_hand = k * (np.array([0.5, 0.0]) - np.sin(runs[0].q)) - c * runs[0].v
    np.testing.assert_allclose(runs[0].tau, by_hand, atol=1e-12)
    for run in runs[1:]:
        assert np.abs(run.q - runs[0].q).max() < 1e-6


def test_what_cannot_be_traced_runs_in_python_or_says_which_line() -> None:
    robot = slider()

    def bang(t, q, v):
        if q[0] > 0.5:
            return [-3.0]
        return [3.0]

    run = lw.simulate(robot, bang, duration=1.0, method="DOP853", step=1e-2)
    assert set(np.unique(run.tau)) == {-3.0, 3.0}
    with pytest.raises(InputError) as caught:
        lw.simulate(robot, bang, duration=1.0, method="RK4", step=1e-2)
    message = str(caught.value)
    assert "test_controllers.py:" in message
    assert "cannot be traced" in message and "lw.where" in message
    with pytest.raises(InputError, match="cannot be traced"):
        lw.simulate(robot, bang, duration=1.0, method="rosenbrock")


def test_a_controller_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(InputError, match="returned 3 joint forces"):
        lw.simulate(slider(), lambda t, q, v: [0.0, 1.0, 2.0], duration=1.0)
    with pytest.raises(InputError, match=r"shape \(2,\)"):
        lw.simulate(slider(), [1.0, 2.0], duration=1.0)


def test_constant_forces_accelerate() -> None:
    run = lw.simulate(slider(), [4.0], duration=2.0, method="dormand_prince")
    np.testing.assert_allclose(run.q[:, 0], run.t**2, atol=1e-9)
    np.testing.assert_allclose(run.work[-1, 0], 4.0 * 4.0, rtol=1e-6)


@pytest.mark.parametrize(
    "law",
    [
        Cosine(0.1, 0.4, 2.0, 0.3),
        BangBang(0.0, 1.5, 0.7),
        MinimumJerk(0.2, 1.0, 0.8, 0.1),
        Spline((0.0, 0.5, 0.9, 1.4), (0.0, 1.0, 0.2, 0.5)),
    ],
)
def test_laws_are_followed_and_differentiated_exactly(law) -> None:
    robot = slider()
    at = law.position(0.0)
    run = lw.simulate(
        robot,
        lw.ComputedTorque(30.0, law),
        start=([float(at)], [_rate(law)]),
        duration=1.5,
        tolerance=1e-10,
        method="DOP853",
        step=0.02,
    )
    expected = np.array([float(law.position(float(t))) for t in run.t])
    # steps across kinks of the acceleration are not aligned with them
    assert np.abs(run.q[:, 0] - expected).max() < 2e-6


def _rate(law) -> float:
    from linkwright.motions.laws import sampled

    return float(sampled(law, np.zeros(1))[1][0])


def test_a_sampled_motion_is_followed_by_every_kind_of_method() -> None:
    from linkwright.motions.trajectory import Trajectory

    robot = slider()
    t = np.linspace(0.0, 1.0, 101)
    x = np.stack([np.sin(3 * t), 3 * np.cos(3 * t), -9 * np.sin(3 * t)])[..., None]
    table = Trajectory("sine", t, "joints", *x)
    start = ([0.0], [3.0])
    for method in ("DOP853", "rosenbrock", "dormand_prince", "RK4"):
        run = lw.simulate(
            robot,
            lw.ComputedTorque(20.0, table),
            start=start,
            duration=1.0,
            method=method,
            step=0.01,
            samples=100,
        )
        assert np.abs(run.q[:, 0] - np.sin(3 * run.t)).max() < 2e-5, method


def test_a_motion_read_from_a_file_is_followed(tmp_path) -> None:
    from linkwright.motions import read_motion

    robot = slider()
    table = tmp_path / "push.csv"
    rows = [f"{t:.3f},{100 * np.sin(t):.12f}" for t in np.linspace(0, 1, 201)]
    table.write_text("\n".join(["t [s],x [mm]", *rows]))
    run = lw.simulate(
        robot,
        lw.ComputedTorque(30.0, read_motion(table, robot)),
        start=([0.0], [0.1]),
        duration=1.0,
        method="DOP853",
        step=0.01,
    )
    # rates and accelerations are differences of 5 ms samples
    assert np.abs(run.q[:, 0] - 0.1 * np.sin(run.t)).max() < 1e-5


@pytest.mark.parametrize("kind", ["kuka-lwr4", "quadruped", "charmie-mbd"])
def test_jacobians_of_the_right_hand_side_are_exact(kind: str) -> None:
    robot = lw.load(kind)
    reference = None if robot.nq != robot.nv else 0.3
    controller = None
    if robot.nq == robot.nv:
        controller = lw.PD(40.0, 5.0, [reference] * robot.nq)
    system = System(
        robot,
        controller,
        reference_of(robot, [0.3] * robot.nq) if controller else reference_of_none(),
        actuators_of(robot, None),
    )
    kernels = Kernels(system, {})
    rates, slope = kernels.call(kernels.rates), kernels.call(kernels.jacobian)
    rng = np.random.default_rng(6)
    q = robot.reference + 0.01 * (0.5 - rng.random(robot.nq))
    if robot.nq != robot.nv:
        q = robot.random(rng)
    x = np.concatenate([q, rng.normal(size=robot.nv)])
    found = slope(0.2, x)
    step = 1e-6
    for k in rng.permutation(len(x))[:12]:
        ahead, behind = x.copy(), x.copy()
        ahead[k] += step
        behind[k] -= step
        column = (rates(0.2, ahead) - rates(0.2, behind)) / (2 * step)
        scale = np.abs(column).max() + np.abs(rates(0.2, x)).max()
        # central differences: step^2 f''' + rounding / step
        assert np.abs(found[:, k] - column).max() < 1e-7 * scale


def reference_of_none():
    from linkwright.simulation.reference import ByLaws

    return ByLaws(())
