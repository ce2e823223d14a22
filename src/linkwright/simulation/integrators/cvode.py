"""SUNDIALS' CVODE, through the package scikit-sundae: linkwright[sundials]."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.simulation.integrators.contract import (
    Counts,
    Problem,
    Step,
    StepFailed,
)

CVODE = {"CVODE": "BDF", "ADAMS": "Adams"}
"""Our names, and what SUNDIALS calls the formulas."""


class CvodeStepper:
    """CVODE behind our contract; its interpolation is that of its last step."""

    def __init__(self, method: str, problem: Problem) -> None:
        solver = _solver_class(method)
        self.counts = Counts()
        self.t, self.x = problem.begin, np.array(problem.state, float)
        self._end = problem.end
        self._ahead: set[float] = set()
        options: dict[str, Any] = {
            "method": CVODE[method],
            "rtol": problem.tolerance,
            "atol": problem.tolerance,
            "max_step": 0.0 if np.isinf(problem.largest_step) else problem.largest_step,
        }
        rates, jacobian = problem.rates, problem.jacobian

        def fill_rates(t: float, x: np.ndarray, filled: np.ndarray) -> None:
            self.counts.rates += 1
            self._ahead.add(t)
            filled[:] = rates(t, x)

        if jacobian is not None and CVODE[method] == "BDF":

            def fill_jacobian(t: float, x: Any, _: Any, filled: np.ndarray) -> None:
                self.counts.jacobians += 1
                filled[:] = jacobian(t, x)

            options["jacfn"] = fill_jacobian
        self._solver = solver(fill_rates, **options)
        self._solver.init_step(self.t, self.x)

    def move(self, x: np.ndarray) -> None:
        """Go on from another state, without the history."""
        self.x = x
        self._solver.init_step(self.t, x)

    def step(self) -> Step:
        """Advance by one step."""
        begin = self.t
        self._ahead.clear()
        found = self._solver.step(self._end, method="onestep", tstop=self._end)
        if found.success and found.t <= begin:  # back from looking inside the last one
            found = self._solver.step(self._end, method="onestep", tstop=self._end)
        end, x = float(found.t), np.array(found.y)
        if not found.success or end <= begin or not np.isfinite(x).all():
            raise StepFailed(f"CVODE stopped: {found.message}")
        self.t, self.x = end, x
        self.counts.steps += 1
        ahead = sum(1 for t in self._ahead if t > begin)
        self.counts.rejected += max(0, ahead - 1)

        def interpolate(times: np.ndarray) -> np.ndarray:
            return np.array(
                [x if t >= end else np.array(self._solver.step(t).y) for t in times]
            )

        return Step(begin, end, interpolate)


def _solver_class(method: str) -> Any:
    try:
        from sksundae.cvode import CVODE as Solver  # noqa: N811
    except ImportError as error:
        raise InputError(
            f"integrator '{method}' is SUNDIALS' CVODE, which is not installed",
            expectation="It comes with the package scikit-sundae.",
            remedy="python -m pip install 'linkwright[sundials]', or take 'BDF'.",
        ) from error
    return Solver
