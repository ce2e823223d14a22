import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.expr import (
    Array,
    Trace,
    argument,
    cross,
    dot,
    identity,
    outer,
    skew,
    trace_of,
    zeros,
)

RNG = np.random.default_rng(5)
A, B = RNG.normal(size=(3, 4)), RNG.normal(size=(4, 2))
U, V = RNG.normal(size=(2, 3))


def numbers(array):
    return np.reshape(np.array(array.entries, float), array.shape)


def same(array, expected):
    # Sums of four products in another order: a few roundings of values of size 1.
    np.testing.assert_allclose(numbers(array), expected, rtol=0, atol=5e-15)
    assert array.shape == np.shape(expected)


def test_algebra_agrees_with_numpy():
    a, b = Array.matrix(A), Array.matrix(B)
    u, v = Array(U), Array(V)
    same(a @ b, A @ B)
    same(a.T, A.T)
    same(u @ a, U @ A)
    same(a.T @ u, A.T @ U)
    same(u + v, U + V)
    same(u - v, U - V)
    same(-u, -U)
    same(u * 2.0, U * 2.0)
    same(2.0 * u, U * 2.0)
    same(a / 4.0, A / 4.0)
    same(cross(u, v), np.cross(U, V))
    same(skew(u) @ v, np.cross(U, V))
    same(outer(u, v), np.outer(U, V))
    assert u @ v == dot(u, v) == pytest.approx(U @ V, rel=1e-15)
    assert trace_of(a[:, :3]) == pytest.approx(np.trace(A[:, :3]), rel=1e-15)
    same(identity(3), np.eye(3))
    same(zeros(2, 3), np.zeros((2, 3)))
    same(zeros(3), np.zeros(3))


INDICES = [
    0,
    -1,
    slice(1, 3),
    (0, 1),
    (-1, -1),
    (2, -4),
    (slice(None), 2),
    (1, slice(None)),
    (-1, slice(1, 3)),
    (slice(0, 2), slice(1, 4)),
]


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_indexing_agrees_with_numpy(index):
    found = Array.matrix(A)[index]
    if np.ndim(A[index]) == 0:
        assert found == A[index]
    else:
        same(found, A[index])


@pytest.mark.parametrize("index", [(0, 4), (3, 0), (0, -5), (-4, 0), 3])
def test_indices_outside_are_errors(index):
    with pytest.raises(IndexError):
        Array.matrix(A)[index]


def test_rows_columns_and_iteration_agree_with_numpy():
    a = Array.matrix(A)
    assert len(a) == 3 and len(Array(U)) == 3
    for row, expected in zip(a, A, strict=True):
        same(row, expected)
    same(a.column(2), A[:, 2])
    same(Array(U)[1:], U[1:])
    same(a.map(lambda x: x * 2.0), A * 2.0)


def test_empty_arrays_have_their_shapes():
    assert Array(()).shape == (0,) and zeros(0).T.shape == (0,)
    assert Array((), 0).shape == (0, 0) and Array((), 3).shape == (0, 3)
    assert Array((), 0).rows == [] and Array.matrix([]).shape == (0, 0)
    assert dot(Array(()), Array(())) == 0.0


def test_structural_zeros_make_no_nodes():
    trace = Trace()
    x = argument(trace, "x", 3)
    assert (identity(3) @ x).entries == x.entries
    assert (zeros(3, 3) @ x).entries == (0.0, 0.0, 0.0)
    assert len(trace.nodes) == 3


def test_ragged_rows_are_refused():
    with pytest.raises(InputError, match="rows of a matrix have different lengths"):
        Array.matrix([[1.0, 2.0], [3.0]])


@pytest.mark.parametrize(
    "make",
    [
        lambda: Array(U) + Array((1.0,)),
        lambda: Array.matrix(A) - Array.matrix(B),
        lambda: Array(U) + 1.0,
        lambda: dot(Array(U), Array((1.0,))),
        lambda: Array.matrix(A) @ Array.matrix(A),
    ],
)
def test_shapes_that_differ_are_refused(make):
    with pytest.raises(InputError, match="do not go together"):
        make()


def test_two_arrays_are_not_multiplied_entry_by_entry():
    with pytest.raises(InputError, match="Use '@'"):
        Array(U) * Array(V)
