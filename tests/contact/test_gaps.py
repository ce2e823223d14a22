"""Gaps, their rates and their accelerations belong together, on trees and loops."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from tests.contact.robots import is_smooth, robot, states

NAMES = ("swing", "four-bar", "impact-tree")
STEP = 1e-5


@pytest.mark.parametrize("name", NAMES)
def test_gap_rates_are_the_gaps_derivatives(name):
    found = robot(name)
    q, v, _ = states(name, 1, 30)
    ahead, back = (found.gaps(found.integrate(q, v * h)) for h in (STEP, -STEP))
    rates = found.gap_rates(q, v)
    # differences of numbers of size 10 over 2e-5, and the step's square
    error = np.abs((ahead - back) / (2 * STEP) - rates)
    assert error[is_smooth(name, ahead)].max() < 1e-7


@pytest.mark.parametrize("name", NAMES)
def test_gap_accelerations_are_the_rates_derivatives(name):
    found = robot(name)
    q, v, a = states(name, 2, 30)

    def rates(t):
        there = found.integrate(q, v * t + a * (t * t / 2))
        return found.gap_rates(there, v + a * t)

    def slope(h):
        return (rates(h) - rates(-h)) / (2 * h)

    # the error of a rod near a ball falls with h^2: extrapolated
    numeric = (4 * slope(STEP / 2) - slope(STEP)) / 3
    found_there = found.gap_accelerations(q, v, a)
    scale = 1.0 + np.abs(found_there)
    error = np.abs(numeric - found_there) / scale
    assert error[is_smooth(name, found.gaps(q))].max() < 1e-6  # as above, once more


@pytest.mark.parametrize("name", NAMES)
def test_contact_jacobian_times_velocity_is_the_rate(name):
    found = robot(name)
    q, v, _ = states(name, 3, 20)
    J = found.contact_jacobian(q)
    assert J.shape == (20, len(found.contacts), found.nv)
    rates = np.einsum("bij,bj->bi", J, v)
    # sums of a dozen products
    assert np.abs(rates - found.gap_rates(q, v)).max() < 1e-12


def test_rows_are_the_normals_of_the_touching_points_jacobian():
    found = robot("impact-tree")
    q, _, _ = states("impact-tree", 4, 10)
    normals = found.contact_places(q)["O9 on ring"].normal
    J = found.jacobian("O9", q)[:, :3]
    row = np.einsum("bi,bij->bj", normals, J)
    index = [each.name for each in found.contacts].index("O9 on ring")
    assert np.abs(found.contact_jacobian(q)[:, index] - row).max() < 1e-14
    position = found.forward_kinematics(q)["O9"].position
    inward = -position / np.linalg.norm(position, axis=-1, keepdims=True)
    assert np.abs(normals - inward).max() < 1e-14


def test_places_lie_on_the_wall_where_the_gap_is_zero():
    """Moved back along the normal by its gap, a point lies on the wall."""
    found = robot("swing")
    q, _, _ = states("swing", 5, 20)
    places, gaps = found.contact_places(q), found.gaps(q)
    k = [each.name for each in found.contacts].index("Q on ring")
    ring = places["Q on ring"]
    foot = ring.position - ring.normal * gaps[:, k, None]
    assert np.abs(np.hypot(foot[:, 0], foot[:, 1]) - 2.5).max() < 1e-14


def test_names_and_numbers_of_contacts():
    found = {each.name: each for each in robot("swing").contacts}
    assert found["P on ring"].restitution == 1.0
    assert found["Q on ring"].restitution == 0.5
    assert found["P on room z+"].face == "z+"
    assert found["swing on upper"].restitution == 0.2
    assert found["P on pen side 3"].wall == "pen"
    assert len(robot("impact-tree").contacts) == 11


def test_stops_stand_at_their_joints_limits():
    found = robot("swing")
    q, v, _ = states("swing", 6, 5)
    names = [each.name for each in found.contacts]
    upper, lower = names.index("swing on upper"), names.index("follower on lower")
    swing = found.coordinate_names.index("swing")
    gaps, rates = found.gaps(q), found.gap_rates(q, v)
    assert np.abs(gaps[:, upper] - (2.0 - q[:, swing])).max() < 1e-15
    assert np.abs(gaps[:, lower] - (-2.0 * q[:, swing] + 0.1 + 3.0)).max() < 1e-14
    at = found.velocity_names.index("swing")
    assert np.array_equal(rates[:, upper], -v[:, at])
    assert np.array_equal(rates[:, lower], -2.0 * v[:, at])


def test_a_point_in_the_middle_of_its_circle_has_a_gap_and_no_nan():
    found = robot("impact-tree")
    q = found.reference
    k = [each.name for each in found.contacts].index("O3 on ring")
    assert found.gaps(q)[k] == pytest.approx(2.5, rel=1e-8)
    assert np.isfinite(found.gap_rates(q, np.ones(12))).all()
    assert np.isfinite(found.contact_places(q).array).all()


def test_walls_numbers_may_be_design_parameters():
    found = robot("swing").vary("R")
    q, _, _ = states("swing", 7, 4)
    names = [each.name for each in found.contacts]
    ring, post = names.index("P on ring"), names.index("P on post")
    before, after = found.gaps(q), found.gaps(q, R=2.7)
    assert np.abs(after[:, ring] - before[:, ring] - 0.2).max() < 1e-15
    assert np.abs(after[:, post] - before[:, post]).max() > 1e-3
    slope = found.derivative("gaps", q, with_respect_to="R").gaps_by_R
    assert np.abs(slope[:, ring] - 1.0).max() < 1e-15


def test_single_precision_and_batches():
    found = robot("swing")
    q, v, _ = states("swing", 8, 6)
    single = found.gap_rates(q.astype("float32"), v.astype("float32"))
    assert single.dtype == np.float32
    assert np.abs(single - found.gap_rates(q, v)).max() < 1e-4
    assert found.gaps(q.reshape(2, 3, -1)).shape == (2, 3, len(found.contacts))


def test_a_robot_without_walls_says_so():
    with pytest.raises(InputError, match="touches no wall"):
        lw.load("arm-2").gaps(np.zeros(2))
