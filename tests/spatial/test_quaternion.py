"""Axioms of rotations as quaternions, near none, a half and a full turn."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as SciPyRotation

from linkwright.expr import Array, Program, Result, Trace, argument, jacobian
from linkwright.expr.interpret import evaluate
from linkwright.spatial import quaternion
from tests.expr.evaluating import slope_by_differences, value

ROUNDING = 2e-15


def vectors() -> np.ndarray:
    """Rotation vectors: any, tiny, about pi, about the series' border, axes."""
    rng = np.random.default_rng(1)
    unit = rng.normal(size=(60, 3))
    unit /= np.linalg.norm(unit, axis=-1, keepdims=True)
    small = 10.0 ** np.linspace(-20, -2, 60)[:, None]
    border = 2 * np.arcsin(0.1) + np.linspace(-1e-3, 1e-3, 60)[:, None]
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    return np.concatenate(
        [
            unit * rng.uniform(0, np.pi, (60, 1)),
            unit * small,
            unit * (np.pi - small),
            unit * border,
            *(axes * size for size in (1e-9, 1.0, np.pi / 2, np.pi)),
            np.zeros((1, 3)),
        ]
    )


VECTORS = vectors()
UNITS = value(quaternion.exponential, VECTORS)


def matrices(q: np.ndarray) -> np.ndarray:
    return value(quaternion.matrix_of, q)


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    pairs = np.concatenate(np.broadcast_arrays(a, b), axis=-1)
    return value(lambda x: quaternion.product(x[:4], x[4:]), pairs)


def test_exponential_is_the_turn_about_the_vector() -> None:
    expected = SciPyRotation.from_rotvec(VECTORS).as_matrix()
    assert np.abs(matrices(UNITS) - expected).max() < ROUNDING
    assert np.abs(np.linalg.norm(UNITS, axis=-1) - 1).max() < ROUNDING


def test_logarithm_undoes_exponential() -> None:
    back = value(quaternion.logarithm, UNITS)
    length = np.linalg.norm(VECTORS, axis=-1)
    inside = length < np.pi
    error = np.linalg.norm(back - VECTORS, axis=-1)
    assert (error <= 4e-16 * length + ROUNDING * (length > 0.1))[inside].all()
    # At a half turn both directions are right.
    other = np.linalg.norm(back + VECTORS, axis=-1)
    assert (np.minimum(error, other)[~inside] < ROUNDING).all()


def test_logarithm_takes_either_sign_the_short_way_round() -> None:
    back = value(quaternion.logarithm, -UNITS)
    again = value(quaternion.exponential, back)
    assert np.abs(matrices(again) - matrices(UNITS)).max() < ROUNDING
    assert (np.linalg.norm(back, axis=-1) <= np.pi + ROUNDING).all()


def test_exponential_takes_turns_beyond_a_half() -> None:
    long = VECTORS[:60] * 10
    expected = SciPyRotation.from_rotvec(long).as_matrix()
    found = matrices(value(quaternion.exponential, long))
    assert np.abs(found - expected).max() < 1e-14  # of angles to 30


def test_exponential_and_logarithm_have_derivatives_at_no_turn() -> None:
    for function, at in (
        (quaternion.exponential, [0.0, 0.0, 0.0]),
        (quaternion.exponential, [1e-9, 0.0, -2e-9]),
        (quaternion.exponential, [0.3, -0.2, 0.6]),
        (quaternion.logarithm, [0.0, 0.0, 0.0, 1.0]),
        (quaternion.logarithm, [0.3, -0.2, 0.6, 0.7]),
    ):
        trace = Trace()
        x = argument(trace, "x", len(at))
        exact = Result.of("J", jacobian(function(x), x))
        found = evaluate(Program.build("J", trace, exact), np.array(at))[0]
        # Differences of 1e-5 lose half the digits.
        assert found == pytest.approx(slope_by_differences(function, at), abs=1e-8)


def test_product_composes_rotations() -> None:
    a, b = UNITS, UNITS[::-1]
    expected = matrices(a) @ matrices(b)
    assert np.abs(matrices(product(a, b)) - expected).max() < ROUNDING


def test_product_is_associative_with_unit_and_inverse() -> None:
    a, b, c = UNITS, UNITS[::-1], np.roll(UNITS, 7, axis=0)
    left, right = product(product(a, b), c), product(a, product(b, c))
    assert np.abs(left - right).max() < ROUNDING
    one = np.array([0.0, 0.0, 0.0, 1.0])
    assert np.array_equal(product(a, one), a)
    assert np.array_equal(product(one, a), a)
    back = value(quaternion.conjugate, a)
    assert np.abs(product(a, back) - one).max() < ROUNDING


def test_the_matrix_forgives_any_norm() -> None:
    for scale in (1e-3, 0.9, 1.1, 1e3):
        found = matrices(UNITS * scale)
        assert np.abs(found - matrices(UNITS)).max() < ROUNDING
        unit = value(quaternion.normalised, UNITS * scale)
        assert np.abs(unit - UNITS).max() < ROUNDING


def test_rate_matrix_is_the_rate_of_the_quaternion() -> None:
    rng = np.random.default_rng(2)
    w = rng.normal(size=(len(UNITS), 3))
    N = value(quaternion.rate_matrix, UNITS)
    h = 1e-5
    ahead = product(UNITS, value(quaternion.exponential, h * w))
    behind = product(UNITS, value(quaternion.exponential, -h * w))
    slope = (ahead - behind) / (2 * h)
    # Central differences: h^2 |w|^3 / 48 and rounding / h.
    assert np.abs(np.einsum("bij,bj->bi", N, w) - slope).max() < 1e-9
    gram = np.einsum("bki,bkj->bij", N, N)  # so 4 N' is a left inverse
    assert np.abs(gram - np.eye(3) / 4).max() < ROUNDING


def test_of_matrix_undoes_matrix_of() -> None:
    R = matrices(UNITS)
    found = value(lambda x: quaternion.of_matrix(Array(x, 3)), R.reshape(-1, 9))
    assert (found[:, 3] >= 0).all()
    assert np.abs(matrices(found) - R).max() < ROUNDING
    assert np.abs(np.linalg.norm(found, axis=-1) - 1).max() < ROUNDING


def test_functions_take_plain_numbers() -> None:
    q = quaternion.exponential(Array((0.0, 0.0, np.pi / 2)))
    assert all(isinstance(x, float) for x in q)
    R = quaternion.matrix_of(q)
    assert list(R.column(0)) == pytest.approx([0, 1, 0], abs=1e-15)
