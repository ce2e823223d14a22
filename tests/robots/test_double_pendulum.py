"""The bundled double pendulum moves as the textbook says."""

import numpy as np
import pytest

import linkwright as lw
from tests.references import double_pendulum


@pytest.fixture(scope="module")
def states():
    return np.random.default_rng(7).uniform(-3, 3, (3, 200, 2))


def close(found, wanted):
    # A dozen products and sums of numbers of the result's own size.
    scale = np.abs(wanted).max()
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-14 * scale)


def test_joint_torques_are_the_textbooks(states):
    q, v, a = states
    robot = lw.load("double-pendulum")
    close(robot.inverse_dynamics(q, v, a), double_pendulum.joint_torques(q, v, a))


def test_energy_is_the_textbooks(states):
    q, v, _ = states
    robot = lw.load("double-pendulum")
    total = robot.kinetic_energy(q, v) + robot.potential_energy(q)
    close(total, double_pendulum.energy(q, v))


def test_lengths_and_masses_are_parameters_at_run_time(states):
    q, v, a = states
    robot = lw.load("double-pendulum").vary("length_2", "mass_1")
    found = robot.inverse_dynamics(q, v, a, length_2=1.3, mass_1=2.5)
    close(found, double_pendulum.joint_torques(q, v, a, m1=2.5, l2=1.3))
