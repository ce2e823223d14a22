"""Integrators by name: adaptive ones step by step, and fixed steps for batches."""

from __future__ import annotations

from linkwright.simulation.integrators.attempts import AttemptStepper
from linkwright.simulation.integrators.compiled import COMPILED, compiled_method
from linkwright.simulation.integrators.contract import Problem, Stepper
from linkwright.simulation.integrators.cvode import CVODE, CvodeStepper
from linkwright.simulation.integrators.fixed import FIXED
from linkwright.simulation.integrators.scipy_methods import (
    HAVE_HISTORY,
    METHODS,
    ScipyStepper,
)
from linkwright.simulation.kernels import Kernels

ADAPTIVE = (*METHODS, *CVODE, *COMPILED)
IN_PYTHON = (*METHODS, *CVODE)
"""Those that call the right-hand side from Python, whatever computes it."""
IMPLICIT = ("BDF", "Radau", "LSODA", "CVODE")
"""Those of them that take the Jacobian."""
ONE_STEP = tuple(
    name for name in (*METHODS, *COMPILED) if name not in HAVE_HISTORY
) + tuple(FIXED)
"""Those whose state may be changed between two steps."""

__all__ = [
    "ADAPTIVE",
    "COMPILED",
    "FIXED",
    "IN_PYTHON",
    "ONE_STEP",
    "stepper",
    "warm_up",
]


def warm_up(method: str, problem: Problem, kernels: Kernels) -> None:
    """Import and compile what a method needs, so that it is not timed."""
    begin, x = problem.begin, problem.state
    problem.rates(begin, x)
    if method in COMPILED:
        compiled_method(method, kernels, problem.tolerance).attempt(begin, x, 1e-9)
        return
    stepper(method, problem, kernels)
    if problem.jacobian is not None and method in IMPLICIT:
        problem.jacobian(begin, x)


def stepper(method: str, problem: Problem, kernels: Kernels) -> Stepper:
    """Return the integration of a problem, ready to take its first step."""
    if method in COMPILED:
        compiled = compiled_method(method, kernels, problem.tolerance)
        return AttemptStepper(compiled, problem)
    if method in CVODE:
        return CvodeStepper(method, problem)
    return ScipyStepper(method, problem)
