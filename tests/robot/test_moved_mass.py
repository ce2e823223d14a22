"""Robots with massless parts: what has an answer is computed, what has none refused."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import Coupling, body, describe, joint
from linkwright.errors import InputError, NumericalError

SOLID = [0.1, 0.2, 0.15]
POINT = [0.0, 0.0, 0.0]
AXIS = [2 / 7, -3 / 7, 6 / 7]


def robot_of(bodies, joints, **more) -> lw.Robot:
    return lw.Robot(describe("light", bodies, joints, **more))


def solid(name: str):
    return body(name, mass=1, inertia=SOLID, center_of_mass=[0.1, 0.2, 0.3])


def tipped(kind: str, tip, **more) -> lw.Robot:
    """Return a solid arm that carries a tip by a joint of some type."""
    return robot_of(
        [solid("arm"), tip],
        [
            joint("root", "revolute", "world", "arm", axis="y"),
            joint("wrist", kind, "arm", "tip", at=[0.3, 0.1, 0.2], **more),
        ],
    )


IMMOVABLE = {
    "massless leaf": lambda: tipped("revolute", body("tip")),
    "massless slider": lambda: tipped("prismatic", body("tip")),
    "massless ball": lambda: tipped("spherical", body("tip")),
    "point on the axis": lambda: tipped(
        "revolute", body("tip", mass=2, inertia=POINT, center_of_mass=[0, 0, 0.4])
    ),
    "point on a skew axis": lambda: tipped(
        "revolute",
        body("tip", mass=2, inertia=POINT, center_of_mass=[0.3 * x for x in AXIS]),
        axis=AXIS,
    ),
    "rod along the axis": lambda: tipped(
        "revolute", body("tip", mass=2, inertia=[0.1, 0.1, 0.0])
    ),
    "rod on a ball": lambda: tipped(
        "spherical", body("tip", mass=2, inertia=[0.1, 0.1, 0.0])
    ),
    "point on a ball": lambda: tipped(
        "spherical", body("tip", mass=2, inertia=POINT, center_of_mass=[0.1, 0, 0])
    ),
    "still follower": lambda: robot_of(
        [solid("arm"), body("tip"), body("toe")],
        [
            joint("root", "revolute", "world", "arm", axis="y"),
            joint("wrist", "revolute", "arm", "tip"),
            joint("echo", "revolute", "tip", "toe", coupled_to=Coupling("wrist", 2.0)),
        ],
    ),
}


@pytest.mark.parametrize("case", IMMOVABLE)
def test_forward_dynamics_names_the_joint_that_moves_no_mass(case: str) -> None:
    robot = IMMOVABLE[case]()
    q, v = robot.neutral, np.zeros(robot.nv)
    for call in (
        lambda: robot.forward_dynamics(q, v, v),
        lambda: robot.forward_dynamics_derivatives(q, v, v),
        lambda: robot.mass_matrix_inverse(q),
        lambda: robot.solve_mass_matrix(q, v),
        lambda: robot.operational_inertia("tip", q),
        lambda: robot.program("forward_dynamics"),
        lambda: robot.kernel("forward_dynamics"),
    ):
        with pytest.raises(NumericalError) as caught:
            call()
        assert str(caught.value) == (
            "joint 'wrist' moves no mass: no force gives it a definite acceleration\n"
            "  Forward dynamics needs mass, or an armature, beyond every joint;"
            " kinematics and inverse dynamics do not."
            "  Give body 'tip' mass that the joint moves, give the joint an armature,"
            " or lock it."
        )


def test_the_rest_of_such_a_robot_works() -> None:
    robot = IMMOVABLE["massless leaf"]()
    q, v, a = np.random.default_rng(1).normal(size=(3, 4, 2))
    tau = robot.inverse_dynamics(q, v, a)
    assert np.isfinite(tau).all() and not tau[:, 1].any()
    M = robot.mass_matrix(q)
    assert (M[:, 0, 0] > 0).all() and not M[:, 1].any()
    assert robot.jacobian("tip", q).shape == (4, 6, 2)
    assert np.isfinite(robot.body_motions(q, v, a)["tip"].velocity).all()
    assert np.isfinite(robot.kinetic_energy(q, v)).all()
    assert np.isfinite(robot.reactions(q, v, a).force).all()


def test_two_joints_that_move_the_same_mass_are_refused() -> None:
    robot = robot_of(
        [body("between"), body("weight", mass=2, inertia=POINT)],
        [
            joint("first", "prismatic", "world", "between", axis=AXIS),
            joint("second", "prismatic", "between", "weight", axis=AXIS),
        ],
    )
    with pytest.raises(NumericalError, match="joint 'first' moves no mass that"):
        robot.forward_dynamics([0.0, 0.0], [0.0, 0.0], [0.0, 0.0])


SOUND = {
    "massless in the middle": lambda: robot_of(
        [body("a"), body("b"), solid("c")],
        [
            joint("x", "prismatic", "world", "a", axis="x"),
            joint("y", "prismatic", "a", "b", axis="y"),
            joint("z", "revolute", "b", "c", axis=AXIS),
        ],
    ),
    "point mass on a pendulum": lambda: robot_of(
        [body("bob", mass=1, inertia=POINT, center_of_mass=[1, 0, 0])],
        [joint("hinge", "revolute", "world", "bob", axis="y")],
    ),
    "armature alone": lambda: robot_of(
        [body("rotor")], [joint("j", "revolute", "world", "rotor", armature=0.1)]
    ),
    "universal": lambda: tipped("universal", solid("tip"), second_axis="x"),
    "follower with mass": lambda: robot_of(
        [body("a"), solid("b")],
        [
            joint("drive", "revolute", "world", "a"),
            joint("echo", "revolute", "world", "b", coupled_to=Coupling("drive", 2.0)),
        ],
    ),
    "welded mass": lambda: robot_of(
        [body("a"), solid("b")],
        [
            joint("turn", "revolute", "world", "a"),
            joint("weld", "fixed", "a", "b", at=[0.3, 0, 0]),
        ],
    ),
    "a thin needle far off": lambda: tipped(
        "revolute",
        # 1 m long, 1 mm thick, 10 m along the axis: 1e-9 of its moment about across.
        body("tip", mass=1, inertia=[0.083, 0.083, 1.25e-7], center_of_mass=[0, 0, 10]),
    ),
}


@pytest.mark.parametrize("case", SOUND)
def test_what_moves_mass_is_not_refused(case: str) -> None:
    robot = SOUND[case]()
    q = robot.random(2)
    v, a = np.random.default_rng(3).normal(size=(2, robot.nv))
    tau = robot.inverse_dynamics(q, v, a)
    condition = np.linalg.cond(robot.mass_matrix(q))
    found = robot.forward_dynamics(q, v, tau)
    assert np.abs(found - a).max() < 1e-13 * max(condition, 10)


def test_a_varied_mass_of_zero_may_become_some() -> None:
    robot = robot_of(
        [body("bob", mass="load", inertia=POINT, center_of_mass=[1, 0, 0])],
        [joint("hinge", "revolute", "world", "bob")],
        parameters={"load": "0 kg"},
    )
    still = np.zeros(1)
    with pytest.raises(NumericalError, match="joint 'hinge' moves no mass"):
        robot.forward_dynamics(still, still, still)
    found = robot.vary("load").forward_dynamics(still, still, np.ones(1), load=[2.0])
    assert found == pytest.approx(0.5)


def test_a_robot_without_mass_is_a_kinematic_robot() -> None:
    robot = lw.load("charmie-fk")
    q = robot.random(4)
    v, a = np.random.default_rng(5).normal(size=(2, robot.nv))
    assert not robot.inverse_dynamics(q, v, a).any()
    assert not robot.mass_matrix(q).any()
    assert robot.potential_energy(q) == robot.kinetic_energy(q, v) == 0.0
    assert robot.total_mass == 0.0
    for quantity in (
        "center_of_mass",
        "center_of_mass_jacobian",
        "centroidal_momentum_matrix",
        "centroidal_momentum_matrix_rate",
        "momentum",
    ):
        with pytest.raises(NumericalError) as caught:
            robot.kernel(quantity)
        assert str(caught.value) == (
            f"{quantity}: no body of robot 'charmie-fk' has a mass\n"
            "  Without mass there is no centre of mass."
        )


def test_reactions_at_the_centre_of_mass_need_one() -> None:
    robot = IMMOVABLE["massless leaf"]()
    q = np.zeros(2)
    with pytest.raises(InputError) as caught:
        robot.reactions(q, q, q, at="center_of_mass")
    assert str(caught.value) == (
        "body 'tip' has no mass, so no centre of mass\n"
        "  Ask for reactions at='joint' or at a named point."
    )


def test_a_robot_without_freedoms_has_empty_joint_forces() -> None:
    robot = robot_of([solid("rock")], [joint("bed", "fixed", "world", "rock")])
    none = np.zeros(0)
    assert robot.inverse_dynamics(none, none, none).shape == (0,)
    assert robot.forward_dynamics(none, none, none).shape == (0,)
    assert robot.mass_matrix(none).shape == (0, 0)
    batch = np.zeros((4, 0))
    assert robot.gravity_forces(batch).shape == (4, 0)
    assert robot.forward_kinematics(batch)["rock"].position.shape == (4, 3)
    assert robot.center_of_mass(batch) == pytest.approx(
        np.full((4, 3), [0.1, 0.2, 0.3])
    )
    weight = robot.reactions(none, none, none)["bed"].force
    assert weight == pytest.approx([0, 0, 9.81])


def test_the_joint_at_fault_is_found_in_its_file(tmp_path) -> None:
    file = tmp_path / "light.yaml"
    file.write_text(
        "linkwright: 1\nname: light\nbodies: {a: {}}\njoints:\n"
        "  j: {type: revolute, parent: world, body: a}\n"
    )
    with pytest.raises(NumericalError) as caught:
        lw.load(file).forward_dynamics([0.0], [0.0], [1.0])
    assert str(caught.value).startswith(f"{file}:5  joint 'j' moves no mass:")
