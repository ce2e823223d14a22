"""The impact tree is what the IMPACT paper and its errata say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

import linkwright as lw

START = -(1 + np.sqrt(3)) / 2


@pytest.fixture(scope="module")
def tree() -> lw.Robot:
    return lw.load("impact-tree")


def test_coordinates_stand_in_the_papers_order(tree):
    names = (*(f"q{k}" for k in range(1, 11)), "X1", "X2")
    assert tree.coordinate_names == tree.velocity_names == names
    assert tree.total_mass == 10.0
    assert tree.gravity.tolist() == [0.0, -9.81, 0.0]


def test_reference_is_the_exact_start(tree):
    turns = [1 / 6, 1 / 6, -2 / 3, 1 / 6, 1 / 6, -2 / 3, 1 / 3, 0, 2 / 3, -1 / 3]
    expected = [*(np.pi * np.array(turns)), START, START]
    assert np.abs(tree.reference - expected).max() < 1e-15  # one rounding each


def test_points_stand_as_the_errata_say(tree):
    """Absolute angles of the rods; O3 in the middle, O9 above it; mirror images."""
    points = tree.forward_kinematics(tree.reference).points
    P = np.array([points[f"O{k}"].position for k in range(1, 12)])
    starts = [0, 1, 2, 3, 2, 5, 6, 5, 5, 9]  # O of link k's start, before it
    angles = [30, 60, -60, -30, 90, -30, 30, 90, 210, 150]
    for k, (start, angle) in enumerate(zip(starts, angles, strict=True), 1):
        rod = P[k] - P[start]
        direction = [np.cos(np.radians(angle)), np.sin(np.radians(angle)), 0.0]
        assert np.abs(rod - direction).max() < 1e-15, k
    assert np.abs(P[2]).max() < 1e-15
    assert np.abs(P[8] - [0, 2, 0]).max() < 1e-15
    mirrored = {1: 5, 2: 4, 3: 3, 6: 6, 7: 10, 8: 11, 9: 9}
    for k, twin in mirrored.items():
        assert np.abs(P[k - 1] * [-1, 1, 1] - P[twin - 1]).max() < 1e-15


def test_energy_at_the_start_is_the_errata_s(tree):
    """18.6579 J, and 18.6604 J from the rounded start; four decimals are given."""
    assert tree.potential_energy(tree.reference) == pytest.approx(18.6579, abs=5e-5)
    rounded = np.array([*tree.reference[:10], -1.366, -1.366])
    assert tree.potential_energy(rounded) == pytest.approx(18.6604, abs=5e-5)


def test_eleven_points_touch_the_ring_elastically(tree):
    names = [f"O{k} on ring" for k in range(1, 12)]
    assert [each.name for each in tree.contacts] == names
    assert {each.restitution for each in tree.contacts} == {1.0}
    gaps = tree.gaps(tree.reference)
    P = tree.forward_kinematics(tree.reference).points.position
    assert np.abs(gaps - (2.5 - np.linalg.norm(P, axis=-1))).max() < 3e-9  # O3: 0


def test_robot_is_that_of_the_data(tree):
    path = Path(__file__).parents[3] / "shared" / "data" / "impact_tree.yaml"
    if not path.exists():
        pytest.skip("the papers' data are not here")
    data = yaml.safe_load(path.read_text())["links"]
    joints = {each.name: each for each in tree.joints}
    for k, parent in enumerate(data["parent"], 1):
        carried = "start" if parent == 0 else f"link_{parent}"
        assert (joints[f"q{k}"].parent, joints[f"q{k}"].body) == (carried, f"link_{k}")
    along, across, _ = data["inertia_per_length_kg_m"]
    inertia = tree.inertial_parameters.reshape(-1, 10)[2]  # about the rod's start
    assert inertia[4] == pytest.approx(along, rel=1e-12)
    assert inertia[9] == pytest.approx(1 / 12 + across + 1 / 4, rel=1e-15)
