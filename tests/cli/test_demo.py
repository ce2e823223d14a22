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


TABLES = (
    *("joints", "drives", "dependent_joints", "bodies", "points", "elements"),
    *("joint_forces", "actuator_loads", "reactions"),
)


def test_every_table_covers_the_five_seconds(results):
    for name in TABLES:
        columns = table(results, f"{name}.csv")
        assert all(len(column) == 1001 for column in columns.values())
        np.testing.assert_allclose(columns["t [s]"][[0, -1]], [0.0, 5.0])


def _is_position(name):
    return not name.startswith("t ") and "'" not in name


def _is_rate(name):
    return "'" in name and "''" not in name


@pytest.mark.parametrize("name", ["charmie_motion.png", "charmie_loops.png"])
def test_the_plots_are_pictures(results, name):
    assert (results / name).read_bytes()[:4] == b"\x89PNG"


def test_driving_power_is_the_change_of_energy(results):
    robot = lw.load("charmie")
    motion, drives = table(results, "joints.csv"), table(results, "drives.csv")
    loads = table(results, "actuator_loads.csv")
    q, v = (
        np.array([values for name, values in motion.items() if is_kind(name)]).T
        for is_kind in (_is_position, _is_rate)
    )
    rates = np.array([values for name, values in drives.items() if _is_rate(name)])
    power = (np.array(list(loads.values())[1:]) * rates).sum(axis=0)
    energy = robot.kinetic_energy(q, v) + robot.potential_energy(q)
    step = 0.005
    for half in (slice(0, 500), slice(501, 1001)):
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


def test_the_demo_names_its_files_and_the_largest_loads(results, capsys):
    assert main(["demo", "--out", str(results)]) == 0
    out = capsys.readouterr().out
    for name in TABLES:
        assert str(results / f"{name}.csv") in out
    loads = table(results, "actuator_loads.csv")["act5 [N]"]
    (row,) = (line.split() for line in out.splitlines() if line.startswith("act5 "))
    assert row[1] == f"{loads[np.abs(loads).argmax()]:.3f}"


def test_the_demo_names_the_largest_loads_in_the_loops(results, capsys):
    assert main(["demo", "--out", str(results)]) == 0
    out = capsys.readouterr().out.splitlines()
    reactions = table(results, "reactions.csv")
    for name in ("d4", "th5", "act5.upper", "bar_left", "spring5"):
        row = [x.split() for x in out if x.startswith(f"{name} ")][-1]
        force = np.sqrt(
            sum(reactions[f"{name} force {axis} [N]"] ** 2 for axis in "xyz")
        )
        assert row[1] == f"{force.max():.3f}"
