"""CHARMIE's springs and shared reactions against the MBD paper's own formulas.

MBD Eqs. 20–21 and 35–43, as corrected in the errata, written out in plain NumPy.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from tests.mechanisms.robots import mechanism, random_states

COUNT = 200
MM = 1e-3


@pytest.fixture(scope="module")
def robot() -> lw.Robot:
    return mechanism("charmie")


@pytest.fixture(scope="module")
def state(robot: lw.Robot) -> tuple[np.ndarray, ...]:
    return random_states(robot, 36, COUNT)


def test_spring_forces_are_the_printed_law_with_its_sign(robot, state) -> None:
    """MBD Eqs. 20, 35 (errata M16)."""
    E = robot.elements(*state)
    pose = robot.forward_kinematics(state[0])
    apart = pose["S5"].position - pose["S4"].position
    length = np.linalg.norm(apart, axis=-1)
    np.testing.assert_allclose(E["spring5"].length, length, rtol=1e-13)
    force = 1029 * (length - 0.077) + 15.1
    np.testing.assert_allclose(E["spring5"].tension, force, rtol=1e-12)


def test_the_springs_angle_is_that_of_the_cosine_law_with_a_sign(robot, state) -> None:
    """MBD Eq. 21 (errata M6): about x from body 4's z axis."""
    E = robot.elements(*state)["spring5"]
    pose = robot.forward_kinematics(state[0])
    R4 = pose["4"].rotation
    apart = np.einsum("nji,nj->ni", R4, pose["S5"].position - pose["S4"].position)
    b, one = 1.0, np.array([0.0, 0.0, 1.0])  # R_i a metre along z from S_i
    a = np.linalg.norm(apart - one, axis=-1)
    size = np.arccos((E.length**2 + b**2 - a**2) / (2 * E.length * b))
    np.testing.assert_allclose(np.abs(E.angle), size, atol=1e-7)
    np.testing.assert_allclose(np.tan(E.angle), -apart[:, 1] / apart[:, 2], rtol=1e-9)


def known_wrench(
    robot, state, body: str, carried: tuple[str, ...], center, mass, inertia
):
    """What body needs, less what the joints it carries and springs give it.

    Force, and torque about the centre of mass, in the body's axes; R_world_body.
    """
    pose = robot.forward_kinematics(state[0])
    motion = robot.body_motions(*state)[body]
    R, origin = pose[body].rotation, pose[body].position
    back = R.transpose(0, 2, 1)
    local = np.array(center)
    r = R @ local
    w, wd = motion.angular_velocity, motion.angular_acceleration
    acceleration = motion.acceleration + np.cross(wd, r)
    acceleration = acceleration + np.cross(w, np.cross(w, r))
    force = mass * (acceleration + np.array([0, 0, 9.81]))
    I_world = R @ np.array(inertia) @ back
    torque = np.einsum("nij,nj->ni", I_world, wd)
    torque = torque + np.cross(w, np.einsum("nij,nj->ni", I_world, w))
    reactions = robot.reactions(*state, expressed_in="world")
    joints = {joint.name: joint for joint in robot.joints}
    for name in carried:
        given = reactions[name]
        at = pose[joints[name].body].position
        force = force + given.force
        torque = torque + given.torque + np.cross(at - origin - r, given.force)

    def turn(x: np.ndarray) -> np.ndarray:
        return np.einsum("nij,nj->ni", back, x)

    return turn(force), turn(torque), pose, reactions, turn


def test_body_5_is_held_as_equations_36_and_38_say(robot, state) -> None:
    C = np.array([0, -5.7, 338.5]) * MM
    inertia = (
        np.array([[5.4e4, 1.2, -12], [1.2, 6.6e4, 1870], [-12, 1870, 1.3e4]]) * 1e-6
    )
    force, torque, pose, reactions, turn = known_wrench(
        robot, state, "5", ("f6a", "f6b", "f6c"), C, 2.2, inertia
    )
    spring = turn(reactions["spring5"].force)
    S5, G5 = np.array([0, -40, 85]) * MM, np.array([0, 56, 397.2]) * MM
    force = force - spring
    torque = torque - np.cross(S5 - C, spring)
    along = turn(pose["G5"].position - pose["F4"].position)
    found = []
    for f, t, u in zip(force, torque, along, strict=True):
        r_d, r_4 = G5 - C, -C
        # Eq. 36; a force f at r gives the x torque r_y f_z - r_z f_y.
        A = np.zeros((6, 6))
        A[:3, :3] = A[:3, 3:] = np.eye(3)
        A[3] = [0, -r_d[2], r_d[1], 0, -r_4[2], r_4[1]]
        A[4, 1:3] = u[2], -u[1]
        A[5, [0, 3]] = -1, 1
        f_d, f_4 = np.split(np.linalg.solve(A, [*f, t[0], 0, 0]), 2)
        rest = t - np.cross(r_d, f_d) - np.cross(r_4, f_4)
        half = np.array([0, rest[1] / 2, rest[2] / 2])  # Eq. 38
        found.append((*f_d, *half, *f_4, *half))
    asked = robot.reactions(*state)
    ours = np.concatenate([asked["act5.upper"].array, asked["th5"].array], -1)
    scale = np.abs(ours).max()
    np.testing.assert_allclose(ours, np.array(found), atol=1e-11 * scale)


