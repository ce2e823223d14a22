"""SciPy's integrators, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.simulation.integrators.contract import (
    Counts,
    Problem,
    Step,
    StepFailed,
)

# Names of SciPy's classes; whether they take a Jacobian; how many different times one
# attempted step evaluates the right-hand side at.
METHODS = {
    "BDF": (True, 1),
    "Radau": (True, 3),
    "LSODA": (True, 1),
    "DOP853": (False, 11),
    "RK45": (False, 5),
}
HAVE_HISTORY = ("BDF", "LSODA")
"""Those whose next step depends on several before."""


class ScipyStepper:
    """One of SciPy's solvers behind our contract."""

    def __init__(self, method: str, problem: Problem) -> None:
        from scipy import integrate

        takes_jacobian, self._times_per_attempt = METHODS[method]
        self.counts = Counts()
        self._rates, self._jacobian = problem.rates, problem.jacobian
        self._times: set[float] = set()
        options: dict[str, Any] = {
            "rtol": problem.tolerance,
            "atol": problem.tolerance,
            "max_step": problem.largest_step,
        }
        if takes_jacobian and problem.jacobian is not None:
            options["jac"] = self._counted_jacobian
        self._lsoda = method == "LSODA"
        solver = getattr(integrate, method)
        self._make = lambda t, x: solver(
            self._counted_rates, t, x, problem.end, **options
        )
        self._has_history = method in HAVE_HISTORY
        self._solver = self._make(problem.begin, problem.state)
        self.t, self.x = problem.begin, np.array(problem.state, float)

    def move(self, x: np.ndarray) -> None:
        """Go on from another state; a method with a history begins anew."""
        self.x = x
        if self._has_history:
            self._solver = self._make(self.t, x)
        elif self.t != self._solver.t_bound:
            self._solver.y = x
            self._solver.f = self._counted_rates(self.t, x)

    def _counted_rates(self, t: float, x: np.ndarray) -> np.ndarray:
        self.counts.rates += 1
        self._times.add(t)
        return self._rates(t, x)

    def _counted_jacobian(self, t: float, x: np.ndarray) -> np.ndarray:
        assert self._jacobian is not None
        self.counts.jacobians += 1
        return self._jacobian(t, x)

    def step(self) -> Step:
        """Advance by one step."""
        begin = self.t
        self._times.clear()
        try:
            message = self._solver.step()
        except (ValueError, np.linalg.LinAlgError) as error:  # NaN in a matrix
            raise StepFailed(str(error)) from error
        if self._solver.status == "failed":
            raise StepFailed(message or "the step size collapsed")
        ahead = sum(1 for t in self._times if t > begin)
        self.counts.rejected += max(0, round(ahead / self._times_per_attempt) - 1)
        self.counts.steps += 1
        if not np.isfinite(self._solver.y).all():
            raise StepFailed("the state is no longer finite")
        self.t, self.x = self._solver.t, self._solver.y
        dense = self._solver.dense_output()
        return Step(begin, self.t, lambda t: dense(t).T)
