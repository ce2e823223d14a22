"""The shortest vector that keeps inequalities: what impacts and contacts come down to.

A frictionless impact is Gauss's principle: of all velocity jumps that the contacts
allow, the one of least kinetic energy. In y with |y|^2 = dv' M dv that is least
distance programming, which non-negative least squares solves
[LawsonHanson1974, Ch. 23].
"""

from __future__ import annotations

import numpy as np

_ROUNDING = 1e-9  # of the largest: what counts as none
_INFEASIBLE = 1e-13
_NOTHING = 1e-13  # of the longest row: what counts as a row of zeros


def least_distance(
    G: np.ndarray, h: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the shortest y with G y >= h, and multipliers u >= 0 with y = G' u.

    u_i (G y - h)_i = 0; the rows with u_i > 0 are linearly independent. None where no
    y keeps the inequalities, beyond rounding.
    """
    from scipy.optimize import nnls

    scale = np.linalg.norm(G, axis=1)
    # A row of rounding alone must not be blown up to a direction.
    nothing = scale <= _NOTHING * scale.max(initial=0.0)
    scale = np.where(nothing, 1.0, scale)
    rows = np.where(nothing[:, None], 0.0, G / scale[:, None])
    bounds = h / scale
    largest = float(np.abs(bounds).max(initial=0.0))
    if not (bounds > 0.0).any():
        return np.zeros(G.shape[1]), np.zeros(len(G))
    bounds = bounds / largest
    matrix = np.vstack([rows.T, bounds])
    right = np.zeros(len(matrix))
    right[-1] = 1.0
    found, _ = nnls(matrix, right)
    room = 1.0 - bounds @ found
    if room <= _INFEASIBLE:
        return None
    u = found / room
    y, u = _sharpened(rows, bounds, rows.T @ u, u)
    return y * largest, u * largest / scale


def _sharpened(
    G: np.ndarray, h: np.ndarray, y: np.ndarray, u: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return y and u once more, to round-off, by the rows that hold: G_held y = h_held.

    As they are where rows so nearly dependent hold that this is worse.
    """
    held = u > 0.0
    if not held.any():
        return y, u
    again = np.linalg.lstsq(G[held], h[held], rcond=None)[0]
    better = np.zeros_like(u)
    better[held] = np.linalg.lstsq(G[held].T, again, rcond=None)[0]
    small = _ROUNDING * max(1.0, float(np.abs(better).max()))
    if (better < -small).any() or (G @ again - h < -_ROUNDING).any():
        return y, u
    return again, np.maximum(better, 0.0)


def shortest_alike(G: np.ndarray, u: np.ndarray, may: np.ndarray) -> np.ndarray:
    """Return the shortest u* >= 0 with G' u* = G' u, given one u >= 0.

    Only entries that ``may`` are other than zero. Where contacts are redundant their
    impulses are not unique; this choice is.
    """
    G, given = G[may], u[may]
    _, values, turned = np.linalg.svd(G.T)
    rank = int((values > _ROUNDING * values.max(initial=0.0)).sum())
    free = turned[rank:].T  # G' (u + free z) = G' u
    if not free.shape[1]:
        return u
    shortest = given - free @ (free.T @ given)
    if (shortest < -_ROUNDING * np.abs(given).max(initial=0.0)).any():
        found = least_distance(free, -shortest)
        shortest = given if found is None else shortest + free @ found[0]
    result = np.zeros_like(u)
    result[may] = np.maximum(shortest, 0.0)
    return result
