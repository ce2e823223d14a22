"""The KUKA paper's simulation: trajectory, controller, and the paper's own counts.

KUKA: Wolinski and Malczyk, Archive of Mechanical Engineering 62(2), 2015, Sec. 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.simulation import PD, Cosine, Run

DURATION = 14.0  # s
START = np.full(7, np.pi / 2)  # Eq. 30, at rest
STIFFNESS = (10.0, 1000.0, 200.0, 100.0, 10.0, 10.0, 10.0)  # N m/rad, Eq. 33
DAMPING = (1000.0, 10000.0, 1000.0, 1000.0, 10.0, 10.0, 10.0)  # N m s/rad, Eq. 34
LARGEST_TORQUE = 1.94425  # N m, of joint 1 along the trajectory
# Right-hand sides at tolerances 1e-6 and 1e-3: the paper's Table 1.
TABLE_1 = {
    "Scilab BDF": (1924, 993),
    "ADAMS GSTIFF SI2": (4432, 1745),
    "ADAMS GSTIFF I3": (2583, 1613),
    "ADAMS WSTIFF SI2": (4852, 1824),
    "ADAMS WSTIFF I3": (3388, 1489),
    "ADAMS HHT": (7431, 2190),
    "ADAMS Newmark": (7495, 2196),
    "ADAMS HASTIFF SI1": (7010, 1821),
    "ADAMS HASTIFF SI2": (6272, 1787),
}
JACOBIAN = 14  # right-hand sides that differences take for a Jacobian of 14 states
SPREAD = np.linspace(0.8, 1.25, 10)  # counts are chaotic: medians over tolerances


def trajectory(t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return q, v, a (n, 7) of all joints at times: pi/2 cos(pi t/7), Eqs. 28, 29."""
    w, one = np.pi / 7, np.ones(7)
    q = np.pi / 2 * np.cos(w * t)
    v = -np.pi / 2 * w * np.sin(w * t)
    return q[:, None] * one, v[:, None] * one, -(w**2) * q[:, None] * one


def controller() -> PD:
    """Return the joints' PD control, Eq. 32."""
    return PD(STIFFNESS, DAMPING, Cosine(0.0, np.pi / 2, DURATION))


def simulated(
    robot: lw.Robot, method: str, tolerance: float, samples: Any = 280, **words: Any
) -> Run:
    """Return the 14 s simulation by an adaptive method."""
    return lw.simulate(
        robot,
        controller(),
        start=START,
        duration=DURATION,
        method=method,
        tolerance=tolerance,
        samples=samples,
        limits=False,
        **words,
    )


def total(run: Run) -> int:
    """Return evaluations with a Jacobian as so many right-hand sides."""
    return run.counts.rates + JACOBIAN * run.counts.jacobians


def medians(
    robot: lw.Robot, method: str, tolerance: float, exact: np.ndarray
) -> dict[str, float]:
    """Return medians over the spread of tolerances, and the largest error [rad]."""
    runs = [simulated(robot, method, tolerance * f) for f in SPREAD]
    errors = [float(np.abs(run.q - exact).max()) for run in runs]
    return {
        "rates": _median([run.counts.rates for run in runs]),
        "jacobians": _median([run.counts.jacobians for run in runs]),
        "total": _median([total(run) for run in runs]),
        "steps": _median([run.counts.steps for run in runs]),
        "error": _median(errors),
        "largest_error": max(errors),
        "milliseconds": 1e3 * _median([run.wall_time for run in runs]),
        "best_milliseconds": 1e3 * min(run.wall_time for run in runs),
    }


def _median(numbers: Sequence[float]) -> float:
    return float(np.median(numbers))
