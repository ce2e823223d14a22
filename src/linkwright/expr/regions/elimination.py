"""The eliminations of the solve region on whole batches, and what they cost.

These are the definitions: back ends follow the same pivots and the same thresholds.
Matrices are NumPy arrays (..., n, n), right-hand sides (..., n, m).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.expr.counts import Counts


@np.errstate(all="ignore")
def general(a: Any, b: Any, threshold: float) -> tuple[Any, Any, Any, Any]:
    """Return x = A^-1 B, rank, pivot ratio, determinant's sign, by row pivoting.

    Every pivot is used, however small; the rank counts those above the threshold. A
    pivot that is exactly zero makes NaN of the rest, which counts as not above: the
    rank of a singular matrix is less than its size.
    """
    n = a.shape[-1]
    a, b = a.copy(), b.copy()
    pivots = []
    sign = np.ones(a.shape[:-2])
    for k in range(n):
        row = k + _first_largest(np.abs(a[..., k:, k]))
        a, b = _swap(a, k, row), _swap(b, k, row)
        pivots.append(np.abs(a[..., k, k]))
        sign = sign * np.sign(a[..., k, k]) * np.where(row == k, 1, -1)
        factor = a[..., k + 1 :, k] * (1 / a[..., k, k])[..., None]
        a[..., k + 1 :, :] -= factor[..., None] * a[..., None, k, :]
        b[..., k + 1 :, :] -= factor[..., None] * b[..., None, k, :]
    for k in reversed(range(n)):
        known = np.einsum("...j,...jm->...m", a[..., k, k + 1 :], b[..., k + 1 :, :])
        b[..., k, :] = (b[..., k, :] - known) * (1 / a[..., k, k])[..., None]
    magnitude = np.stack(pivots, -1)
    largest = magnitude.max(-1)
    rank = np.sum(magnitude > threshold * largest[..., None], -1)
    return b, rank, magnitude.min(-1) / largest, sign


@np.errstate(all="ignore")
def semidefinite(a: Any, b: Any, threshold: float) -> tuple[Any, Any, Any]:
    """Return a solution x of A x = B, rank and pivot ratio, by diagonal pivoting.

    At each step the largest remaining diagonal entry is the pivot. From the first that
    is not above the threshold times the very first, the remaining unknowns are zero;
    a NaN counts as above, so that it reaches the result.
    """
    n = a.shape[-1]
    a, b = a.copy(), b.copy()
    order = np.broadcast_to(np.arange(n), a.shape[:-1]).copy()
    kept = np.ones(a.shape[:-2], bool)
    keeps, pivots = [], []
    for k in range(n):
        diagonal = np.diagonal(a, axis1=-2, axis2=-1)[..., k:]
        row = k + _first_largest(diagonal)
        a = np.swapaxes(_swap(np.swapaxes(_swap(a, k, row), -1, -2), k, row), -1, -2)
        b, order = _swap(b, k, row), _swap(order[..., None], k, row)[..., 0]
        pivot = a[..., k, k]
        pivots.append(pivot)
        kept = kept & ~(pivot <= threshold * pivots[0])
        keeps.append(kept)
        safe = np.where(kept, pivot, 1)
        factor = np.where(kept[..., None], a[..., k + 1 :, k] / safe[..., None], 0)
        b[..., k + 1 :, :] -= factor[..., None] * b[..., None, k, :]
        a[..., k + 1 :, k + 1 :] -= factor[..., None] * a[..., None, k, k + 1 :]
    for k in reversed(range(n)):
        known = np.einsum("...j,...jm->...m", a[..., k, k + 1 :], b[..., k + 1 :, :])
        safe = np.where(keeps[k], a[..., k, k], 1)
        value = (b[..., k, :] - known) / safe[..., None]
        b[..., k, :] = np.where(keeps[k][..., None], value, 0)
    x = np.empty_like(b)
    np.put_along_axis(x, order[..., None], b, axis=-2)
    rank = np.sum(keeps, 0)
    last = np.take_along_axis(
        np.stack(pivots, -1), np.maximum(rank - 1, 0)[..., None], -1
    )[..., 0]
    return x, rank, np.where(rank > 0, last / pivots[0], 0)


def _swap(a: Any, k: int, row: Any) -> Any:
    """Return the matrices with row k and another row (one per matrix) exchanged."""
    order = np.broadcast_to(np.arange(a.shape[-2]), a.shape[:-1]).copy()
    np.put_along_axis(order, row[..., None], k, -1)
    order[..., k] = row
    return np.take_along_axis(a, order[..., None], axis=-2)


def _first_largest(values: Any) -> Any:
    """Return the position of the first value that no other exceeds (NaN never does)."""
    return np.argmax(np.where(np.isnan(values), -np.inf, values), axis=-1)


def general_counts(n: int, m: int) -> Counts:
    """Return the operations of the general elimination; a reciprocal for each pivot."""
    updates = sum(j * (1 + j + m) + j * m for j in range(n))
    additions = sum(j * (j + m) + j * m for j in range(n))
    comparisons = n * (n - 1) // 2
    return Counts(updates + n + n * m, additions, 0, comparisons, 0)


def semidefinite_counts(n: int, m: int) -> Counts:
    """Return the operations at full rank, on one triangle of the matrix."""
    updates = sum(j + j * (j + 1) // 2 + 2 * j * m for j in range(n))
    additions = sum(j * (j + 1) // 2 + 2 * j * m for j in range(n))
    comparisons = n * (n - 1) // 2 + n
    return Counts(updates + n + n * m, additions, 0, comparisons, 0)
