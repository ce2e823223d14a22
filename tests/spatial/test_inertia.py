"""The ten inertial parameters against swarms of point masses."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation as SciPyRotation

from linkwright.expr import Array, Trace, zeros
from linkwright.spatial.inertia import Inertia, trace_less
from linkwright.spatial.rotation import MatrixTurn, Rotation, turn_about
from tests.spatial.arrays import array, numbers

TOLERANCE = 1e-12  # sums of 50 terms of size up to 10


def swarm(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, 50), rng.normal(size=(50, 3))


def inertia_of(masses: np.ndarray, places: np.ndarray) -> Inertia:
    """Return the parameters of point masses, by their definition."""
    first = masses @ places
    second = np.einsum("k,ki,kj->ij", masses, places, places)
    return Inertia(float(masses.sum()), array(first), array(second))


def difference(found: Inertia, expected: Inertia) -> float:
    return max(
        abs(found.mass - expected.mass),
        np.abs(numbers(found.first_moment - expected.first_moment)).max(),
        np.abs(numbers(found.second_moment - expected.second_moment)).max(),
    )


def inertia_matrix(masses: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return sum m (|x|^2 1 - x x^T)."""
    square = np.einsum("k,ki,ki->", masses, places, places)
    return square * np.eye(3) - np.einsum("k,ki,kj->ij", masses, places, places)


def test_shifted_moves_every_point() -> None:
    for seed in range(5):
        masses, places = swarm(seed)
        p = np.random.default_rng(seed + 100).normal(size=3)
        found = inertia_of(masses, places).shifted(array(p))
        assert difference(found, inertia_of(masses, places + p)) < TOLERANCE
        second = numbers(found.second_moment)
        assert np.array_equal(second, second.T)


def test_turned_turns_every_point() -> None:
    for seed in range(5):
        masses, places = swarm(seed)
        R = SciPyRotation.random(rng=seed).as_matrix()
        z = SciPyRotation.from_euler("z", 0.4).as_matrix()
        rotation = Rotation((MatrixTurn(array(R)), turn_about(2, 0.4)))
        found = inertia_of(masses, places).turned(rotation)
        expected = inertia_of(masses, places @ (R @ z).T)
        assert difference(found, expected) < TOLERANCE


def test_bodies_add_and_subtract_as_their_points_do() -> None:
    (m, x), (n, y) = swarm(1), swarm(2)
    both = inertia_of(np.concatenate([m, n]), np.concatenate([x, y]))
    assert difference(inertia_of(m, x) + inertia_of(n, y), both) < TOLERANCE
    assert difference(both - inertia_of(n, y), inertia_of(m, x)) < TOLERANCE
    nothing = Inertia.massless()
    assert difference(inertia_of(m, x) + nothing, inertia_of(m, x)) == 0.0


def test_about_center_is_the_parallel_axes_theorem() -> None:
    masses, places = swarm(3)
    center = masses @ places / masses.sum()
    central = inertia_matrix(masses, places - center)
    found = Inertia.about_center(float(masses.sum()), array(center), array(central))
    assert difference(found, inertia_of(masses, places)) < TOLERANCE


def test_matrix_is_the_inertia_about_the_origin() -> None:
    masses, places = swarm(4)
    body = inertia_of(masses, places)
    expected = inertia_matrix(masses, places)
    assert np.abs(numbers(body.matrix()) - expected).max() < TOLERANCE
    w = np.array([0.3, -0.7, 1.1])
    speeds = np.cross(w, places)
    momentum = (masses[:, None] * np.cross(places, speeds)).sum(axis=0)
    assert np.abs(numbers(body.angular(array(w))) - momentum).max() < TOLERANCE


def test_trace_less_takes_any_matrix() -> None:
    j = np.random.default_rng(5).normal(size=(3, 3))
    expected = np.trace(j) * np.eye(3) - j
    assert np.abs(numbers(trace_less(array(j))) - expected).max() < 1e-15


def test_a_massless_body_costs_nothing() -> None:
    moved = Inertia.massless().shifted(Array((1.0, 2.0, 3.0)))
    assert difference(moved, Inertia.massless()) == 0.0


def test_only_a_constant_zero_of_all_ten_parameters_is_nothing() -> None:
    assert Inertia.massless().is_nothing
    assert not Inertia(0.0, array(np.array([0.0, 1e-9, 0.0])), zeros(3, 3)).is_nothing
    # A symbol may be zero later, and may not.
    assert not Inertia(Trace().input(), zeros(3), zeros(3, 3)).is_nothing
