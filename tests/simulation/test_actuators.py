"""Actuators, soft stops, friction and loads on a rail, against hand calculations."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from tests.simulation.robots import pendulum, slider

MASS = 2.0


def test_a_lag_delays_the_force() -> None:
    """f = u (1 - exp(-t/T)), so v = (u/m) (t - T (1 - exp(-t/T)))."""
    T, u = 0.2, 6.0
    run = lw.simulate(
        slider(),
        [u],
        duration=1.0,
        tolerance=1e-10,
        method="DOP853",
        actuators=lw.Actuator(time_constant=T),
    )
    decayed = np.exp(-run.t / T)
    np.testing.assert_allclose(run.tau[:, 0], u * (1 - decayed), atol=1e-8)
    expected = u / MASS * (run.t - T * (1 - decayed))
    np.testing.assert_allclose(run.v[:, 0], expected, atol=1e-8)
    assert run.z_names == ("x.force",)


def test_saturation_limits_the_force() -> None:
    run = lw.simulate(
        slider(),
        [100.0],
        duration=1.0,
        method="dormand_prince",
        actuators={"x": lw.Actuator(limit=4.0)},
    )
    np.testing.assert_allclose(run.v[:, 0], 4.0 / MASS * run.t, atol=1e-8)
    assert (run.command == 100.0).all() and (run.tau == 4.0).all()


def test_a_rotor_counts_by_the_square_of_its_gears() -> None:
    run = lw.simulate(
        slider(),
        [4.0],
        duration=1.0,
        method="rosenbrock",
        actuators=lw.Actuator(gear_ratio=50.0, rotor_inertia=1e-3),
    )
    np.testing.assert_allclose(run.a[:, 0], 4.0 / (MASS + 2.5), rtol=1e-12)


def test_an_elastic_transmission_swings_between_rotor_and_load() -> None:
    """Two masses and a spring: the reduced mass swings, their centre accelerates."""
    rotor, k, u = 3.0, 200.0, 5.0
    elastic = lw.Actuator(rotor_inertia=rotor, stiffness=k)
    run = lw.simulate(
        slider(),
        [u],
        duration=2.0,
        tolerance=1e-10,
        method="dormand_prince",
        actuators=elastic,
    )
    total, reduced = MASS + rotor, MASS * rotor / (MASS + rotor)
    rate = np.sqrt(k / reduced)
    stretch = u * reduced / (rotor * k) * (1 - np.cos(rate * run.t))
    center = u / total * run.t**2 / 2
    np.testing.assert_allclose(run.q[:, 0], center - rotor / total * stretch, atol=1e-7)
    np.testing.assert_allclose(run.tau[:, 0], k * stretch, atol=1e-6)


@pytest.mark.parametrize("method", ["semi_implicit_euler", "RK4", "lie_group"])
def test_fixed_steps_carry_actuator_states(method: str) -> None:
    lagging = lw.Actuator(
        time_constant=1e-5 if method == "semi_implicit_euler" else 0.05,
        rotor_inertia=0.5,
        stiffness=300.0,
        damping=2.0,
    )
    words = {"duration": 1.0, "actuators": lagging}
    run = lw.simulate(slider(), [5.0], method=method, step=5e-4, **words)
    exact = lw.simulate(slider(), [5.0], method="Radau", tolerance=1e-9, **words)
    bound = 5e-3 if method == "semi_implicit_euler" else 1e-7
    assert np.abs(run.q[-1] - exact.q[-1]).max() < bound


def test_soft_stops_hold_and_give_back() -> None:
    robot = slider(limits={"lower": -0.5, "upper": 0.5})
    run = lw.simulate(robot, [10.0], duration=3.0, method="rosenbrock")
    # at rest against the stop, which its own force compresses a little
    assert 0.5 < run.q[-1, 0] < 0.501 and abs(run.v[-1, 0]) < 1e-6
    free = lw.simulate(robot, [10.0], duration=3.0, limits=False)
    assert free.q[-1, 0] > 20.0
    stiff = lw.simulate(
        robot,
        start=([0.0], [2.0]),
        duration=0.6,
        limits={"stiffness": 8e3, "damping": 0},
    )
    # no damping: it comes back as fast as it went, half a swing later
    swing = np.pi * np.sqrt(MASS / 8e3)
    assert abs(stiff.v[-1, 0] + 2.0) < 1e-3
    expected = 0.5 - 2.0 * (0.6 - 0.25 - swing)
    assert abs(stiff.q[-1, 0] - expected) < 1e-3


def test_friction_brakes_to_rest() -> None:
    """Coulomb: from 1 m/s with 3 N on 2 kg, rest after 2/3 s and 1/3 m."""
    robot = slider(friction=3.0)
    run = lw.simulate(robot, start=([0.0], [1.0]), duration=1.0, method="LSODA")
    assert abs(run.q[-1, 0] - 1 / 3) < 2e-3  # smooth below 1 mm/s
    assert abs(run.v[-1, 0]) < 1e-4
    sliding = lw.simulate(
        robot, start=([0.0], [1.0]), duration=1.0, friction=False, method="LSODA"
    )
    np.testing.assert_allclose(sliding.q[:, 0], sliding.t, atol=1e-9)
    viscous = slider(damping=4.0)
    run = lw.simulate(viscous, start=([0.0], [1.0]), duration=1.0, tolerance=1e-9)
    np.testing.assert_allclose(run.v[:, 0], np.exp(-2.0 * run.t), atol=1e-6)


def test_loads_push_points_over_time() -> None:
    run = lw.simulate(
        slider(),
        duration=2.0,
        method="dormand_prince",
        tolerance=1e-9,
        loads={"hook": lambda t: [6.0 * np.cos(t), 0, 50.0, 0, 0, 0]},
    )
    np.testing.assert_allclose(run.q[:, 0], 3.0 * (1 - np.cos(run.t)), atol=1e-7)
    steady = lw.simulate(slider(), duration=1.0, loads={"cart": [2.0, 0, 0, 0, 0, 0]})
    np.testing.assert_allclose(steady.a[:, 0], 1.0, rtol=1e-12)


def test_energy_changes_by_the_work_of_actuators() -> None:
    run = lw.simulate(
        pendulum(),
        lw.PD(8.0, 0.5, [1.2]),
        duration=2.0,
        tolerance=1e-10,
        method="DOP853",
        samples=2000,
    )
    given = run.work.sum(axis=-1)
    # the integral of a cubic spline through 2000 samples
    assert np.abs(run.energy - run.energy[0] - given).max() < 1e-7


@pytest.mark.parametrize(
    ("words", "finding"),
    [
        ({"limit": -1.0}, "limit is -1.0"),
        ({"stiffness": 10.0}, "no rotor inertia"),
        ({"time_constant": -0.1}, "time_constant is -0.1"),
    ],
)
def test_impossible_actuators_are_refused(words, finding: str) -> None:
    with pytest.raises(InputError, match=finding):
        lw.Actuator(**words)


def test_actuators_and_loads_of_nothing_are_refused() -> None:
    with pytest.raises(InputError, match="'y'"):
        lw.simulate(slider(), duration=1.0, actuators={"y": lw.Actuator()})
    with pytest.raises(InputError, match="'hok'.*\n.*Did you mean 'hook'"):
        lw.simulate(slider(), duration=1.0, loads={"hok": [0] * 6})
    with pytest.raises(InputError, match="3 entries"):
        lw.simulate(slider(), duration=1.0, loads={"hook": [0] * 3})
