"""Runs: recording, going on, saving, stopping early, refusing."""

from __future__ import annotations

import csv

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError, NumericalError
from linkwright.simulation import Cosine, SimulationStopped
from tests.robot.crane import crane
from tests.simulation.robots import pendulum, satellite, slider


def test_a_run_goes_on_where_it_ended() -> None:
    robot = lw.load("double-pendulum")
    words = {"tolerance": 1e-10, "method": "dormand_prince"}
    whole = lw.simulate(robot, start=[1.0, 0.2], duration=2.0, **words)
    half = lw.simulate(robot, start=[1.0, 0.2], duration=1.0, **words)
    rest = lw.simulate(robot, start=half, duration=1.0, **words)
    assert rest.t[0] == 1.0 and rest.t[-1] == 2.0
    assert np.abs(rest.q[-1] - whole.q[-1]).max() < 1e-7


def test_recording_times_are_those_asked_for() -> None:
    run = lw.simulate(slider(), [2.0], duration=1.0, samples=np.array([0.1, 0.25, 1.0]))
    np.testing.assert_array_equal(run.t, [0.0, 0.1, 0.25, 1.0])
    fixed = lw.simulate(
        slider(), [2.0], duration=1.0, samples=7, method="RK4", step=0.01
    )
    assert fixed.t[0] == 0.0 and abs(fixed.t[-1] - 1.0) < 1e-15
    np.testing.assert_allclose(fixed.q[:, 0], fixed.t**2 / 2, atol=1e-13)
    with pytest.raises(InputError, match="do not grow"):
        lw.simulate(slider(), duration=1.0, samples=np.array([0.5, 0.2]))
    with pytest.raises(InputError, match="Within the duration"):
        lw.simulate(slider(), duration=1.0, samples=np.array([0.5, 2.0]))


def test_observers_see_every_step() -> None:
    seen: list[float] = []
    run = lw.simulate(
        slider(), [2.0], duration=1.0, on_step=lambda t, q, v: seen.append(t)
    )
    assert len(seen) == run.counts.steps and seen[-1] == 1.0


def test_an_interrupted_run_is_returned_and_resumed() -> None:
    def impatient(t, q, v):
        if t > 0.5:
            raise KeyboardInterrupt

    words = {"tolerance": 1e-9, "method": "DOP853", "step": 0.02}
    start = ([1.0], [0.0])
    with pytest.warns(SimulationStopped, match="interrupted"):
        run = lw.simulate(
            pendulum(), start=start, duration=1.0, on_step=impatient, **words
        )
    assert not run.completed and 0.45 < run.t[-1] < 0.6
    rest = lw.simulate(pendulum(), start=run, duration=1.0 - run.t[-1], **words)
    whole = lw.simulate(pendulum(), start=start, duration=1.0, **words)
    assert np.abs(rest.q[-1] - whole.q[-1]).max() < 1e-6


def test_runs_are_saved(tmp_path) -> None:
    xarray = pytest.importorskip("xarray")
    robot = lw.load("double-pendulum")
    run = lw.simulate(robot, start=[1.0, 0.2], duration=0.5, samples=5)
    run.save(tmp_path / "run.csv")
    with (tmp_path / "run.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert float(rows[-1]["th2"]) == run.q[-1, 1]
    assert float(rows[2]["a.th1"]) == run.a[2, 0]
    run.save(tmp_path / "run.nc")
    with xarray.open_dataset(tmp_path / "run.nc") as found:
        np.testing.assert_array_equal(found["v"], run.v)
        np.testing.assert_array_equal(found["energy"], run.energy)
        assert found.attrs["method"] == "BDF"
    with pytest.raises(InputError, match=r"\.csv, \.nc"):
        run.save(tmp_path / "run.xls")


def test_poses_and_joints_of_a_run() -> None:
    run = lw.simulate(slider(), [2.0], duration=1.0)
    assert run.poses["hook"].position.shape == (201, 3)
    np.testing.assert_allclose(run.poses["hook"].position[:, 0], run.q[:, 0])
    np.testing.assert_array_equal(run.joint("x")["v"], run.v[:, 0])
    with pytest.raises(InputError, match="'z'"):
        run.joint("z")


def test_design_parameters_are_given_by_keyword() -> None:
    robot = crane().vary("load")
    words = {"duration": 0.3, "method": "semi_implicit_euler", "step": 1e-3}
    loads = np.array([1.0, 3.0, 9.0])
    start = np.zeros((3, robot.nq))
    many = lw.simulate(robot, start=start, load=loads, **words)
    for k, load in enumerate(loads):
        alone = lw.simulate(crane(load=f"{load} kg"), **words)
        assert np.abs(alone.q - many.q[:, k]).max() < 1e-12
    with pytest.raises(InputError, match="'lod'"):
        lw.simulate(robot, duration=1.0, lod=3.0)


def unstable(t, q, v):
    return 4e3 * q + 500.0 * v * v * v


@pytest.mark.parametrize("method", ["DOP853", "dormand_prince", "rosenbrock", "BDF"])
def test_what_explodes_stops_with_all_it_had(method: str) -> None:
    with pytest.warns(SimulationStopped, match="joint 'x'"):
        run = lw.simulate(
            slider(), unstable, start=([0.1], [0.0]), duration=5.0, method=method
        )
    assert run.stop is not None and 0.0 < run.stop.time < 5.0
    assert np.isfinite(run.q).all() and len(run.t) > 1
    assert "last good state" in run.stop.finding and run.stop.remedy


def test_a_batch_freezes_only_its_failed_members() -> None:
    q = np.array([[0.0], [0.1], [0.0]])
    with pytest.warns(SimulationStopped, match="1 of 3 members"):
        run = lw.simulate(
            slider(),
            unstable,
            start=(q, np.zeros((3, 1))),
            duration=1.0,
            method="RK4",
            step=1e-3,
        )
    assert run.stop is not None and run.stop.rows == (1,)
    assert "joint 'x' is fastest" in run.stop.finding
    assert np.isfinite(run.q).all()
    assert run.t[-1] == 1.0 and (run.q[:, [0, 2]] == 0.0).all()


@pytest.mark.parametrize(
    ("words", "finding"),
    [
        ({"duration": -1.0}, "duration is -1.0"),
        ({"method": "RK5"}, "no integrator 'RK5'"),
        ({"method": "RK4"}, "needs a step"),
        ({"method": "RK4", "step": 0.3}, "does not divide"),
        ({"tolerance": 0.0}, "tolerance is 0.0"),
        ({"start": np.zeros((2, 1))}, "one robot at a time"),
        ({"start": [0.0, 0.0]}, r"q has shape \(2,\)"),
        ({"samples": 0}, "samples is 0"),
    ],
)
def test_impossible_requests_are_refused(words, finding: str) -> None:
    with pytest.raises(InputError, match=finding):
        lw.simulate(slider(), **{"duration": 1.0, **words})


def test_impossible_starts_are_refused() -> None:
    with pytest.raises(NumericalError, match="q of 'x' is not finite"):
        lw.simulate(slider(), start=[np.nan], duration=1.0)
    bent = satellite().neutral
    bent[3:7] = [0.0, 0.0, 0.0, 2.0]
    with pytest.raises(InputError, match="quaternion of joint 'float' has length 2"):
        lw.simulate(satellite(), start=bent, duration=1.0)
    with pytest.raises(InputError, match="velocities are no coordinates"):
        lw.simulate(satellite(), lw.PD(1.0, 1.0, Cosine(0, 1, 1)), duration=1.0)
