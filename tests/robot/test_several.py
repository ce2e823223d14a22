"""Several quantities of one motion from one kernel."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError, NumericalError
from tests.mechanisms.robots import mechanism, random_states

WHAT = (
    "forward_kinematics",
    "elements",
    "body_motions.bodies",
    "reactions",
    "inverse_dynamics",
    "actuator_forces",
)


@pytest.fixture(scope="module")
def robot() -> lw.Robot:
    return mechanism("charmie")


@pytest.fixture(scope="module")
def drives(robot: lw.Robot):
    return robot.to_actuators(*random_states(robot, 1, 40))


def packed(result: object) -> tuple[np.ndarray, ...]:
    """Return a result's arrays."""
    if hasattr(result, "bodies"):
        return result.bodies.array, result.points.array
    return (getattr(result, "array", result),)


@pytest.mark.parametrize("given", ["joints", "actuators"])
def test_each_is_what_its_own_function_returns(robot, drives, given: str) -> None:
    states = random_states(robot, 2, 40) if given == "joints" else drives
    found = robot.compute(WHAT, *states, given=given)
    assert list(found) == list(WHAT)
    q, v, a = states if given == "joints" else robot.from_actuators(*states)
    motions = robot.body_motions(q, v, a).bodies
    own = {
        "forward_kinematics": robot.forward_kinematics(q),
        "elements": robot.elements(q, v, a),
        "body_motions.bodies": motions,
        "reactions": robot.reactions(q, v, a),
        "inverse_dynamics": robot.inverse_dynamics(q, v, a),
        "actuator_forces": robot.actuator_forces(q, v, a),
    }
    for name, expected in own.items():
        for one, other in zip(packed(found[name]), packed(expected), strict=True):
            size = np.nanmax(np.abs(other))
            # NaN of actuators' tensions; fused otherwise, so not to the bit
            np.testing.assert_allclose(one, other, rtol=0, atol=1e-11 * size)


def test_functions_take_drives_for_joints(robot, drives) -> None:
    q, v, a = robot.from_actuators(*drives)
    pairs = (
        (
            robot.forward_kinematics(drives.position, given="actuators"),
            robot.forward_kinematics(q),
        ),
        (robot.body_motions(*drives, given="actuators"), robot.body_motions(q, v, a)),
        (robot.reactions(*drives, given="actuators"), robot.reactions(q, v, a)),
    )
    for found, expected in pairs:
        for one, other in zip(packed(found), packed(expected), strict=True):
            size = np.abs(other).max()
            np.testing.assert_allclose(one, other, rtol=0, atol=1e-11 * size)
    with pytest.raises(InputError, match="given is 'drives'"):
        robot.reactions(*drives, given="drives")


@pytest.mark.parametrize("rows", [None, 1, 5, 40])
def test_arrays_are_filled_again(robot, drives, rows: int | None) -> None:
    def part(k: int):
        if rows is None:
            return tuple(x[k] for x in drives)
        return tuple(np.roll(x, k, axis=0)[:rows] for x in drives)

    first = robot.compute(WHAT, *part(0), given="actuators")
    before = first.arrays
    expected = robot.compute(WHAT, *part(1), given="actuators")
    again = robot.compute(WHAT, *part(1), given="actuators", out=first)
    for filled, array, other in zip(before, again.arrays, expected.arrays, strict=True):
        assert filled is array
        np.testing.assert_array_equal(array, other)


@pytest.mark.parametrize("rows", [None, 4])
def test_a_few_rows_are_filled_again_by_numpy_alone(
    robot, drives, rows: int | None, monkeypatch
) -> None:
    """What takes care of shapes and threads costs more than a state's results."""
    states = tuple(x[0] if rows is None else x[:rows] for x in drives)
    out = robot.compute(WHAT, *states, given="actuators")
    out = robot.compute(WHAT, *states, given="actuators", out=out)

    def any_rows(*_: object) -> None:
        raise AssertionError("the long way was taken")

    monkeypatch.setattr("linkwright.compile.kernel.Kernel._any_rows", any_rows)
    robot.compute(WHAT, *states, given="actuators", out=out)


def test_arrays_that_do_not_fit_are_refused(robot, drives) -> None:
    few = tuple(x[:3] for x in drives)
    more = tuple(x[:4] for x in drives)
    out = robot.compute(WHAT, *few, given="actuators")
    other = robot.compute(("reactions",), *more, given="actuators")
    robot.compute(("reactions",), *few, given="actuators")
    for wrong in (out, robot.compute(("reactions",), *few, given="actuators")):
        with pytest.raises(InputError, match="out"):
            robot.compute(("reactions",), *more, given="actuators", out=wrong)
    again = robot.compute(("reactions",), *more, given="actuators", out=other)
    assert again.arrays[0] is other.arrays[0]


def test_a_row_without_an_answer_raises_when_filled_again(robot, drives) -> None:
    x, xd, xdd = (array[0].copy() for array in drives)
    out = robot.compute(WHAT, x, xd, xdd, given="actuators")
    x[robot.drive_names.index("act4")] = 0.05
    with pytest.raises(NumericalError, match="'act4' is out of reach"):
        robot.compute(WHAT, x, xd, xdd, given="actuators", out=out)


def test_what_was_not_asked_is_told(robot, drives) -> None:
    found = robot.compute(("reactions",), *drives, given="actuators")
    assert "elements" not in found
    with pytest.raises(InputError, match="'elements'"):
        found["elements"]


def test_a_cached_kernel_needs_no_assembly(monkeypatch, drives) -> None:
    """Closing the loops takes longer than loading what was compiled."""
    robot = mechanism("charmie")
    robot.compute(("reactions",), *drives, given="actuators")
    fresh = lw.load("charmie")

    def assembled(_: object) -> None:
        raise AssertionError("the loops were closed for a kernel that was cached")

    monkeypatch.setattr("linkwright.robot.assembly.assemble", assembled)
    found = fresh.compute(("reactions",), *drives, given="actuators")
    assert np.isfinite(found["reactions"].array).all()


def test_what_is_filled_again_shows_the_new_numbers(robot, drives) -> None:
    """Single numbers too, which are no views of the arrays."""
    asked = ("kinetic_energy", "actuator_forces")
    one, other = ([x[k] for x in drives] for k in (0, 1))
    found = robot.compute(asked, *one, given="actuators")
    before = found["kinetic_energy"], found["actuator_forces"].copy()
    again = robot.compute(asked, *other, given="actuators", out=found)
    again = robot.compute(asked, *other, given="actuators", out=again)
    fresh = robot.compute(asked, *other, given="actuators")
    assert again["kinetic_energy"] == fresh["kinetic_energy"] != before[0]
    np.testing.assert_array_equal(again["actuator_forces"], fresh["actuator_forces"])