def test_balancing_levers_pass_on_what_equations_40_and_41_say(robot, state) -> None:
    """The massless lever, in body 3's axes (errata M19): x, z forces and y torque."""
    pose = robot.forward_kinematics(state[0])
    back = pose["3"].rotation.transpose(0, 2, 1)

    def turn(x: np.ndarray) -> np.ndarray:
        return np.einsum("nij,nj->ni", back, x)

    reactions = robot.reactions(*state, expressed_in="world")
    for side, letter in (("right", "r"), ("left", "l")):
        pivot = pose[f"A4s{letter}a"].position
        s = turn(reactions[f"spring4_{side}"].force)  # spring on the lever
        hook = turn(pose[f"B4s{letter}b"].position - pivot)
        tip = turn(pose[f"B4s{letter}a"].position - pivot)
        bar = -turn(reactions[f"bar_{side}"].force)  # the bar on the lever
        # Torque about the pivot's y axis vanishes; the bar pushes along z alone.
        expected = (hook[:, 2] * s[:, 0] - hook[:, 0] * s[:, 2]) / tip[:, 0]
        scale = np.abs(s).max()
        np.testing.assert_allclose(bar[:, 2], expected, atol=1e-11 * scale)
        np.testing.assert_allclose(bar[:, 0], 0, atol=1e-11 * scale)
        held = turn(reactions[f"lever_{side}"].force)
        np.testing.assert_allclose(held + s + bar, 0, atol=1e-10 * scale)


def test_body_4_is_held_as_equations_42_and_43_say(robot, state) -> None:
    C = np.array([0, 21.0, 330]) * MM
    inertia = (
        np.array([[1.4e5, 29, -73], [29, 1.9e5, -2.4e4], [-73, -2.4e4, 9.1e4]]) * 1e-6
    )
    force, torque, pose, reactions, turn = known_wrench(
        robot, state, "4", ("th5",), C, 7.8, inertia
    )
    origin = pose["4"].position

    def add(name: str, at: np.ndarray, sign: float) -> None:
        nonlocal force, torque
        given = reactions[name]
        r = turn(at - origin) - C
        f, t = turn(given.force) * sign, turn(given.torque) * sign
        force = force - f
        torque = torque - t - np.cross(r, f)

    add("act5.lower", pose["F4"].position, -1.0)  # what 4 gives the actuator
    add("spring5", pose["S5"].position, -1.0)
    bars = {"right": "r", "left": "l"}
    halves = {}
    for side, letter in bars.items():
        joint = reactions[f"slider_{side}"]  # what 4 gives the bar
        at = turn(pose[f"H4s{letter}c"].position - origin) - C
        f = -turn(joint.force)
        halves[side] = -turn(joint.torque)
        force = force - f
        torque = torque - np.cross(at, f)
        torque[:, 1] -= halves[side][:, 1]
        np.testing.assert_allclose(f[:, :2], 0, atol=1e-10)
        np.testing.assert_allclose(halves[side][:, 0], 0, atol=1e-10)
    u = turn(pose["E4"].position - pose["D3"].position)
    F_d = force[:, 2] / u[:, 2]  # Eq. 42: the actuator alone lifts, along its line
    f_d = np.stack([0 * F_d, F_d * u[:, 1], F_d * u[:, 2]], -1)
    asked = robot.reactions(*state)
    scale = np.abs(asked["d4"].array).max()
    np.testing.assert_allclose(asked["act4.upper"].force, f_d, atol=1e-11 * scale)
    np.testing.assert_allclose(asked["act4.upper"].torque, 0, atol=1e-11 * scale)
    f_3 = force - f_d
    np.testing.assert_allclose(asked["d4"].force, f_3, atol=1e-11 * scale)
    E4 = np.array([0, 162.5, 383]) * MM
    rest = torque - np.cross(E4 - C, f_d) - np.cross(-C, f_3)
    mine = asked["d4"].torque
    np.testing.assert_allclose(mine[:, :2], rest[:, :2], atol=1e-10 * scale)
    np.testing.assert_allclose(mine[:, 2], 0, atol=1e-11 * scale)
    for half in halves.values():  # Eq. 43
        np.testing.assert_allclose(half[:, 2], rest[:, 2] / 2, atol=1e-10 * scale)
