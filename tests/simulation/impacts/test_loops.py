"""Robots with loops hit walls too: a four-bar linkage, by two routes."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright.formats import read_text
from linkwright.simulation.impacts.collision import Collision
from linkwright.simulation.impacts.laws import struck

FOUR_BAR = """
linkwright: 1
name: four-bar
units: {{angle: deg}}
bodies:
  ground: {{points: {{G: [1, 0, 0]}}}}
  crank:
    mass: 1
    center_of_mass: [0.15, 0, 0]
    inertia: {{solid: rod, length: 0.3, axis: x}}
  coupler:
    mass: 2
    center_of_mass: [0.5, 0, 0]
    inertia: {{solid: rod, length: 1, axis: x}}
    points: {{M: [0.5, 0, 0.1]}}
  rocker:
    mass: 1
    center_of_mass: [0.35, 0, 0]
    inertia: {{solid: rod, length: 0.7, axis: x}}
    points: {{E: [0.7, 0, 0]}}
joints:
  stand: {{type: fixed, parent: world, body: ground}}
  crank: {{type: revolute, parent: ground, body: crank, axis: y, reference: -60}}
  coupler: {{type: revolute, parent: crank, body: coupler, axis: y, at: [0.3, 0, 0],
            {dependent} reference: 40}}
  rocker: {{type: revolute, parent: coupler, body: rocker, axis: y, at: [1, 0, 0],
           {dependent} reference: 100}}
{loops}
walls:
  shelf: {{shape: plane, axis: z, at: [0, 0, {height}], restitution: {e},
           contacts: [M]}}
"""
PIN = "loops:\n  pin: {type: revolute, between: [G, E], axis: y}"


@cache
def four_bar(e: float, closed: bool = True) -> lw.Robot:
    """Return it above a shelf, closed, or cut open."""
    parts = {
        "dependent": "dependent: true," if closed else "",
        "loops": PIN if closed else "",
        "height": 0.35,
        "e": e,
    }
    return lw.Robot(read_text(FOUR_BAR.format(**parts)))


def run_of(e: float, duration: float, **words) -> lw.Run:
    """Return the motion from the reference, let go at rest."""
    return lw.simulate(
        four_bar(e),
        duration=duration,
        method="dormand_prince",
        tolerance=1e-10,
        **words,
    )


@pytest.mark.parametrize("loops", ["embedded", "spanning_tree"])
def test_elastic_hits_keep_the_energy_of_a_linkage(loops: str) -> None:
    run = run_of(1.0, 2.0, loops=loops)
    assert len([each for each in run.events if each.kind == "impact"]) >= 2
    assert np.abs(run.energy - run.energy[0]).max() < 1e-8


@pytest.mark.parametrize("e", [1.0, 0.4])
def test_loop_rows_join_the_impact(e: float) -> None:
    """The same impact on the tree cut open, with the loop's rows beside the wall's."""
    event = run_of(e, 1.0).events[0]
    closed, tree = four_bar(e), four_bar(e, closed=False)
    rest = closed.dependent_coordinates(event.q).array
    y = np.concatenate([event.q, rest[:, 0] if rest.ndim > 1 else rest[:1]])
    step = 1e-6
    moved = [
        closed.dependent_coordinates(event.q + sign * step).array for sign in (1, -1)
    ]
    slope = (moved[0] - moved[1])[..., 0] / (2 * step)
    w = np.concatenate([event.v_before, slope * event.v_before[0]])
    loop = tree.jacobian("E", y)[[0, 2]]
    collision = Collision(
        tree.mass_matrix(y),
        tree.contact_jacobian(y),
        np.zeros((1, 2, 3)),
        loop,
        w,
        np.array([e]),
        np.zeros(1),
    )
    found = struck(collision, "newton")
    assert np.abs(loop @ w).max() < 1e-8  # the slope is a difference
    np.testing.assert_allclose(found.v[0], event.v_after[0], rtol=1e-7)
    np.testing.assert_allclose(found.normal, event.impulses, rtol=1e-7)


def test_loops_on_the_tree_hit_and_rest_as_embedded_ones() -> None:
    one, other = (run_of(0.3, 1.5, loops=how) for how in ("embedded", "spanning_tree"))
    assert [e.kind for e in one.events] == [e.kind for e in other.events]
    for a, b in zip(one.events[:5], other.events[:5], strict=True):
        assert abs(a.time - b.time) < 1e-8
        np.testing.assert_allclose(a.impulses, b.impulses, rtol=1e-6)
        np.testing.assert_allclose(a.v_after, b.v_after, rtol=1e-6)
    np.testing.assert_allclose(one.q, other.q, atol=1e-6)
    assert one.contact_forces is not None and other.contact_forces is not None
    np.testing.assert_allclose(
        one.contact_forces[-1], other.contact_forces[-1], rtol=1e-6
    )


@pytest.mark.parametrize("loops", ["embedded", "spanning_tree"])
def test_a_linkage_comes_to_rest_on_its_shelf(loops: str) -> None:
    run = run_of(0.3, 3.0, loops=loops)
    assert run.completed
    assert run.events[-1].kind == "rest"
    assert np.abs(run.v[-1]).max() < 1e-9
    robot = run.robot
    assert run.contact_forces is not None
    force = run.contact_forces[-1, 0]
    assert force > 1.0
    # statics: the crank takes no torque
    row = robot.contact_jacobian(run.q[-1])
    balance = robot.gravity_forces(run.q[-1]) - row.T @ np.array([force])
    assert np.abs(balance).max() < 1e-7
    loads = run.events[0].joint_impulses
    assert np.isfinite(loads["crank"].force[[0, 2]]).all()
    # a plane linkage of plain hinges leaves what acts across it undetermined
    assert np.isnan(loads["crank"].force[1])
    assert abs(loads["crank"].torque[1]) < 1e-9
