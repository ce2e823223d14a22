"""Rotations from outside: arrays of the right shape that are rotations, or an error."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.description.direction import NEARLY_ONE
from linkwright.description.rotation import EULER_ORDERS
from linkwright.errors import InputError, did_you_mean

_SHAPES: dict[str, tuple[tuple[int, ...], str]] = {
    **{
        order: ((3,), f"angles about {', '.join(order)} in turn")
        for order in EULER_ORDERS
    },
    "axis_angle": ((4,), "x, y, z, angle"),
    "rotation_vector": ((3,), "axis times angle"),
    "quaternion": ((4,), "x, y, z, w"),
    "matrix": ((3, 3), "rows, then columns"),
}


def check_kind(kind: str) -> None:
    """Refuse a word that is no kind of rotation."""
    if kind not in _SHAPES:
        raise InputError(
            f"there is no kind of rotation '{kind}'",
            expectation=f"Kinds: {', '.join(_SHAPES)}.",
            remedy=did_you_mean(str(kind).lower(), _SHAPES),
        )


def accept(values: Any, kind: str) -> tuple[np.ndarray, np.dtype]:
    """Return rotations as float64, and the dtype of the answer; refuse what is none."""
    check_kind(kind)
    array = _real(values, kind)
    shape, meaning = _SHAPES[kind]
    if array.shape[-len(shape) :] != shape:
        raise InputError(
            f"{kind}: the values have shape {array.shape}",
            expectation=f"Expected (..., {', '.join(map(str, shape))}): {meaning}.",
        )
    single = array.dtype == np.float32
    dtype = np.dtype(np.float32 if single else np.float64)
    given = array.astype(np.float64)
    if kind in ("quaternion", "axis_angle"):
        _refuse_zero(given, kind)
    elif kind == "matrix":
        _refuse_distorted(given)
    return given, dtype


def _real(values: Any, kind: str) -> np.ndarray:
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise InputError(
            f"{kind}: the values are no array: {error}",
            remedy="Give rows of equal length.",
        ) from error
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise InputError(
            f"{kind}: the values have dtype {array.dtype}",
            expectation="Expected real numbers that fit float64.",
        )
    return array


def _refuse_zero(given: np.ndarray, kind: str) -> None:
    if kind == "quaternion":
        what, none = "quaternion", "0, 0, 0, 1"
    else:
        what, none, given = "axis", "any axis and the angle 0", given[..., :3]
    zero = (given == 0.0).all(axis=-1)
    if zero.any():
        raise InputError(
            f"{kind}: the {what}{_where(zero)} is zero",
            expectation="Any length above 0 will do.",
            remedy=f"No rotation is {none}.",
        )


def _refuse_distorted(given: np.ndarray) -> None:
    """Refuse matrices that stretch, shear or mirror; rows with NaN pass."""
    finite = np.isfinite(given).all(axis=(-1, -2), keepdims=True)
    matrices = np.where(finite, given, np.eye(3))
    with np.errstate(over="ignore", invalid="ignore"):
        product = matrices @ np.swapaxes(matrices, -1, -2)
        error = np.abs(product - np.eye(3)).max(axis=(-1, -2))
    distorted = ~(error <= NEARLY_ONE)
    if distorted.any():
        raise InputError(
            f"matrix: the matrix{_where(distorted)} is no rotation: R R^T differs from"
            f" 1 by {error[distorted].flat[0]:.3g}",
            expectation="Rows and columns must be perpendicular unit vectors, to"
            f" {NEARLY_ONE:g}.",
        )
    mirrored = np.linalg.det(matrices) < 0.0
    if mirrored.any():
        raise InputError(
            f"matrix: the matrix{_where(mirrored)} mirrors: its determinant is -1",
            expectation="A rotation has the determinant 1.",
            remedy="Change the sign of one row or column.",
        )


def _where(bad: np.ndarray) -> str:
    """Return which row of the batch is the first bad one."""
    if not bad.ndim:
        return ""
    index = ", ".join(map(str, np.argwhere(bad)[0].tolist()))
    return f" [{index}]"
