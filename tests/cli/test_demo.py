"""The demo's files hold what the robot computes, and its numbers obey mechanics."""

import csv

import numpy as np
import pytest

import linkwright as lw
from linkwright.cli import main


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    pytest.importorskip("matplotlib", reason="the demo's plot needs matplotlib")
    folder = tmp_path_factory.mktemp("demo") / "out"
    assert main(["demo", "--out", str(folder)]) == 0
    return folder


def table(folder, name):
    with (folder / name).open() as file:
        rows = list(csv.reader(file))
    columns = np.array(rows[1:], dtype=float).T
    return dict(zip(rows[0], columns, strict=True))


def test_every_table_has_a_thousand_states_and_named_columns(results):
    for name in ("motion.csv", "joint_forces.csv", "points.csv", "reactions.csv"):
        columns = table(results, name)
        assert all(len(column) == 1000 for column in columns.values())
        np.testing.assert_allclose(columns["t [s]"][[0, -1]], [0.005, 5.0])


def test_the_plot_is_a_picture(results):
    assert (results / "charmie_motion.png").read_bytes()[:4] == b"\x89PNG"


def test_driving_power_is_the_change_of_energy(results):
    robot = lw.load("charmie")
    motion, forces = table(results, "motion.csv"), table(results, "joint_forces.csv")
    q, v = (
        np.array([values for name, values in motion.items() if name[:2] == kind]).T
        for kind in ("q ", "v ")
    )
    tau = np.array(list(forces.values())[1:]).T
    energy = robot.kinetic_energy(q, v) + robot.potential_energy(q)
    power = (tau * v).sum(axis=1)
    step = 0.005
    for half in (slice(0, 499), slice(500, 1000)):
        P = power[half]
        work = step * (P.sum() - (P[0] + P[-1]) / 2)
        gained = energy[half][-1] - energy[half][0]
        # The trapezoidal rule errs by h²/12 (P' at the end - P' at the start); these
        # slopes err by h/2 P'', and P'' is some tens of W/s²: h³/12 P'' < 1e-6 J.
        bend = (P[-1] - P[-2] - P[1] + P[0]) / step
        assert work - step**2 / 12 * bend == pytest.approx(gained, abs=1e-6)


def test_the_floor_carries_the_weight_and_lifts_what_rises(results):
    reactions = table(results, "reactions.csv")
    weight = lw.load("charmie").total_mass * 9.81
    up = reactions["d1 force z [N]"]
    # The upper body rises and falls by less than a fiftieth of g.
    assert np.abs(up - weight).max() < weight / 50


def test_the_demo_says_what_it_leaves_out(results, capsys):
    assert main(["demo", "--out", str(results)]) == 0
    out = capsys.readouterr().out
    assert "linear actuators close loops, which are still to come" in out
    assert str(results / "joint_forces.csv") in out
