"""What loops do to a tree at a place, by LAPACK: for mechanisms of many loops.

The formulas of `algorithms.loops.spanning_tree.Hold`, on arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

import numpy as np

from linkwright.algorithms.loops.spanning_tree import MASSLESS, REDUNDANT

Array = np.ndarray


@contextmanager
def one_blas_thread(wanted: bool) -> Iterator[None]:
    """Let BLAS use one thread while this lasts, if wanted.

    For matrices of about 100 rows, threads that wait for each other on a busy machine
    take a hundred times as long as the arithmetic.
    """
    if not wanted:
        yield
        return
    import scipy.linalg  # loaded, to be found
    from threadpoolctl import threadpool_limits

    assert scipy.linalg is not None
    with threadpool_limits(limits=1, user_api="blas"):
        yield


class LapackHold:
    """A = M + J' W J of one place, and S = J̄ A⁻¹ J̄', factored when asked for."""

    def __init__(self, M: Array, J: Array, weights: Array) -> None:
        self._J, self._weights = J * weights[:, None], weights
        A = M + self._J.T @ self._J
        self._scale = 1.0 / np.sqrt(np.maximum(np.diagonal(A), 1e-300))
        self._A = A * self._scale * self._scale[:, None]

    def motion(self, forces: Array, gamma: Array) -> tuple[Array, Array]:
        """Return accelerations of the tree, and forces of the loops."""
        free = self._solved(forces)
        driven = gamma * self._weights
        mu = self._balanced(-driven - self._J @ free)
        return free + self._by_loops @ mu, (mu + driven) * self._weights

    def back(self, excess: Array) -> Array:
        """Return the step with J step = excess that is shortest in kinetic energy."""
        return self._by_loops @ self._balanced(excess * self._weights)

    @property
    def rank(self) -> int:
        """How many rows are independent."""
        return len(self._S[1])

    @cached_property
    def _by_loops(self) -> Array:
        return self._solved(self._J.T)

    def _solved(self, right: Array) -> Array:
        from scipy.linalg import solve_triangular

        scale = self._scale if right.ndim == 1 else self._scale[:, None]
        half = solve_triangular(self._L, right * scale, lower=True, check_finite=False)
        return scale * solve_triangular(
            self._L, half, lower=True, trans=1, check_finite=False
        )

    @cached_property
    def _L(self) -> Array:  # noqa: N802
        try:
            L = np.linalg.cholesky(self._A)
        except np.linalg.LinAlgError:
            return np.full_like(self._A, np.nan)
        return L if (np.diagonal(L) ** 2).min() > MASSLESS else np.full_like(L, np.nan)

    @cached_property
    def _S(self) -> tuple[Array, Array]:  # noqa: N802
        """The factor of S's independent part, and which rows it has."""
        from scipy.linalg import get_lapack_funcs

        S = self._J @ self._by_loops
        if not np.isfinite(S).all():
            return np.full((1, 1), np.nan), np.zeros(1, int)
        tolerance = REDUNDANT * np.diagonal(S).max(initial=0.0)
        (pstrf,) = get_lapack_funcs(("pstrf",), (S,))
        factor, pivots, rank, _ = pstrf(S, tol=tolerance, lower=1)
        return np.tril(factor[:rank, :rank]), pivots[:rank] - 1

    def _balanced(self, right: Array) -> Array:
        """Return S⁺ right: zero in rows without a pivot."""
        from scipy.linalg import solve_triangular

        L, kept = self._S
        found = np.zeros_like(right)
        half = solve_triangular(L, right[kept], lower=True, check_finite=False)
        found[kept] = solve_triangular(L, half, lower=True, trans=1, check_finite=False)
        return found
