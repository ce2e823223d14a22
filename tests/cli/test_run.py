"""``linkwright run``: kinematics, forces and reactions along a motion, as tables."""

import csv
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.cli import main
from tests.mechanisms.test_closing import four_bar

EXAMPLES = Path(__file__).parents[2] / "examples" / "mechanisms"
LAMP = str(EXAMPLES / "desk_lamp.yaml")

NODDING = """\
linkwright: 1
name: nodding
duration: 2 s
step: 0.1 s
drives:
  "*": {law: cosine, amplitude: 5 deg, period: 2 s}
"""


@pytest.fixture
def motion(tmp_path):
    file = tmp_path / "nodding.yaml"
    file.write_text(NODDING)
    return str(file)


def table(path):
    with path.open() as file:
        rows = list(csv.reader(file))
    columns = np.array(rows[1:], dtype=float).T
    return dict(zip(rows[0], columns, strict=True))


def run(*arguments):
    return main(["run", *map(str, arguments)])


def test_tables_hold_what_the_robot_computes(tmp_path, motion, capsys):
    out = tmp_path / "results"
    assert run(LAMP, motion, "--out", out) == 0
    assert "nodding: 21 states, t = 0 to 2 s" in capsys.readouterr().out
    robot = lw.load(LAMP)
    joints = table(out / "joints.csv")
    q, v, a = (
        np.array([joints[f"{name}{primes} [{unit}]"] for name in robot.velocity_names])
        for primes, unit in (("", "rad"), ("'", "rad/s"), ("''", "rad/s^2"))
    )
    R = robot.reactions(q.T, v.T, a.T)
    found = table(out / "reactions.csv")
    for row in R:
        for axis in range(3):
            column = f"{row.name} force {'xyz'[axis]} [N]"
            # twelve digits are written
            np.testing.assert_allclose(found[column], row.force[:, axis], 1e-9, 1e-9)
    forces = np.array(list(table(out / "joint_forces.csv").values())[1:])
    expected = robot.inverse_dynamics(q.T, v.T, a.T).T
    np.testing.assert_allclose(forces, expected, 1e-9, 1e-9)


def test_joints_written_are_a_motion_that_can_be_read(tmp_path, motion):
    first, again = tmp_path / "first", tmp_path / "again"
    assert run(LAMP, motion, "--out", first) == 0
    assert run(LAMP, first / "joints.csv", "--out", again) == 0
    for name in ("joints", "joint_forces", "reactions"):
        one, other = (table(folder / f"{name}.csv") for folder in (first, again))
        assert list(one) == list(other)
        for column in one:
            np.testing.assert_allclose(one[column], other[column], 1e-9, 1e-9)


def test_kinematics_only_compiles_and_writes_no_forces(tmp_path, motion):
    out = tmp_path / "results"
    assert run(LAMP, motion, "--kinematics-only", "--out", out) == 0
    assert (out / "bodies.csv").exists() and (out / "points.csv").exists()
    assert not (out / "reactions.csv").exists()
    assert not (out / "joint_forces.csv").exists()


def test_a_robots_own_motion_needs_no_name_and_no_masses(tmp_path, capsys):
    assert run("charmie-fk", "--out", tmp_path) == 0
    out = capsys.readouterr().out
    assert "1001 states" in out
    assert "no forces, as no body has a mass" in out
    assert (tmp_path / "drives.csv").exists()


@pytest.mark.parametrize(
    "old, new, parts",
    [
        ("2 s\nstep", "2 m\nstep", (":3", "duration", "'2 m'")),
        ("step: 0.1", "step: 0.3", (":4", "does not divide")),
        ('"*"', "uper", (":6", "'uper'", "Did you mean 'upper'?")),
        ("cosine", "cosin", (":6", "cosin", "Did you mean 'cosine'?")),
        ("period: 2 s", "speed: 2", (":6", "speed")),
        ("amplitude: 5 deg, ", "", (":6", "amplitude")),
        ("5 deg", "5 mm", (":6", "amplitude", "mm")),
    ],
)
def test_a_motion_amiss_is_told_by_its_line(tmp_path, capsys, old, new, parts):
    file = tmp_path / "m.yaml"
    assert old in NODDING
    file.write_text(NODDING.replace(old, new))
    assert run(LAMP, file, "--out", tmp_path / "results") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{file}{parts[0]}  ")
    for part in parts[1:]:
        assert part in captured.err
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(
    "content, parts",
    [
        ("t, upper\n0, 0\n0, 1\n", (":3", "t = 0 s comes after t = 0 s")),
        ("t, upper\n0, 0\n1\n", (":3", "1 cells")),
        ("t, upper\n0, 0\n1, x\n", (":3", "'x' stands where a number belongs")),
        ("t, upper [mm]\n0, 0\n1, 1\n", (":1", "'mm' measures")),
        ("upper\n0\n1\n", (":1", "no column 't'")),
        ("t, upper'\n0, 0\n1, 1\n", (":1", "upper'")),
        ("t, upper, upper\n0, 0, 0\n1, 1, 1\n", (":1", "twice")),
        ("t, uper\n0, 0\n1, 1\n", (":1", "'uper'", "Did you mean 'upper'?")),
        ("t, upper\n", (":1", "no rows")),
    ],
)
def test_a_table_amiss_is_told_by_its_line(tmp_path, capsys, content, parts):
    file = tmp_path / "m.csv"
    file.write_text(content)
    assert run(LAMP, file, "--out", tmp_path / "results") == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"{file}{parts[0]}  ")
    for part in parts[1:]:
        assert part in captured.err


