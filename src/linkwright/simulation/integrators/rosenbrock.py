"""An implicit method without iterations: stages are linear solves with one matrix.

For i = 1 ... s, with the exact Jacobian J = df/dx and f_t = df/dt at the start,

    (1/(gamma h) - J) K_i = f(t + c_i h, x + sum_j a_ij K_j) + sum_j (C_ij/h) K_j
                            + h d_i f_t,

and x+ = x + sum_j m_j K_j. The table is RODAS, order 4, L-stable, its last stage the
error of the order 3 before it  [HairerWanner1996, Sec. VI.4].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.expr import (
    Array,
    Program,
    Result,
    Trace,
    identity,
    solve,
    tangent,
)
from linkwright.simulation.integrators.stages import (
    attempt_symbols,
    combined,
    error_norm,
)
from linkwright.simulation.system import System


@dataclass(frozen=True)
class RosenbrockTable:
    """The numbers of a Rosenbrock method.

    Attributes:
        gamma: of the matrix.
        a: rows of the stages' arguments, the last one that of x+ less its stage.
        C: rows of the stages' coupling.
        c, d: of time, and of df/dt.
        dense: rows of what bends the interpolation (order 3).
        order: of the solution.
    """

    gamma: float
    a: tuple[tuple[float, ...], ...]
    C: tuple[tuple[float, ...], ...]
    c: tuple[float, ...]
    d: tuple[float, ...]
    dense: tuple[tuple[float, ...], ...]
    order: int

    @property
    def stages(self) -> int:
        """How many times a step evaluates the right-hand side."""
        return len(self.c)


_A5 = (1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950)
RODAS = RosenbrockTable(
    gamma=0.25,
    a=(
        (),
        (1.544,),
        (0.9466785280815826, 0.2557011698983284),
        (3.314825187068521, 2.896124015972201, 0.9986419139977817),
        _A5,
        (*_A5, 1.0),
    ),
    C=(
        (),
        (-5.6688,),
        (-2.430093356833875, -0.2063599157091915),
        (-0.1073529058151375, -9.594562251023355, -20.47028614809616),
        (7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160),
        (
            8.083246795921522,
            -7.981132988064893,
            -31.52159432874371,
            16.31930543123136,
            -6.058818238834054,
        ),
    ),
    c=(0.0, 0.386, 0.21, 0.63, 1.0, 1.0),
    d=(0.25, -0.1043, 0.1035, -0.0362, 0.0, 0.0),
    dense=(
        (
            10.12623508344586,
            -7.487995877610167,
            -34.80091861555747,
            -7.992771707568823,
            1.025137723295662,
            0.0,
        ),
        (
            -0.6762803392801253,
            6.087714651680015,
            16.43084320892478,
            24.76722511418386,
            -6.594389125716872,
            0.0,
        ),
    ),
    order=4,
)


def traced_attempt(system: System, table: RosenbrockTable) -> Program:
    """Return the program of one step.

    Arguments as `attempt_symbols` makes them; the target's numbers at each stage, then
    their rates. Results: the state a step later, the error in units of the tolerance,
    the bends of the interpolation.
    """
    trace = Trace()
    symbols = attempt_symbols(trace, system, table.stages + 1)
    t, x, h, n = symbols.t, symbols.x, symbols.h, system.size
    now = system.at(symbols.stage(0, t, x))
    varying = Array((t, *symbols.given[0]))
    rates = Array((1.0, *symbols.given[-1]))
    f_t = Array(tangent(now.rates, varying, rates))
    matrix = identity(n) * (1.0 / (h * table.gamma)) - now.jacobian
    inverse = solve(matrix, identity(n)).solution
    K: list[Array] = []
    for i, row in enumerate(table.a):
        there = x + combined(row, K, n)
        f = now.rates
        if i:
            f = system.at(symbols.stage(i, t + h * table.c[i], there)).rates
        right = f + combined(table.C[i], K, n) * (1.0 / h) + f_t * (h * table.d[i])
        K.append(inverse @ right)
    end = x + combined(table.a[-1], K, n) + K[-1]
    results: dict[str, Any] = {
        "state": end,
        "error": error_norm(K[-1], x, end, symbols.tolerance),
        "bends": Array.matrix(combined(row, K, n) for row in table.dense),
    }
    return Program.build(
        "rosenbrock", trace, *(Result.of(name, x) for name, x in results.items())
    )


def interpolated(
    begin: np.ndarray, end: np.ndarray, bends: np.ndarray, shares: np.ndarray
) -> np.ndarray:
    """Return the states at shares s of a step (n,), order 3.

    (1 - s) x + s (x+ + (1 - s) (b_1 + s b_2)).
    """
    s = shares[:, None]
    return begin * (1.0 - s) + s * (end + (1.0 - s) * (bends[0] + s * bends[1]))
