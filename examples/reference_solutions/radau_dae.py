"""Implicit differential-algebraic equations by Radau IIA, order 5, variable steps.

M y' = f(t, y), M constant and singular, of index up to 2: an independent reference, in
plain NumPy, straight from the textbook  [HairerWanner1996, Secs. IV.8, VII.6].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import lu_factor, lu_solve

Array = np.ndarray

_S6 = np.sqrt(6.0)
_C = np.array([(4.0 - _S6) / 10.0, (4.0 + _S6) / 10.0, 1.0])
_A = np.array(
    [
        [(88 - 7 * _S6) / 360, (296 - 169 * _S6) / 1800, (-2 + 3 * _S6) / 225],
        [(296 + 169 * _S6) / 1800, (88 + 7 * _S6) / 360, (-2 - 3 * _S6) / 225],
        [(16 - _S6) / 36, (16 + _S6) / 36, 1 / 9],
    ]
)
_A_INVERSE = np.linalg.inv(_A)
# A^-1 = V diag(eigenvalues) V^-1: a real one, and a pair of which one is solved for.
_EIGENVALUES, _V = np.linalg.eig(_A_INVERSE)
_V_INVERSE = np.linalg.inv(_V)
_REAL = int(np.argmin(np.abs(_EIGENVALUES.imag)))
_UPPER = int(np.argmax(_EIGENVALUES.imag))
_GAMMA = float(_EIGENVALUES[_REAL].real)
# The weights of the embedded formula of order 3.
_E = np.array([-13.0 - 7.0 * _S6, -13.0 + 7.0 * _S6, -1.0]) / 3.0
_CONVERGED, _ITERATIONS = 1e-3, 10  # of Newton's method, in units of the tolerance
_SAFETY, _LEAST, _MOST = 0.9, 0.2, 5.0
_DIFFERENCE = 1e-8


@dataclass(frozen=True, eq=False)
class Problem:
    """M y' = f(t, y).

    Attributes:
        f: takes a time, or as many as states, and states (..., n); returns as many
            right-hand sides.
        mass: M (n, n).
        index: of each variable: 1, or 2 for multipliers of constraints on velocities.
    """

    f: Callable[[Any, Array], Array]
    mass: Array
    index: Array


@dataclass
class Statistics:
    """What an integration took; evaluations for Jacobians apart."""

    steps: int = 0
    rejected: int = 0
    evaluations: int = 0
    jacobians: int = 0


def integrate(
    problem: Problem, y: Array, times: Array, tolerance: float
) -> tuple[Array, Statistics]:
    """Return the states at times, every one the end of a step; y is the first."""
    statistics = Statistics()
    states, h = [y], 1e-6
    for begin, end in zip(times, times[1:], strict=False):
        t = float(begin)
        while t < end:
            step = min(h, end - t)
            last = step >= (end - t) * (1.0 - 1e-12)
            y, taken, wanted = _step(problem, t, y, step, tolerance, statistics)
            t = float(end) if last and taken == step else t + taken
            # A step cut short by a recorded time says little about the next.
            h = wanted if taken < h or wanted > h else h
        states.append(y)
    return np.array(states), statistics


def _step(
    problem: Problem, t: float, y: Array, h: float, tolerance: float, told: Statistics
) -> tuple[Array, float, float]:
    """Return the state after a step, the step taken, and the next to try."""
    f0, J = problem.f(t, y), _jacobian(problem, t, y)
    told.jacobians += 1
    told.evaluations += 1
    while True:
        scale = tolerance * (1.0 + np.abs(y)) / h ** (problem.index - 1.0)
        real = lu_factor(problem.mass * (_GAMMA / h) - J, check_finite=False)
        pair = problem.mass * (_EIGENVALUES[_UPPER] / h) - J
        factors = (real, lu_factor(pair, check_finite=False))
        Z = _stages(problem, t, y, h, factors, scale, told)
        if Z is None:
            told.rejected += 1
            h *= 0.5
        else:
            right = f0 + problem.mass @ (_E @ Z) / h
            error = _rms(lu_solve(real, right, check_finite=False) / scale)
            factor = _SAFETY * max(error, 1e-8) ** -0.25
            if error <= 1.0:
                told.steps += 1
                return y + Z[2], h, h * min(_MOST, max(_LEAST, factor))
            told.rejected += 1
            h *= max(_LEAST, factor)
        if h < 1e-14:
            raise ArithmeticError(f"the step collapsed at t = {t} s")


def _stages(
    problem: Problem,
    t: float,
    y: Array,
    h: float,
    factors: tuple[Any, Any],
    scale: Array,
    told: Statistics,
) -> Array | None:
    """Return Z_i = Y_i - y (3, n) by Newton's method with the Jacobian at y.

    (A^-1 M / h) Z = f(t + c h, y + Z), one system for each eigenvalue of A^-1.
    """
    Z = np.zeros((3, len(y)))
    before = np.inf
    for _ in range(_ITERATIONS):
        f = problem.f(t + _C * h, y + Z)
        told.evaluations += 3
        residual = _V_INVERSE @ (f - _A_INVERSE @ Z @ problem.mass.T / h)
        real = lu_solve(factors[0], residual[_REAL].real, check_finite=False)
        upper = lu_solve(factors[1], residual[_UPPER], check_finite=False)
        change = np.outer(_V[:, _REAL].real, real)
        change = change + 2.0 * np.outer(_V[:, _UPPER], upper).real
        size = _rms(change / scale)
        if not np.isfinite(size) or size > 2.0 * before:
            return None
        Z = Z + change
        if size < _CONVERGED:
            return Z
        before = size
    return None


def _jacobian(problem: Problem, t: float, y: Array) -> Array:
    """Return df/dy (n, n) by central differences, all states in one call."""
    step = _DIFFERENCE ** (2 / 3) * (1.0 + np.abs(y))
    shifts = np.diag(step)
    change = problem.f(t, y + shifts) - problem.f(t, y - shifts)
    return (change / (2.0 * step)[:, None]).T


def _rms(x: Array) -> float:
    return float(np.sqrt(np.mean(x * x)))
