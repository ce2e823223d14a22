"""An explicit method of order 8 with interpolation of order 7, compiled.

Dormand and Prince's DOP853 [HairerNorsettWanner1993, Sec. II.10], its table as SciPy
publishes it. The last stage is the next step's first: 12 evaluations a step, and three
more for the interpolation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.expr import Array, Program, Result, Trace, call, maximum, sqrt
from linkwright.simulation.integrators.stages import (
    attempt_symbols,
    combined,
    error_norm,
)
from linkwright.simulation.system import System

STAGES, EXTRA = 12, 3
EVALUATIONS = STAGES + EXTRA + 1


def traced_attempt(system: System) -> Program:
    """Return the program of one step.

    Arguments as `attempt_symbols` makes them; the target's numbers at `shares`.
    Results: the state a step later, the error in units of the tolerance, the rows of
    the interpolation (see `interpolated`).
    """
    from scipy.integrate import DOP853

    trace = Trace()
    times = shares()
    symbols = attempt_symbols(trace, system, len(times))
    t, x, h, n = symbols.t, symbols.x, symbols.h, system.size
    rates = system.traced_rates()
    K: list[Array] = []

    def evaluate(y: Array) -> None:
        number = len(K)
        beside = [symbols.given[number]] if system.reference.inputs else []
        beside += [symbols.varied] if system.robot.varied else []
        K.append(call(rates, Array((t + h * times[number],)), y, *beside))

    for row in DOP853.A:
        evaluate(x + combined(row, K, n) * h)
    change = combined(DOP853.B, K, n)
    end = x + change * h
    evaluate(end)
    error = _error(K, x, end, h, symbols.tolerance, n)
    for row in DOP853.A_EXTRA:
        evaluate(x + combined(row, K, n) * h)
    first, last, way = K[0], K[STAGES], end - x
    rows = [way, first * h - way, way * 2.0 - (last + first) * h]
    rows += [combined(row, K, n) * h for row in DOP853.D]
    results: dict[str, Any] = {
        "state": end,
        "error": error,
        "rows": Array.matrix(rows),
    }
    return Program.build(
        "dormand_prince", trace, *(Result.of(name, x) for name, x in results.items())
    )


def shares() -> tuple[float, ...]:
    """Return the shares of the step at which the right-hand side is evaluated."""
    from scipy.integrate import DOP853

    return (*DOP853.C.tolist(), 1.0, *DOP853.C_EXTRA.tolist())


def _error(K: list[Array], x: Array, end: Array, h: Any, tolerance: Any, n: int) -> Any:
    """Return |e5|^2 / sqrt(|e5|^2 + 0.01 |e3|^2), in units of the tolerance."""
    from scipy.integrate import DOP853

    fifth = error_norm(combined(DOP853.E5, K, n) * h, x, end, tolerance)
    third = error_norm(combined(DOP853.E3, K, n) * h, x, end, tolerance)
    both = fifth * fifth + 0.01 * third * third
    return fifth * fifth / sqrt(maximum(both, 1e-300))


def interpolated(begin: np.ndarray, rows: np.ndarray, s: np.ndarray) -> np.ndarray:
    """Return the states at shares s of a step (n,), order 7."""
    factors = np.empty((len(s), len(rows)))
    factors[:, 0::2] = s[:, None]
    factors[:, 1::2] = 1.0 - s[:, None]
    return begin + np.cumprod(factors, axis=1) @ rows