def test_what_cannot_be_reached_is_told_in_time(tmp_path, capsys):
    file = tmp_path / "m.csv"
    file.write_text("t [s], act4 [mm]\n0, 400\n1, 380\n2, 60\n")
    assert run("charmie", file, "--out", tmp_path / "results") == 2
    err = capsys.readouterr().err
    assert "1 of 3 states have no answer" in err
    assert "'act4' is out of reach" in err and "at t = 2 s" in err


def test_unknown_motions_and_folders_are_told(tmp_path, capsys):
    assert run(LAMP, "charmi") == 2
    assert "Did you mean 'charmie'?" in capsys.readouterr().err
    file = tmp_path / "file"
    file.write_text("")
    assert run("charmie-fk", "--out", file) == 2
    assert "the results cannot go to" in capsys.readouterr().err


@pytest.mark.parametrize("only", [[], ["--kinematics-only"]])
def test_a_robot_without_elements_is_run(tmp_path, motion, only):
    assert run("double-pendulum", motion, "--out", tmp_path / "results", *only) == 0
    assert not (tmp_path / "results" / "elements.csv").exists()
    assert (tmp_path / "results" / "reactions.csv").exists() == (not only)


@pytest.mark.parametrize("robot", ["double-pendulum", LAMP])
def test_a_robot_without_a_motion_asks_for_one(robot, capsys):
    assert run(robot) == 2
    err = capsys.readouterr().err
    assert f"robot '{robot}' has no motion of its own" in err
    assert "Robots with one: charmie-fk" in err
    assert f"linkwright run {robot} MOTION" in err


def test_reactions_that_nothing_tells_are_nan_and_named(tmp_path, motion, capsys):
    file = tmp_path / "four.yaml"
    file.write_text(four_bar("revolute"))
    assert run(file, motion, "--out", tmp_path / "results") == 0
    notes = capsys.readouterr().out
    assert "they are NaN: crank force y; crank torque x; " in notes
    found = table(tmp_path / "results" / "reactions.csv")
    open_ = {name for name, values in found.items() if np.isnan(values).all()}
    told = lw.load(file).determinacy()
    assert len(open_) == len(told.left) == 12
    (listed,) = (line for line in notes.splitlines() if "they are NaN" in line)
    assert {name.split(" [")[0] for name in open_} == set(
        listed.partition("NaN: ")[2].split("; ")
    )
    assert all(np.isfinite(x).all() for name, x in found.items() if name not in open_)


HEAVING = """\
linkwright: 1
name: heaving
duration: 1 s
step: 0.1 s
drives:
  "leg_*": {law: minimum_jerk, end: 0.72 m}
"""


def test_legs_move_a_platform_that_floats(tmp_path, capsys):
    """Six lengths for a body with seven coordinates."""
    file = tmp_path / "heaving.yaml"
    file.write_text(HEAVING)
    assert run(EXAMPLES / "stewart.yaml", file, "--out", tmp_path) == 0
    assert "6 drives" in capsys.readouterr().out
    drives = table(tmp_path / "drives.csv")
    legs = [f"leg_{k}" for k in range(1, 7)]
    wanted = [f"{leg} [m]" for leg in legs]
    assert [name for name in drives if "'" not in name] == ["t [s]", *wanted]
    lengths = np.array([drives[name] for name in wanted])
    np.testing.assert_allclose(lengths[:, -1], 0.72, rtol=1e-11)
    assert np.ptp(lengths, axis=0).max() < 1e-11  # equal legs, so a level platform
    joints = table(tmp_path / "joints.csv")
    np.testing.assert_allclose(joints["float.w [1]"], 1.0, atol=1e-9)
    rise = np.sqrt(0.72**2 - (lengths[0, 0] ** 2 - 0.6**2)) - 0.6
    np.testing.assert_allclose(joints["float.pz [m]"][-1], rise, rtol=1e-9)
    loads = table(tmp_path / "actuator_loads.csv")
    assert list(loads) == ["t [s]", *(f"{leg} [N]" for leg in legs)]


def test_lengths_of_cylinders_are_in_metres(tmp_path):
    file = tmp_path / "m.csv"
    file.write_text("t [s], boom_left [mm]\n0, 1900\n1, 1920\n")
    assert run(EXAMPLES / "excavator.yaml", file, "--out", tmp_path) == 0
    drives = table(tmp_path / "drives.csv")
    np.testing.assert_allclose(drives["boom_left [m]"], [1.9, 1.92])
    assert {"slew [rad]", "boom_left' [m/s]", "slew' [rad/s]"} <= set(drives)


@pytest.mark.parametrize(
    ("law", "message"),
    [
        ("end: 0.72 m, begin: 1 s", "it begins when the motion is over"),
        ("end: 0.72 m, takes: 0 s", "takes: 0 s is not positive"),
    ],
)
def test_a_law_that_never_gets_there_is_told(tmp_path, capsys, law, message):
    file = tmp_path / "heaving.yaml"
    file.write_text(HEAVING.replace("end: 0.72 m", law))
    assert run(EXAMPLES / "stewart.yaml", file, "--out", tmp_path) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"{file}:6  ") and message in err


def test_lengths_beyond_their_range_are_noted(tmp_path, capsys):
    file = tmp_path / "m.csv"
    lengths = (3.9, 4.0, 4.04, 4.052, 4.053, 4.052)
    rows = "\n".join(f"{t}, {x}" for t, x in enumerate(lengths))
    file.write_text(f"t, stick_cylinder\n{rows}\n")
    assert run(EXAMPLES / "excavator.yaml", file, "--out", tmp_path) == 0
    notes = [x for x in capsys.readouterr().out.splitlines() if "longest" in x]
    assert notes == [
        "note: 'stick_cylinder' is longer than its longest length at t = 3 s to 5 s"
    ]
    beyond = table(tmp_path / "elements.csv")["stick_cylinder beyond [1]"]
    assert beyond.tolist() == [0, 0, 0, 1, 1, 1]
