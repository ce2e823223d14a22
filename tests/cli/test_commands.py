"""The command's verbs: what they print, and how they end."""

import subprocess
import sys

import pytest

from linkwright.cli import main
from linkwright.robot.loading import robots
from tests.mechanisms.test_closing import four_bar

PENDULUM = """\
linkwright: 1
name: pendulum
parameters: {length: 0.8 m}
bodies:
  rod:
    mass: 2
    center_of_mass: [0, 0, -length/2]
    inertia: {solid: rod, length: length}
    points: {tip: [0, 0, -length]}
joints:
  swing: {type: revolute, parent: world, body: rod, axis: -y, limits: {lower: -1}}
"""


@pytest.fixture
def pendulum(tmp_path):
    file = tmp_path / "pendulum.yaml"
    file.write_text(PENDULUM)
    return file


AXLE = """points: {axle: [0, 0.1, 0]}
  stand: {points: {foot: [1, 0, 0]}}
elements:
  push: {type: linear_actuator, between: [foot, axle], drives: swing}"""


def test_robots_lists_every_bundled_robot_and_its_other_name(capsys):
    assert main(["robots"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = [line.split()[0] for line in lines[2:]]
    assert names == list(robots())
    (charmie,) = (line for line in lines if line.startswith("charmie-mbd"))
    assert charmie.split() == [
        *("charmie-mbd", "40", "21", "21", "7", "62.4", "yes", "charmie")
    ]


def test_inspect_shows_joints_bodies_points_and_parameters(capsys, pendulum):
    assert main(["inspect", str(pendulum)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("pendulum: 1 body, 1 joint, nq = 1, nv = 1, 2 kg")
    rows = [line.split() for line in out.splitlines()]
    assert "swing revolute world rod 0 0 0 -y -1 ..".split() in rows
    assert ["tip", "rod", "0", "0", "-0.8"] in rows
    assert ["length", "0.8", "m"] in rows


def test_inspect_finds_bundled_robots_by_name_and_alias(capsys):
    assert main(["inspect", "charmie"]) == 0
    assert "th13a2" in capsys.readouterr().out


def test_check_says_that_a_sound_file_is_sound(capsys, pendulum):
    assert main(["check", str(pendulum)]) == 0
    assert "sound" in capsys.readouterr().out


def test_check_names_line_finding_expectation_and_remedy(capsys, pendulum):
    pendulum.write_text(PENDULUM.replace("body: rod", "body: rot"))
    assert main(["check", str(pendulum)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"{pendulum}:11  ")
    for part in ("'rot'", "Bodies: rod", "Did you mean 'rod'?"):
        assert part in output.err
    assert "Traceback" not in output.err


def test_check_puts_loops_together(capsys, tmp_path):
    file = tmp_path / "four.yaml"
    sound = four_bar("revolute")
    file.write_text(sound)
    assert main(["check", str(file)]) == 0
    rocker = "dependent: true, reference: 100"
    assert rocker in sound
    file.write_text(sound.replace(rocker, "reference: 100"))
    assert main(["check", str(file)]) == 2
    err = capsys.readouterr().err
    assert "loop 'pin' cannot close" in err
    assert "Or mark the joints that follow 'dependent: true'" in err
    assert "the loops take 2 freedoms away" in err
    assert "1 of 3 velocities are dependent" in err


def test_check_refuses_dependent_joints_that_no_loop_determines(capsys, tmp_path):
    file = tmp_path / "four.yaml"
    sound = four_bar("revolute")
    crank = "axis: y, reference: -60"
    assert crank in sound
    file.write_text(sound.replace(crank, "axis: y, dependent: true, reference: -60"))
    assert main(["check", str(file)]) == 2
    assert "the loops do not determine dependent joint" in capsys.readouterr().err


def test_check_refuses_an_actuator_that_moves_nothing(capsys, tmp_path):
    file = tmp_path / "arm.yaml"
    text = PENDULUM.replace("points: {tip: [0, 0, -length]}", AXLE)
    file.write_text(
        text.replace(
            "joints:", "joints:\n  hold: {type: fixed, parent: world, body: stand}"
        )
    )
    assert main(["check", str(file)]) == 2
    assert "actuator 'push' cannot move joint 'swing'" in capsys.readouterr().err


def test_unknown_robot_ends_with_status_two_and_a_hint(capsys):
    assert main(["inspect", "hexapot"]) == 2
    assert "Did you mean 'hexapod'?" in capsys.readouterr().err


def test_wrong_use_ends_with_status_two(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["inspekt"])
    assert caught.value.code == 2
    assert "usage: linkwright" in capsys.readouterr().err


@pytest.mark.parametrize(
    "verb", ["robots", "inspect", "explain", "check", "run", "demo"]
)
def test_every_verb_explains_itself(capsys, verb):
    with pytest.raises(SystemExit) as caught:
        main([verb, "--help"])
    assert caught.value.code == 0
    assert f"usage: linkwright {verb}" in capsys.readouterr().out


def test_a_closed_pipe_is_no_error():
    command = [sys.executable, "-m", "linkwright", "inspect", "charmie"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_count_prints_operations(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "charmie", "forward_kinematics", "--chain", "6a", "12a"]) == 0
    text = capsys.readouterr().out
    assert "denavit_hartenberg" in text and "mul before" in text


def test_inspect_lists_walls_and_what_touches_them(capsys):
    main(["inspect", "impact-tree"])
    shown = capsys.readouterr().out
    rows = [line for line in shown.splitlines() if line.startswith("ring")]
    assert rows[0].split()[:6] == ["ring", "circle", "world", "inside", "radius", "2.5"]
    assert "O1, O2, O3" in rows[0]


def test_check_repeats_what_is_hardly_meant(capsys, tmp_path):
    path = tmp_path / "rod.yaml"
    wall = "shape: sphere, radius: 0.1, robot: outside, contacts: [P, Q]"
    path.write_text(
        "linkwright: 1\nname: rod\n"
        "bodies: {rod: {points: {P: [0, 0, 0], Q: [1, 0, 0]}}}\n"
        "joints: {fly: {type: free, parent: world, body: rod}}\n"
        f"walls: {{ball: {{{wall}}}}}\n"
    )
    main(["check", str(path)])
    shown = capsys.readouterr().out.splitlines()
    assert "sound" in shown[0]
    assert "points 'P' and 'Q' of body 'rod' are tested" in shown[1]
