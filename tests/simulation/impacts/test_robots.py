"""Robots whose motion nobody writes down, held to the laws that walls leave alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.simulation.impacts.robots import (
    box,
    chain_in_a_sphere,
    double_pendulum_in_a_box,
    quadruped_on_a_floor,
)


def moved(robot: lw.Robot, start: Any, duration: float, **words: Any) -> lw.Run:
    """Return a run with every step kept."""
    words = {"tolerance": 1e-10, "samples": 100, **words}
    return lw.simulate(
        robot,
        start=start,
        duration=duration,
        method="dormand_prince",
        dense=True,
        **words,
    )


def penetration(run: lw.Run) -> float:
    """Return the least gap at 20 places of each step [m]."""
    x = np.concatenate(
        [step.interpolate(np.linspace(step.begin, step.end, 20)) for step in run.steps]
    )
    return float(run.robot.gaps(x[:, : run.robot.nq]).min())


def test_double_pendulum_bounces_in_its_box_without_loss() -> None:
    robot = double_pendulum_in_a_box()
    start = [-0.5, 2.9]
    run = moved(robot, start, 3.0, tolerance=1e-12)
    assert len(run.events) == 4
    assert np.abs(run.energy - run.energy[0]).max() < 1e-9
    assert penetration(run) > -1e-11
    coarse = moved(robot, start, 3.0)
    for one, other in zip(run.events, coarse.events, strict=True):
        assert one.points == other.points
        assert abs(one.time - other.time) < 1e-7  # chaos multiplies 1e-10
    for event in run.events:  # hinges take no torque, and what the wall gives
        loads = event.joint_impulses
        assert np.abs([loads["a"].torque[2], loads["b"].torque[2]]).max() < 1e-12


@pytest.mark.parametrize("restitution", [1.0, 0.3])
def test_chain_keeps_its_spin_about_the_vertical_in_a_sphere(
    restitution: float,
) -> None:
    """Weight and the sphere's pushes have no moment about its vertical axis."""
    robot = chain_in_a_sphere(restitution)
    q = robot.neutral.copy()
    q[:3] = [0.3, 0.2, 1.0]
    v = np.zeros(robot.nv)
    v[3:9] = [1, 2, 0.5, 0.4, -0.3, 0.2]
    run = moved(robot, (q, v), 1.5)
    assert run.completed and len(run.events) > 3
    assert penetration(run) > -1e-9
    momentum = robot.momentum(run.q, run.v)
    centre = robot.center_of_mass(run.q)
    spin = momentum[:, 5] + np.cross(centre, momentum[:, :3])[:, 2]
    assert np.abs(spin - spin[0]).max() < 1e-8
    if restitution == 1.0:
        assert np.abs(run.energy - run.energy[0]).max() < 1e-7
    else:
        assert (np.diff(run.energy) < 1e-7).all()  # of steps good to 1e-10
        assert run.energy[-1] < run.energy[0] - 1.0
    for event in run.events:
        if event.kind != "impact":
            continue
        assert (event.impulses >= 0.0).all() and (event.parting >= -1e-9).all()
        jump = robot.momentum(event.q, event.v_after) - robot.momentum(
            event.q, event.v_before
        )
        np.testing.assert_allclose(jump[:3], event.pushes.sum(axis=0), atol=1e-10)


@pytest.mark.parametrize("friction", [0.0, 0.4])
def test_box_falls_and_comes_to_rest_on_its_face(friction: float) -> None:
    robot = box(0.4, friction)
    q = np.array([0, 0, 0.5, 0.2, 0.1, 0.05, 0])
    q[6] = np.sqrt(1 - (q[3:6] ** 2).sum())
    run = moved(robot, (q, [0, 0, 0, 1, 0.5, 0.2]), 2.5, tolerance=1e-9)
    assert run.completed
    assert penetration(run) > -1e-9
    assert np.abs(robot.kinetic_energy(run.q[-1], run.v[-1])) < 1e-2
    lowest = np.sort(robot.gaps(run.q[-1]))
    assert np.abs(lowest[:4]).max() < 1e-9 < lowest[4]  # on a face: four corners
    assert run.contact_forces is not None
    assert run.contact_forces[-1].sum() == pytest.approx(3.0 * 9.81, rel=1e-6)
    assert (np.diff(run.energy) < 1e-7).all()
    if not friction:  # nothing pushes sideways
        sideways = robot.momentum(run.q, run.v)[:, :2]
        assert np.abs(sideways).max() < 1e-7  # of steps good to 1e-9


def test_quadruped_dropped_on_a_floor_stands() -> None:
    """Held by springs at its joints, dropped from 0.1 m; the floor carries it."""
    robot = quadruped_on_a_floor()
    q = robot.reference.copy()
    legs = slice(7, 19)
    q[legs] = np.tile([0.0, 0.6, -1.2], 4)
    q[2] += 0.1 - robot.gaps(q).min()
    aim = q[legs].copy()

    def springs(t: Any, q: Any, v: Any) -> Any:
        hold = [400.0 * (aim[k] - q[7 + k]) - 20.0 * v[6 + k] for k in range(12)]
        return [0.0] * 6 + hold

    run = moved(robot, (q, np.zeros(18)), 2.0, controller=springs, tolerance=1e-8)
    assert run.completed
    first = run.events[0]
    assert len(first.contacts) == 4  # all feet at once
    assert first.time == pytest.approx(np.sqrt(2 * 0.1 / 9.81), abs=1e-9)
    assert penetration(run) > -1e-9
    assert run.contact_forces is not None
    weight = robot.total_mass * 9.81
    assert run.contact_forces[-1].sum() == pytest.approx(weight, rel=2e-2)
    assert np.abs(run.v[-1]).max() < 0.05
