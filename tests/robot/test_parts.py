"""What a robot is made of: names, constants, limits, random states."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import body, describe, joint
from tests.robot.crane import INERTIA
from tests.robot.crane import crane as build


@pytest.fixture
def pendulum_and_charmie() -> tuple[lw.Robot, lw.Robot]:
    swing = joint("swing", "revolute", parent="world", body="rod", axis="y")
    rod = body("rod", mass=1.0, inertia=INERTIA)
    return lw.Robot(describe("pendulum", [rod], [swing])), lw.load("charmie")


def test_parts_are_named_in_the_order_of_the_file(crane) -> None:
    assert crane.name == "crane"
    assert [each.name for each in crane.joints] == ["slew", "lift", "hoist"]
    assert [each.name for each in crane.bodies] == ["mast", "arm", "hook"]
    assert crane.point_names == ("eye", "tip")
    assert [each.name for each in crane.points] == ["eye", "tip"]
    assert [each.name for each in crane.parameters] == ["boom", "half", "load"]
    assert crane.coordinate_names == crane.velocity_names == ("slew", "lift", "hoist")
    assert (crane.nq, crane.nv) == (3, 3)
    assert crane.body_row_names == ("mast", "arm", "hook")
    assert crane.joint_row_names == ("slew", "lift", "hoist")
    assert repr(crane) == "<Robot crane: 3 bodies, 3 degrees of freedom>"


def test_a_robot_counts_as_its_inventory_does(pendulum_and_charmie) -> None:
    pendulum, charmie = pendulum_and_charmie
    assert repr(pendulum) == "<Robot pendulum: 1 body, 1 degree of freedom>"
    assert repr(charmie).startswith(f"<Robot {charmie.name}: 40 bodies, 21 degrees")
    assert charmie.inventory.bodies == 40


def test_constants(crane) -> None:
    assert np.array_equal(crane.gravity, [0, 0, -9.81])
    assert crane.total_mass == 9.0
    assert np.array_equal(crane.neutral, np.zeros(3))
    pi = crane.inertial_parameters.reshape(3, 10)
    assert pi[:, 0].tolist() == [4.0, 2.0, 3.0]
    # m, m c, and the inertia about the origin: xx, xy, yy, xz, yz, zz.
    c = np.array([0.1, 0.05, -0.3])
    xx, yy, zz, xy, xz, yz = INERTIA
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    inertia += 3 * (c @ c * np.eye(3) - np.outer(c, c))
    expected = [*(3 * c), *inertia[[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]]
    assert pi[2, 1:] == pytest.approx(expected, abs=1e-15)


def test_inertial_parameters_are_what_the_regressor_multiplies(crane, motion) -> None:
    Y = crane.regressor(*motion)
    armature = np.array([0.05, 0, 0]) * motion.a
    tau = Y @ crane.inertial_parameters + armature
    assert np.abs(tau - crane.inverse_dynamics(*motion)).max() < 1e-12


def test_limits_stand_where_their_coordinates_stand(crane) -> None:
    assert crane.lower_limits.tolist() == [-2, -np.inf, -np.inf]
    assert crane.upper_limits.tolist() == [2, np.inf, np.inf]
    assert crane.velocity_limits.tolist() == [1, np.inf, np.inf]
    assert crane.effort_limits.tolist() == [90, np.inf, np.inf]


def every_joint() -> lw.Robot:
    kinds = ("free", "revolute", "spherical", "prismatic", "planar", "helical")
    more = {
        "prismatic": {"limits": {"lower": 3, "upper": 4}},
        "helical": {"pitch": 0.1},
    }
    names = ["world", *(f"b{k}" for k in range(len(kinds)))]
    return lw.Robot(
        describe(
            "all",
            [body(name, mass=1, inertia=INERTIA) for name in names[1:]],
            [
                joint(kind, kind, names[k], names[k + 1], **more.get(kind, {}))
                for k, kind in enumerate(kinds)
            ],
        )
    )


def test_random_states_are_within_limits_and_of_unit_quaternions() -> None:
    robot = every_joint()
    q = robot.random(1, 500)
    assert q.shape == (500, robot.nq)
    column = {name: q[:, k] for k, name in enumerate(robot.coordinate_names)}
    assert ((column["prismatic"] >= 3) & (column["prismatic"] <= 4)).all()
    assert (np.abs(column["revolute"]) <= np.pi).all()
    assert np.ptp(column["revolute"]) > 6 and np.ptp(column["helical"]) > 6
    assert (np.abs(column["free.px"]) <= 1).all()
    for joint_name in ("free", "spherical"):
        quaternion = np.stack([column[f"{joint_name}.{x}"] for x in "xyzw"], axis=-1)
        assert np.linalg.norm(quaternion, axis=-1) == pytest.approx(1.0)
        assert quaternion.std(axis=0) == pytest.approx(0.5, abs=0.05)  # any direction


def test_random_states_repeat_with_their_seed() -> None:
    robot = every_joint()
    assert np.array_equal(robot.random(7), robot.random(7))
    rng = np.random.default_rng(7)
    first, second = robot.random(rng), robot.random(rng)
    assert np.array_equal(first, robot.random(7))
    assert not np.array_equal(first, second)
    assert robot.random(1, (2, 3)).shape == (2, 3, robot.nq)
    assert robot.random().shape == (robot.nq,)


def test_neutral_is_zeros_and_unit_quaternions() -> None:
    robot = every_joint()
    ones = [n for n, x in zip(robot.coordinate_names, robot.neutral, strict=True) if x]
    assert ones == ["free.w", "spherical.w"]
    assert robot.lower_limits[robot.coordinate_names.index("prismatic")] == 3


@pytest.mark.parametrize(
    ("limits", "low", "high"),
    [
        ({"lower": 5}, 5, 5 + np.pi),
        ({"upper": -5}, -5 - np.pi, -5),
        ({"lower": -1}, -1, np.pi),
        ({"upper": 1}, -np.pi, 1),
    ],
)
def test_one_sided_limits_leave_room_on_the_other_side(limits, low, high) -> None:
    robot = lw.Robot(
        describe(
            "one-sided",
            [body("b", mass=1, inertia=INERTIA)],
            [joint("j", "revolute", "world", "b", limits=limits)],
        )
    )
    q = robot.random(1, 500)
    assert q.min() == pytest.approx(low, abs=0.1) and q.min() >= low
    assert q.max() == pytest.approx(high, abs=0.1) and q.max() <= high


def test_design_parameters_reach_constants() -> None:
    heavy = build(load="30 kg")
    assert heavy.total_mass == 36.0
    assert heavy.vary("load").total_mass == 36.0
