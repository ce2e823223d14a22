"""What is no rotation is refused, with its place in the batch."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright import rotations
from linkwright.errors import InputError

MIRROR = np.diag([1.0, 1.0, -1.0])
KINDS = (
    "Kinds: xyx, xyz, xzx, xzy, yxy, yxz, yzx, yzy, zxy, zxz, zyx, zyz, axis_angle,"
    " rotation_vector, quaternion, matrix."
)


@pytest.mark.parametrize(
    ("values", "kind", "to", "message"),
    [
        (
            [0, 0, 0, 1],
            "quaternions",
            "zxz",
            f"there is no kind of rotation 'quaternions'\n  {KINDS}"
            "  Did you mean 'quaternion'?",
        ),
        (
            [0, 0, 0],
            "zxz",
            "ZYX",
            f"there is no kind of rotation 'ZYX'\n  {KINDS}  Did you mean 'zyx'?",
        ),
        ([0, 0, 0], "xxz", "matrix", "there is no kind of rotation 'xxz'"),
        (
            [0, 0, 0],
            "quaternion",
            "matrix",
            "quaternion: the values have shape (3,)\n  Expected (..., 4): x, y, z, w.",
        ),
        (
            np.zeros((5, 4)),
            "zyx",
            "matrix",
            "zyx: the values have shape (5, 4)\n"
            "  Expected (..., 3): angles about z, y, x in turn.",
        ),
        (
            np.zeros((7, 9)),
            "matrix",
            "zyx",
            "matrix: the values have shape (7, 9)\n"
            "  Expected (..., 3, 3): rows, then columns.",
        ),
        (1.0, "rotation_vector", "zyx", "rotation_vector: the values have shape ()"),
        (
            [0j, 0, 0],
            "zyx",
            "matrix",
            "zyx: the values have dtype complex128\n"
            "  Expected real numbers that fit float64.",
        ),
        ([None] * 3, "zyx", "matrix", "zyx: the values have dtype object"),
        (["1", "2", "3"], "zyx", "matrix", "zyx: the values have dtype <U1"),
        (
            [[0, 0, 0], [0, 0]],
            "zyx",
            "matrix",
            "zyx: the values are no array: setting an array element",
        ),
        (
            [0, 0, 0, 0],
            "quaternion",
            "matrix",
            "quaternion: the quaternion is zero\n"
            "  Any length above 0 will do.  No rotation is 0, 0, 0, 1.",
        ),
        (
            [[[0, 0, 1, 0], [0, 0, 0, 1]]] * 2,
            "axis_angle",
            "matrix",
            "axis_angle: the axis [0, 1] is zero\n  Any length above 0 will do."
            "  No rotation is any axis and the angle 0.",
        ),
        (
            [np.eye(3), 1.01 * np.eye(3)],
            "matrix",
            "zyx",
            "matrix: the matrix [1] is no rotation: R R^T differs from 1 by 0.0201\n"
            "  Rows and columns must be perpendicular unit vectors, to 0.001.",
        ),
        (
            MIRROR,
            "matrix",
            "matrix",
            "matrix: the matrix mirrors: its determinant is -1\n"
            "  A rotation has the determinant 1."
            "  Change the sign of one row or column.",
        ),
    ],
)
def test_what_is_no_rotation_is_refused(values, kind, to, message):
    with pytest.raises(InputError) as caught:
        rotations.convert(values, kind, to)
    assert str(caught.value).startswith(message)


def test_longdouble_is_not_narrowed_silently():
    if np.dtype(np.longdouble).itemsize == 8:
        pytest.skip("long double is double here")
    with pytest.raises(InputError, match="the values have dtype"):
        rotations.to_matrix(np.zeros(3, np.longdouble))
