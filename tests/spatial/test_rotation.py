"""Rotations as products of turns against the same rotations as matrices."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as SciPyRotation

from linkwright.expr import Array, Program, Result, Trace, argument, count
from linkwright.spatial.rotation import (
    AxisTurn,
    MatrixTurn,
    Rotation,
    turn_about,
)
from tests.expr.evaluating import value
from tests.spatial.arrays import array, numbers

ROUNDING = 2e-15


def random_matrix(rng: np.random.Generator) -> np.ndarray:
    return SciPyRotation.random(rng=rng).as_matrix()


def products() -> list[tuple[Rotation, np.ndarray]]:
    """Products of none to three turns of either kind, each with its matrix."""
    rng = np.random.default_rng(1)
    found = []
    for kinds in [k for n in range(4) for k in product("xyzm", repeat=n)]:
        turns, matrix = [], np.eye(3)
        for kind in kinds:
            if kind == "m":
                R = random_matrix(rng)
                turns.append(MatrixTurn(array(R)))
            else:
                angle = float(rng.uniform(-4, 4))
                turns.append(turn_about("xyz".index(kind), angle))
                R = SciPyRotation.from_euler(kind, angle).as_matrix()
            matrix = matrix @ R
        found.append((Rotation(tuple(turns)), matrix))
    return found


PRODUCTS = products()


def test_apply_and_its_inverse_are_products_with_the_matrix() -> None:
    rng = np.random.default_rng(2)
    for rotation, R in PRODUCTS:
        x = rng.normal(size=3)
        assert np.abs(numbers(rotation.apply(array(x))) - R @ x).max() < ROUNDING
        back = numbers(rotation.apply_inverse(array(x)))
        assert np.abs(back - R.T @ x).max() < ROUNDING
        assert np.abs(numbers(rotation.matrix()) - R).max() < ROUNDING


def test_congruence_and_similarity_are_products_on_both_sides() -> None:
    rng = np.random.default_rng(3)
    for rotation, R in PRODUCTS:
        B = rng.normal(size=(3, 3))
        S = B + B.T
        found = numbers(rotation.congruence(array(S)))
        assert np.abs(found - R @ S @ R.T).max() < 4 * ROUNDING  # entries to 5
        assert np.array_equal(found, found.T)
        found = numbers(rotation.similarity(array(B)))
        assert np.abs(found - R @ B @ R.T).max() < 4 * ROUNDING


def test_after_and_then_compose() -> None:
    rng = np.random.default_rng(4)
    for (one, R), (other, Q) in zip(PRODUCTS, reversed(PRODUCTS), strict=True):
        A = rng.normal(size=(3, 3))
        assert np.abs(numbers(one.after(array(A))) - A @ R).max() < 4 * ROUNDING
        assert np.abs(numbers(one.then(other).matrix()) - R @ Q).max() < ROUNDING


@pytest.mark.parametrize("turn", [turn_about(i, 0.7) for i in range(3)])
def test_a_turn_has_its_inverse_and_matrix(turn: AxisTurn) -> None:
    R = numbers(turn.matrix())
    assert np.abs(numbers(turn.inverse().matrix()) @ R - np.eye(3)).max() < ROUNDING
    expected = SciPyRotation.from_euler("xyz"[turn.axis], 0.7).as_matrix()
    assert np.abs(R - expected).max() < ROUNDING
    matrix = MatrixTurn(array(R))
    assert np.array_equal(numbers(matrix.inverse().matrix()), R.T)


def test_constant_identities_are_left_out_and_nothing_else() -> None:
    quarter = MatrixTurn(array(np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])))
    one = MatrixTurn(array(np.eye(3)))
    angle = argument(Trace(), "angle", 1)[0]
    turning = turn_about(2, angle)
    half = turn_about(0, np.pi)
    full = AxisTurn(1, 1.0, 0.0)
    kept = Rotation.of(one, quarter, turn_about(0, 0.0), turning, full, half)
    assert kept.turns == (quarter, turning, half)


def test_rotations_trace_to_programs() -> None:
    def turned(x: Array) -> Array:
        rotation = Rotation((turn_about(2, x[3]), turn_about(0, x[4])))
        return rotation.apply(x[:3])

    rng = np.random.default_rng(5)
    x = rng.normal(size=(20, 5))
    R = SciPyRotation.from_euler("ZX", x[:, 3:]).as_matrix()
    expected = np.einsum("bij,bj->bi", R, x[:, :3])
    assert np.abs(value(turned, x) - expected).max() < ROUNDING


def test_a_turn_about_a_coordinate_axis_is_cheap() -> None:
    trace = Trace()
    x = argument(trace, "x", 4)
    turned = Rotation((turn_about(1, x[3]),)).apply(x[:3])
    flops = count(Program.build("turn", trace, Result.of("y", turned))).flops
    assert flops == 6
