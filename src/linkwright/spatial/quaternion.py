"""Quaternions x y z w, the vector part first.

A quaternion need not be normalised: the matrix divides by its square, so a drift of
its norm is harmless.
"""

from __future__ import annotations

from typing import Any

from linkwright.expr import (
    Array,
    absolute,
    atan2,
    cosc_of_square,
    cross,
    dot,
    less,
    polynomial,
    sinc_of_square,
    sqrt,
    where,
)


def matrix_of(quaternion: Array) -> Array:
    """Return the rotation matrix of a quaternion of any norm: s = 2 / (q . q)."""
    x, y, z, w = quaternion
    s = 2.0 / dot(quaternion, quaternion)
    sx, sy, sz = s * x, s * y, s * z
    xx, yy, zz = x * sx, y * sy, z * sz
    xy, xz, yz = x * sy, x * sz, y * sz
    wx, wy, wz = w * sx, w * sy, w * sz
    return Array.matrix(
        [
            [1.0 - (yy + zz), xy - wz, xz + wy],
            [xy + wz, 1.0 - (xx + zz), yz - wx],
            [xz - wy, yz + wx, 1.0 - (xx + yy)],
        ]
    )


def product(a: Array, b: Array) -> Array:
    """Return the quaternion of rotation a after b, R(a b) = R(a) R(b)."""
    av, bv, aw, bw = a[:3], b[:3], a[3], b[3]
    v = bv * aw + av * bw + cross(av, bv)
    return Array((*v, aw * bw - dot(av, bv)))


def conjugate(a: Array) -> Array:
    """Return the inverse of a unit quaternion."""
    return Array((-a[0], -a[1], -a[2], a[3]))


def normalised(a: Array) -> Array:
    """Return the unit quaternion along a."""
    return a / sqrt(dot(a, a))


def exponential(r: Array) -> Array:
    """Return the unit quaternion of the rotation vector r (axis times angle)."""
    quarter = dot(r, r) * 0.25
    half = r * (0.5 * sinc_of_square(quarter))
    return Array((*half, 1.0 - quarter * cosc_of_square(quarter)))


# angle / sin(angle/2) = 2 asin(s)/s as a series in s^2 for s <= 0.1: the next term is
# below 2e-18 of the first.
_LOG = (2.0, 1 / 3, 3 / 20, 5 / 56, 35 / 576, 63 / 1408, 231 / 6656, 143 / 5120)


def logarithm(a: Array) -> Array:
    """Return the rotation vector, |r| <= pi, of a unit quaternion of either sign."""
    v, w = a[:3], a[3]
    square = dot(v, v)
    small = less(square, 0.01)
    s = sqrt(where(small, 1.0, square))
    flip = where(less(w, 0.0), -1.0, 1.0)
    # atan2 of |w| keeps the short way round.
    large_scale = 2.0 * atan2(s, absolute(w)) / s
    # Near a full turn w is -1: the series in |v| serves both signs.
    scale = where(small, polynomial(square, _LOG), large_scale)
    return v * (flip * scale)


def rate_matrix(quaternion: Array) -> Array:
    """Return N (4, 3) with d(quaternion)/dt = N w, w in the body's frame."""
    x, y, z, w = (0.5 * part for part in quaternion)
    return Array.matrix([[w, -z, y], [z, w, -x], [-y, x, w], [-x, -y, -z]])


def of_matrix(rotation: Any) -> Array:
    """Return the unit quaternion (w >= 0 where it can be) of a rotation matrix.

    Shepperd's choice by the largest of the four squares, as selections.
    """
    r = rotation
    t = (
        1.0 + r[0, 0] - r[1, 1] - r[2, 2],
        1.0 - r[0, 0] + r[1, 1] - r[2, 2],
        1.0 - r[0, 0] - r[1, 1] + r[2, 2],
        1.0 + r[0, 0] + r[1, 1] + r[2, 2],
    )
    a, b, c = r[1, 0] + r[0, 1], r[0, 2] + r[2, 0], r[2, 1] + r[1, 2]
    d, e, f = r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]
    candidates = (
        Array((t[0], a, b, d)),
        Array((a, t[1], c, e)),
        Array((b, c, t[2], f)),
        Array((d, e, f, t[3])),
    )
    best, size = candidates[3], t[3]
    for candidate, square in zip(candidates[:3], t[:3], strict=True):
        larger = less(size, square)
        best = Array(where(larger, x, y) for x, y in zip(candidate, best, strict=True))
        size = where(larger, square, size)
    unit = best * (0.5 / sqrt(size))
    flip = where(less(unit[3], 0.0), -1.0, 1.0)
    return unit * flip
