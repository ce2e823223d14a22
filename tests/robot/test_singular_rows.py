"""Rows in which some joint happens to move no mass: NaN and a status."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import body, describe, joint
from linkwright.errors import NumericalError
from linkwright.robot.certain_mass import certainly_moves_mass

REASON = "some joint moves no mass, or negative mass, so M is not definite"
POINT = [0.0, 0.0, 0.0]
ROW = np.array([0.3, 0.7])
CALLS = {
    "forward_dynamics": lambda r, q, **more: r.forward_dynamics(q, ROW, ROW, **more),
    "mass_matrix_inverse": lambda r, q, **more: r.mass_matrix_inverse(q, **more),
    "solve_mass_matrix": lambda r, q, **more: r.solve_mass_matrix(q, ROW, **more),
    "forward_dynamics_derivatives": lambda r, q, **more: (
        r.forward_dynamics_derivatives(q, ROW, ROW, **more).by_q
    ),
}


@pytest.fixture(scope="module")
def polar() -> lw.Robot:
    """A point mass that stands on the yaw axis where the pitch is zero."""
    bob = body("bob", mass="load", inertia=POINT, center_of_mass=[0, 0, -1])
    joints = [
        joint("yaw", "revolute", "world", "post"),
        joint("pitch", "revolute", "post", "bob", axis="y"),
    ]
    parameters = {"load": "1 kg"}
    return lw.Robot(
        describe("polar", [body("post"), bob], joints, parameters=parameters)
    )


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("pitch", [0.0, 1e-9, 1e-8, np.pi])
def test_a_mass_on_the_axis_raises_or_gives_nan(
    polar: lw.Robot, call: str, pitch: float
) -> None:
    q = np.array([[0.3, 0.9], [0.3, pitch], [np.nan, 0.9]])
    with pytest.raises(NumericalError) as caught:
        CALLS[call](polar, q)
    assert str(caught.value) == (
        f"{call}  1 of 3 rows failed: row 1: {REASON}\n"
        '  on_failure="nan" returns NaN in such rows instead.'
    )
    found = CALLS[call](polar, q, on_failure="nan")
    assert np.isfinite(found[0]).all() and np.isnan(found[1:]).all()
    with pytest.raises(NumericalError, match=REASON):  # one state, and in float32
        CALLS[call](polar, q[1])
    with pytest.raises(NumericalError, match=REASON):
        polar.forward_dynamics(*(np.float32([x, x]) for x in (0.0, 1.0, 1.0)))


@pytest.mark.parametrize("call", CALLS)
def test_a_varied_mass_of_zero_or_less_raises_or_gives_nan(
    polar: lw.Robot, call: str
) -> None:
    robot, q = polar.vary("load"), np.array([0.3, 0.9])
    loads = np.array([2.0, 0.0, -1.0])
    with pytest.raises(NumericalError, match=f"2 of 3 rows failed: row 1: {REASON}"):
        CALLS[call](robot, q, load=loads)
    found = CALLS[call](robot, q, load=loads, on_failure="nan")
    assert np.isfinite(found[0]).all() and np.isnan(found[1:]).all()


def test_out_takes_the_packed_array_of_a_kernel_with_status(polar: lw.Robot) -> None:
    q = np.array([[0.3, 0.9], [0.1, -0.4]])
    out = np.empty((2, 2))
    assert polar.forward_dynamics(q, ROW, ROW, out=out) is out
    assert np.array_equal(out, polar.forward_dynamics(q, ROW, ROW))


def test_gimbal_lock_of_a_spherical_joint_is_a_singular_row() -> None:
    bob = body("bob", mass=1, inertia=[0.1, 0.2, 0.15])
    ball = joint("ball", "spherical", "world", "bob", coordinates="zxz")
    robot = lw.Robot(describe("euler", [bob], [ball]))
    rows = np.array([[0.1, 0.0, 0.2], [0.1, 1.0, 0.2]])
    found = robot.forward_dynamics(rows, rows, rows, on_failure="nan")
    assert np.isnan(found[0]).all() and np.isfinite(found[1]).all()


def test_derivatives_of_singular_rows_raise_too(polar: lw.Robot) -> None:
    ask = {"with_respect_to": "tau"}
    found = polar.derivative("forward_dynamics", [0.3, 0.9], ROW, ROW, **ask)
    assert list(found.matrices) == ["a_by_tau"]
    with pytest.raises(NumericalError, match=REASON):
        polar.derivative("forward_dynamics", [0.3, 0.0], ROW, ROW, **ask)


def test_solid_robots_pay_nothing_for_it() -> None:
    for name in lw.robots():
        robot = lw.load(name)
        if not name.startswith("charmie"):  # whose loops have their own forces
            assert certainly_moves_mass(robot.model)
    robot = lw.load("arm-2")
    names = [name for name, _ in robot.kernel("forward_dynamics").results]
    assert names == ["a"]
    robot.forward_dynamics(ROW, ROW, ROW)
    assert "forward_dynamics" in robot._quick


def solid(name: str):
    return body(name, mass=1, inertia=[0.1, 0.2, 0.15], center_of_mass=[0.1, 0, 0.3])


def through_massless(*kinds: tuple[str, str]) -> lw.Robot:
    """Return a solid body on joints in a row, nothing but massless bodies between."""
    names = ["world", *(f"b{k}" for k in range(len(kinds) - 1)), "tool"]
    bodies = [body(name) for name in names[1:-1]] + [solid("tool")]
    joints = [
        joint(f"j{k}", kind, names[k], names[k + 1], axis=axis, at=[0.1, 0.2, 0.3])
        for k, (kind, axis) in enumerate(kinds)
    ]
    return lw.Robot(describe("row", bodies, joints))


R, P = "revolute", "prismatic"
CERTAIN = {
    "turns across": ([(R, "z"), (R, "y")], True),
    "turns side by side": ([(R, "z"), (R, "z")], True),
    "slides, then a turn": ([(P, "x"), (P, "y"), (R, "z")], True),
    "a turn, then slides": ([(R, "z"), (P, "x"), (P, "y")], True),
    "three turns": ([(R, "z"), (R, "y"), (R, "x")], False),
    "a turn between slides": ([(P, "x"), (R, "z"), (P, "x")], False),
    "slides in a plane": ([(P, "x"), (P, "y"), (P, "x")], False),
}


@pytest.mark.parametrize("case", CERTAIN)
def test_massless_bodies_between_joints_are_judged_by_their_axes(case: str) -> None:
    kinds, certain = CERTAIN[case]
    assert certainly_moves_mass(through_massless(*kinds).model) == certain
