"""Laws of compliant contact on trees, loops and moving walls: energy, power, steps."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import element, wall
from linkwright.formats import read_text
from tests.contact import robots

SOFT = {"stiffness": 3e3, "dissipation": 0.4, "exponent": 1.5, "radius": 0.3}
STICKY = SOFT | {"friction": 0.6}


def pads(**numbers):
    """Return pads of every kind: faces, moving walls, balls."""
    return {
        "swing": [
            element("a", "hunt_crossley", point="P", wall="den", **numbers),
            element("b", "hunt_crossley", point="Q", wall="plate", **numbers),
            element("c", "hunt_crossley", point="S", wall="dome", **numbers),
            element("d", "hunt_crossley", ("Q", "tip"), second_radius=0.2, **numbers),
        ],
        "four-bar": [
            element("a", "hunt_crossley", point="M", wall="floor", **numbers),
            element("b", "hunt_crossley", ("A", "C"), second_radius=0.2, **numbers),
        ],
    }


@cache
def pressing(name: str, sticky: bool) -> lw.Robot:
    """Return a robot of these tests with pads in place of walls that bounce."""
    found = pads(**(STICKY if sticky else SOFT))[name]
    text = (robots.SWING if name == "swing" else robots.FOUR_BAR).split("walls:")[0]
    tip = "flap: {points: {tip: [0, 0.2, 0.3]},"
    text = text.replace("flap: {", f"{tip} ", 1)
    bare = lw.Robot(read_text(text))
    walls = [
        wall("den", "box", size=[2, 2, 2], robot="inside"),
        wall("plate", "plane", on="car", at=[0, 0, -0.8]) if name == "swing" else None,
        wall("dome", "sphere", radius=1.5, robot="inside"),
        wall("floor", "plane", at=[0, 0, -0.2], axis="-z"),
    ]
    return bare.add(elements=found, walls=[each for each in walls if each])


def states(name: str, seed: int):
    q, v, a = robots.states(name, seed, 40)
    return q, v, a


NAMES = ("swing", "four-bar")


@pytest.mark.parametrize("name", NAMES)
def test_forces_at_rest_are_the_energys_slope(name):
    robot = pressing(name, sticky=False)
    q, _, _ = states(name, 31)
    still = np.zeros((len(q), robot.nv))
    bare = robot.gravity_forces(q)
    forces = robot.inverse_dynamics(q, still, still) - bare
    assert (np.abs(forces).max(axis=-1) > 1.0).sum() > 20  # many of them press
    h = 1e-6
    for i in range(robot.nv):
        step = np.eye(robot.nv)[i] * h
        up, down = (
            robot.potential_energy(robot.integrate(q, s)) for s in (step, -step)
        )
        slope = (up - down) / (2 * h) - bare[:, i]
        # rounding of energies of hundreds over 2e-6, and the step's square
        assert np.abs(slope - forces[:, i]).max() < 1e-6 * (1 + np.abs(slope).max())


@pytest.mark.parametrize("name", NAMES)
def test_contacts_take_energy_and_never_give_it(name):
    """What joint forces and contacts give: less than the stored energy's rate."""
    robot = pressing(name, sticky=True)
    q, v, _ = states(name, 32)
    still = np.zeros_like(v)
    free = lw.Robot(replace(robot.description, elements=()))
    pressed = free.bias_forces(q, v) - robot.bias_forces(q, v)
    elastic = -(robot.inverse_dynamics(q, still, still) - robot.gravity_forces(q))
    loss = np.einsum("bi,bi->b", pressed - elastic, v)
    assert loss.max() < 1e-9
    assert (loss < -1e-3).sum() > 10


@pytest.mark.parametrize("name", NAMES)
def test_reactions_balance_the_joint_forces(name):
    """The drive's part of every joint's reaction is the joint force."""
    robot = pressing(name, sticky=True)
    q, v, a = states(name, 33)
    tau = robot.inverse_dynamics(q, v, a)
    found = robot.reactions(q, v, a, undetermined="nan")
    joint = "swing" if name == "swing" else "crank"
    i = robot.velocity_names.index(joint)
    torque = found[joint].torque[:, 1]
    if name == "swing":  # its flap follows the swing by -2
        torque = torque - 2.0 * found["follower"].torque[:, 0]
    assert np.abs(torque - tau[:, i]).max() < 1e-9 * (1 + np.abs(tau).max())


@pytest.mark.parametrize("name", NAMES)
def test_forces_of_a_steps_end_become_those_of_now_as_it_shrinks(name):
    robot = pressing(name, sticky=True)
    q, v, _ = states(name, 34)
    tau = np.zeros_like(v)
    kernel = robot.kernel("forward_dynamics", contact_step=True)
    now = robot.forward_dynamics(q, v, tau)
    errors = []
    for h in (1e-7, 1e-8):  # pads overlap by a metre: far stiffer than they should
        later = kernel(q, v, tau, np.array([h]))
        later = later[0] if isinstance(later, tuple) else later
        errors.append(np.abs(later - now).max() / np.abs(now).max())
    assert errors[1] < 1e-2
    assert errors[1] < 0.2 * errors[0]
