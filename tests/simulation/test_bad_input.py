"""What simulate, controllers and laws refuse: each says what was found and expected."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.simulation import Cosine, MinimumJerk
from tests.simulation.impacts.robots import ball
from tests.simulation.robots import pendulum, slider

TWO = "double-pendulum"


def nothing(t, q, v):
    q * v  # and no return


def number(t, q, v):
    return 3.0


def untraceable_number(t, q, v):
    return float(q[0])


def untraceable_nothing(t, q, v):
    float(q[0])


def untraceable_word(t, q, v):
    return "push" if q[0] > 0.0 else "pull", 0.0


def choice(t, q, v):
    return (1.0, 0.0) if q[0] > 0.0 else (0.0, 1.0)


SIMULATIONS = {
    "impacts by name": ({"impacts": "poisson"}, r"impacts is 'poisson'[\s\S]*law='po"),
    "impacts of a number": ({"impacts": 3}, "impacts is 3"),
    "misspelt impacts": (
        {"impacts": {"restitutin": 0.0}},
        r"no option of impacts 'restitutin'[\s\S]*mean 'restitution'",
    ),
    "wrong impacts": ({"impacts": {"law": "huygens"}}, "impacts have law 'huygens'"),
    "frictionless word": ({"impacts": {"friction": "no"}}, "friction of impacts"),
    "limits by name": ({"limits": "hard"}, "limits is 'hard'"),
    "limits of a number": ({"limits": 3}, "limits is 3"),
    "misspelt limits": ({"limits": {"stifness": 1}}, r"'stifness'[\s\S]*'stiffness'"),
    "soft limits of words": ({"limits": {"damping": "x"}}, "limits: damping is 'x'"),
    "negative limits": ({"limits": {"stiffness": -1.0}}, "limits: stiffness is -1"),
    "friction": ({"friction": "no"}, r"friction is 'no'[\s\S]*True or False"),
    "tolerance as a switch": ({"tolerance": True}, "tolerance is True"),
    "misspelt keyword": (
        {"tol": 1e-3},
        r"no keyword or varied design parameter 'tol'[\s\S]*mean 'tolerance'",
    ),
    "friction smoothing": ({"friction_smoothing": -1}, "friction_smoothing is -1"),
    "start by name": ({"start": "rest"}, r"'rest'[\s\S]*th1, th2[\s\S]*start=\(q, v\)"),
    "start as a list": (
        {"start": [[0.0, 0.0], [1.0, 0.0], [0.0]]},
        r"no array of numbers[\s\S]*are a tuple: start=\(q, v\)",
    ),
    "start as rows": (
        {"start": [[0.0, 0.0], [1.0, 0.0]]},
        r"one robot at a time[\s\S]*a tuple: start=\(q, v\)",
    ),
    "start too long": ({"start": [0.0] * 4}, r"\(4,\)[\s\S]*start=\(q, v\)"),
}


@pytest.mark.parametrize("case", SIMULATIONS)
def test_options_that_make_no_sense_are_refused(case: str) -> None:
    words, message = SIMULATIONS[case]
    with pytest.raises(InputError, match=message):
        lw.simulate(lw.load(TWO), duration=1.0, **words)


CONTROLLERS = {
    "gains of other length": (lambda: lw.PD([1, 2, 3], 3), "PD stiffness has 3"),
    "damping too": (lambda: lw.PD(3, [1, 2, 3]), "PD damping has 3 entries"),
    "gains by name": (lambda: lw.PD({"q1": 1}, 3), r"\{'q1': 1\}[\s\S]*velocity_names"),
    "gains of words": (lambda: lw.PD("stiff", 3), "PD stiffness is 'stiff'"),
    "gravity": (lambda: lw.PD(1, 3, gravity="yes"), "PD gravity is 'yes'"),
    "poles": (lambda: lw.ComputedTorque([1, 2, 3]), "poles has 3 entries"),
    "poles by name": (lambda: lw.ComputedTorque({"q1": 1.0}), "ComputedTorque poles"),
    "arguments": (lambda: lambda q: q, "cannot be called with t, q, v"),
    "nothing": (lambda: nothing, "returned None"),
    "one number": (lambda: number, "returned 1 joint forces"),
    "untraceable number": (lambda: untraceable_number, "returned 1 joint forces"),
    "untraceable nothing": (lambda: untraceable_nothing, "returned None"),
    "untraceable words": (lambda: untraceable_word, r"returned \('pull', 0.0\)"),
    "a word": (lambda: "pd", "the controller is 'pd'"),
    "a class": (lambda: lw.PD, r"the class PD[\s\S]*PD\(...\)"),
    "a period of 0": (lambda: lw.PD(1, 1, Cosine(0, 1, 0)), "period of a cosine is 0"),
    "no time": (lambda: lw.PD(1, 1, MinimumJerk(0, 1, -1.0)), "duration of a minimum"),
}


@pytest.mark.parametrize("case", CONTROLLERS)
def test_controllers_that_cannot_be_are_refused(case: str) -> None:
    make, message = CONTROLLERS[case]
    with pytest.raises(InputError, match=message):
        lw.simulate(lw.load(TWO), make(), duration=0.1)


def test_a_choice_in_a_compiled_method_is_explained() -> None:
    with pytest.raises(InputError, match="This method runs in compiled code"):
        lw.simulate(lw.load(TWO), choice, duration=0.1, method="rosenbrock")
    assert lw.simulate(lw.load(TWO), choice, duration=0.1).completed


def test_one_untraceable_force_may_be_a_number() -> None:
    run = lw.simulate(slider(), untraceable_number, start=[1.0], duration=0.1)
    assert run.command[0, 0] == 1.0


@pytest.mark.parametrize("value", ["much", None, float("nan"), -1.0])
def test_fields_of_actuators_are_numbers(value) -> None:
    with pytest.raises(InputError, match="an actuator's time_constant is"):
        lw.Actuator(time_constant=value)


def test_impacts_may_be_a_mapping() -> None:
    """A ball without rebound stays where it fell, one with its own 0.9 does not."""
    words = {"start": [1.0], "duration": 0.6, "method": "dormand_prince"}
    still = lw.simulate(ball(0.9), impacts={"restitution": 0.0}, **words)
    assert abs(still.v[-1, 0]) < 1e-12
    assert lw.simulate(ball(0.9), **words).v[-1, 0] > 1.0
    assert lw.simulate(ball(0.9), impacts=np.False_, **words).q[-1, 0] < -0.1


def test_only_the_same_robots_run_goes_on() -> None:
    run = lw.simulate(slider(), [1.0], duration=0.1)
    assert lw.simulate(slider(), [1.0], start=run, duration=0.1).t[-1] == 0.2
    with pytest.raises(InputError, match="the run to go on with has"):
        lw.simulate(pendulum(), start=run, duration=0.1)
    lagging = lw.Actuator(time_constant=0.1)
    with pytest.raises(InputError, match="has actuator states none"):
        lw.simulate(slider(), start=run, duration=0.1, actuators=lagging)


def test_runs_are_saved_in_folders_that_exist(tmp_path) -> None:
    run = lw.simulate(slider(), duration=0.1, samples=2)
    with pytest.raises(InputError, match=r"no folder '.*nodir' to save 'x.csv'"):
        run.save(tmp_path / "nodir" / "x.csv")


def test_only_walls_and_elements_are_added() -> None:
    for words, message in (
        ({"walls": ["floor"]}, r"walls has 'floor'[\s\S]*description.wall"),
        ({"elements": 3}, "elements is of type int"),
    ):
        with pytest.raises(InputError, match=message):
            lw.load(TWO).add(**words)


def test_friction_of_dynamics_is_a_switch() -> None:
    robot, zero = lw.load(TWO), np.zeros(2)
    with pytest.raises(InputError, match="friction is 'no'"):
        robot.inverse_dynamics(zero, zero, zero, friction="no")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="mean 'friction'"):
        robot.inverse_dynamics(zero, zero, zero, friktion=True)


def test_what_a_robot_hands_out_is_the_callers_own() -> None:
    robot = lw.load("kuka-lwr4")
    for name in (
        "neutral",
        "reference",
        "lower_limits",
        "upper_limits",
        "velocity_limits",
        "effort_limits",
        "gravity",
        "inertial_parameters",
    ):
        before = getattr(robot, name).copy()
        getattr(robot, name)[...] = 7.0
        np.testing.assert_array_equal(getattr(robot, name), before)


def test_rows_that_are_no_number_are_nan_alone() -> None:
    robot = lw.load(TWO)
    q = np.array([[0.1, 0.2], [np.nan, 0.2]])
    tau = robot.inverse_dynamics(q, 0 * q, 0 * q)
    assert np.isfinite(tau[0]).all() and np.isnan(tau[1]).any()
    assert not robot.failures("inverse_dynamics", q, 0 * q, 0 * q).any
