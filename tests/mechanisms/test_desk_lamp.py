"""The desk lamp: springs that balance it, plates that never tilt."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from tests.mechanisms.parameters import worst_derivative
from tests.mechanisms.robots import mechanism, random_states

LOWER, UPPER = 1, 2
MOMENT = {LOWER: 0.6300 * 9.81, UPPER: 0.4351 * 9.81}  # N m, arms level
IDEAL = {"k_lower": MOMENT[LOWER] / (0.060 * 0.200) / 2}
IDEAL["k_upper"] = MOMENT[UPPER] / (0.055 * 0.180) / 2


@pytest.fixture(scope="module")
def robot() -> lw.Robot:
    return mechanism("desk_lamp")


def test_springs_balance_within_a_percent(robot: lw.Robot, count: int) -> None:
    q, _, _ = random_states(robot, 1, count)
    held = robot.bias_forces(q, np.zeros(4))
    for joint, moment in MOMENT.items():
        assert np.abs(held[:, joint]).max() < 0.01 * moment
    weight = robot.gravity_forces(q)  # what hands would have to hold without springs
    level = np.abs(np.cos(q[:, [LOWER, UPPER]])) > 0.5
    carried = np.abs(held[:, [LOWER, UPPER]] / weight[:, [LOWER, UPPER]])[level]
    assert carried.max() < 0.01


def test_ideal_springs_balance_exactly(robot: lw.Robot) -> None:
    q, _, _ = random_states(robot, 2, 200)
    varied = robot.vary("k_lower", "k_upper", "L0_lower")
    held = varied.bias_forces(q, np.zeros(4), **IDEAL)
    assert np.abs(held[:, [LOWER, UPPER]]).max() < 1e-12
    # Free length is no matter, as long as the pretension goes with it.
    held = varied.bias_forces(q, np.zeros(4), **IDEAL, L0_lower=0.05)
    assert np.abs(held[:, [LOWER, UPPER]]).max() < 1e-12


def test_spring_forces_are_hookes(robot: lw.Robot) -> None:
    q, v, a = random_states(robot, 3, 100)
    E = robot.elements(q, v, a)
    for name, k, high, along, angle in (
        ("lower_springs", 257.0, 0.060, 0.200, q[:, LOWER]),
        ("upper_springs", 216.0, 0.055, 0.180, q[:, UPPER]),
    ):
        square = high**2 + along**2 - 2 * high * along * np.sin(angle)
        assert np.abs(E[name].length - np.sqrt(square)).max() < 1e-14
        assert np.abs(E[name].tension - 2 * k * np.sqrt(square)).max() < 1e-10
        assert (E[name].beyond == 0.0).all()


def test_plates_never_tilt(robot: lw.Robot) -> None:
    q, _, _ = random_states(robot, 4, 200)
    pose = robot.forward_kinematics(q)
    for plate in ("elbow", "wrist"):
        off = pose[plate].rotation - pose["shoulder"].rotation
        # A flat parallelogram: roots near their ends.
        assert np.abs(off).max() < 1e-12
    expected = np.cos(q[:, LOWER]) * 0.40 + np.cos(q[:, UPPER]) * 0.38
    found = pose["wrist"].position
    reach = found[:, 0] * np.cos(q[:, 0]) + found[:, 1] * np.sin(q[:, 0])
    assert np.abs(reach - expected).max() < 1e-12


def test_compliant_sharing_stores_the_least_energy(robot: lw.Robot) -> None:
    """Nothing that a plate's two connections could exchange would store less.

    What they can: a self-stress s = (force y, torque x, torque z) at the pin, which the
    arm's joint undoes, lever arm included. Slope of the stored energy along each is 0.
    """
    q, v, a = random_states(robot, 5, 50)
    push = {"bulb": np.array([0, 4.0, 0, 0, 0, 0])}
    for plate, pin, offset in (
        ("elbow", "lower_pin", np.array([-0.035, 0.0, 0.0])),
        ("wrist", "upper_pin", np.array([0.0, 0.0, -0.035])),
    ):
        R = robot.reactions(q, v, a, external=push, expressed_in=plate)
        slopes, sizes = [], []
        for stress in np.eye(3):
            force, torque = np.array([0, stress[0], 0]), np.zeros(3)
            torque[[0, 2]] = stress[1:]
            back = -(torque + np.cross(offset, force))
            energy, size = 0.0, 0.0
            for name, f, t, c_force, c_torque in (
                (plate, -force, back, 2e-5, 3e-3),
                (pin, force, torque, 1e-4, 2e-2),
            ):
                parts = [c_force * R[name].force[:, 1] * f[1]]
                parts += [c_torque * R[name].torque[:, i] * t[i] for i in (0, 2)]
                energy = energy + sum(parts)
                size = size + sum(np.abs(part) for part in parts)
            slopes.append(energy)
            sizes.append(size)
        assert np.abs(slopes).max() < 1e-10 * np.max(sizes)
        assert np.max(sizes) > 1e-4


def test_derivatives_by_springs_and_masses_are_exact(robot: lw.Robot) -> None:
    names = ("k_lower", "k_upper", "L0_lower", "head_mass")
    assert worst_derivative(robot, "actuator_forces", names) < 1e-8
    assert worst_derivative(robot, "reactions", names) < 1e-8
