"""Unit quaternions x y z w from and to matrices, axes and rotation vectors."""

from __future__ import annotations

import numpy as np

Floats = np.ndarray


def unit(q: Floats) -> Floats:
    """Return the quaternion or axis of length 1 along q."""
    q = q / np.abs(q).max(axis=-1, keepdims=True)  # squares neither over- nor underflow
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def canonical(q: Floats) -> Floats:
    """Return the one of q and -q whose first of w, x, y, z not zero is positive."""
    x, y, z, w = (q[..., i] for i in range(4))
    leading = np.where(w != 0, w, np.where(x != 0, x, np.where(y != 0, y, z)))
    return np.where((leading < 0)[..., None], -q, q) + 0.0  # no -0


def product(a: Floats, b: Floats) -> Floats:
    """Return the quaternion of rotation a after b, R(a b) = R(a) R(b)."""
    ax, ay, az, aw = (a[..., i] for i in range(4))
    bx, by, bz, bw = (b[..., i] for i in range(4))
    return np.stack(
        [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ],
        axis=-1,
    )


def about_coordinate_axis(axis: int, angle: Floats) -> Floats:
    """Return the quaternion of a turn about coordinate axis 0, 1 or 2."""
    q = np.zeros((*angle.shape, 4))
    q[..., axis], q[..., 3] = np.sin(0.5 * angle), np.cos(0.5 * angle)
    return q


def of_axis_angle(values: Floats) -> Floats:
    """Return the quaternions of axes of any length and angles."""
    half = 0.5 * values[..., 3:]
    q = np.concatenate([unit(values[..., :3]) * np.sin(half), np.cos(half)], axis=-1)
    return unit(q)  # NaN in any entry reaches all


def axis_angle(q: Floats) -> Floats:
    """Return unit axis and angle, the axis z where the angle is 0."""
    sine = np.linalg.norm(q[..., :3], axis=-1, keepdims=True)
    still = np.where(np.isnan(sine), np.nan, [0.0, 0.0, 1.0])
    moves = (q[..., :3] != 0).any(axis=-1, keepdims=True)
    axis = np.where(moves, unit(q[..., :3]), still)
    return np.concatenate([axis, 2.0 * np.arctan2(sine, q[..., 3:])], axis=-1)


def of_rotation_vector(r: Floats) -> Floats:
    """Return the quaternions of rotation vectors."""
    angle = np.linalg.norm(r, axis=-1, keepdims=True)
    # sin(x)/x loses nothing near 0: numerator and denominator carry the same error.
    scale = np.where(angle == 0, 0.5, np.sin(0.5 * angle) / angle)
    return unit(np.concatenate([r * scale, np.cos(0.5 * angle)], axis=-1))


def rotation_vector(q: Floats) -> Floats:
    """Return axis times angle."""
    sine = np.linalg.norm(q[..., :3], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, q[..., 3:])
    return q[..., :3] * np.where(sine == 0, 2.0, angle / sine)


def of_matrix(r: Floats) -> Floats:
    """Return the quaternions of rotation matrices.

    Shepperd's choice: of four formulas the one that divides by the largest entry.
    """
    a, b, c = (r[..., i, j] + r[..., j, i] for i, j in ((0, 1), (0, 2), (1, 2)))
    d, e, f = (r[..., i, j] - r[..., j, i] for i, j in ((2, 1), (0, 2), (1, 0)))
    x, y, z = r[..., 0, 0], r[..., 1, 1], r[..., 2, 2]
    squares = [1 + x - y - z, 1 - x + y - z, 1 - x - y + z, 1 + x + y + z]
    rows = [
        [squares[0], a, b, d],
        [a, squares[1], c, e],
        [b, c, squares[2], f],
        [d, e, f, squares[3]],
    ]
    candidates = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
    best = np.stack(squares, axis=-1).argmax(axis=-1)
    chosen = np.take_along_axis(candidates, best[..., None, None], axis=-2)
    return unit(chosen[..., 0, :])


def matrix(q: Floats) -> Floats:
    """Return the rotation matrices of unit quaternions."""
    x, y, z, w = (q[..., i] for i in range(4))
    xx, yy, zz = 2 * x * x, 2 * y * y, 2 * z * z
    xy, xz, yz = 2 * x * y, 2 * x * z, 2 * y * z
    wx, wy, wz = 2 * w * x, 2 * w * y, 2 * w * z
    entries = [
        *(1 - (yy + zz), xy - wz, xz + wy),
        *(xy + wz, 1 - (xx + zz), yz - wx),
        *(xz - wy, yz + wx, 1 - (xx + yy)),
    ]
    return np.stack(entries, axis=-1).reshape(*q.shape[:-1], 3, 3)
