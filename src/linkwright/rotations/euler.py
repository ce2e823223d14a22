"""Euler angles of any order from and to unit quaternions.

[Bernardes2022] E. Bernardes, S. Viollet: Quaternion to Euler angles conversion: a
direct, general and computationally efficient method.
"""

from __future__ import annotations

import numpy as np

from linkwright.rotations.quaternion import about_coordinate_axis, product

Floats = np.ndarray

# A few roundings: below it sin or cos of half the middle angle says nothing about the
# split of the turn between the first angle and the last.
_LOCKED = 1e-15


def to_quaternion(angles: Floats, order: str) -> Floats:
    """Return q_i(first) q_j(middle) q_k(last) about the axes i j k of the order."""
    first, middle, last = (
        about_coordinate_axis("xyz".index(letter), angles[..., place])
        for place, letter in enumerate(order)
    )
    return product(product(first, middle), last)


def of_quaternion(q: Floats, order: str) -> Floats:
    """Return the angles of an order; at gimbal lock the last is 0.

    An order with three axes comes from one with two: with s = +-1, e_i x e_j = s e_k,
    R_i(a) R_j(b) R_k(c) R_j(pi/2) = R_i(a) R_j(b + pi/2) R_i(-s c).
    """
    i, j, k = ("xyz".index(letter) for letter in order)
    if i == k:
        return _of_two_axes(q, i, j)
    sign = _handedness(i, j)
    first, middle, last = np.moveaxis(_of_two_axes(_after_quarter(q, j), i, j), -1, 0)
    return np.stack([first, middle - 0.5 * np.pi, _wrapped(-sign * last)], axis=-1)


def _of_two_axes(q: Floats, i: int, j: int) -> Floats:
    """Return a, b, c of R_i(a) R_j(b) R_i(c) [Bernardes2022, Eqs. 30-35].

    w, q_i = cos(b/2) (cos, sin)((a + c)/2);  q_j, q_k = sin(b/2) (cos, sin)((a - c)/2).
    """
    k = 3 - i - j
    q_k = _handedness(i, j) * q[..., k]
    cosine = np.hypot(q[..., 3], q[..., i])
    sine = np.hypot(q[..., j], q_k)
    half_sum = np.arctan2(q[..., i], q[..., 3])
    half_difference = np.arctan2(q_k, q[..., j])
    # Where one of the two is unknown, it equals the other: c = 0.
    length = np.hypot(cosine, sine)
    half_difference = np.where(sine <= _LOCKED * length, half_sum, half_difference)
    half_sum = np.where(cosine <= _LOCKED * length, half_difference, half_sum)
    return np.stack(
        [
            _wrapped(half_sum + half_difference),
            2.0 * np.arctan2(sine, cosine),
            _wrapped(half_sum - half_difference),
        ],
        axis=-1,
    )


def _after_quarter(q: Floats, axis: int) -> Floats:
    """Return q times a quarter turn about a coordinate axis, sqrt(2) long."""
    quarter = np.zeros(4)
    quarter[axis] = quarter[3] = 1.0
    return product(q, quarter)


def _handedness(i: int, j: int) -> float:
    """Return s of e_i x e_j = s e_k."""
    return 1.0 if (i + 1) % 3 == j else -1.0


def _wrapped(angle: Floats) -> Floats:
    """Return the same angles in (-pi, pi], without -0."""
    angle = np.where(angle > np.pi, angle - 2 * np.pi, angle)
    return np.where(angle <= -np.pi, angle + 2 * np.pi, angle) + 0.0
