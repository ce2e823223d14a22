"""Integrators by name: adaptive ones step by step, and fixed steps for batches."""

from __future__ import annotations

from linkwright.simulation.integrators.contract import Problem, Stepper
from linkwright.simulation.integrators.fixed import FIXED
from linkwright.simulation.integrators.scipy_methods import METHODS, ScipyStepper

ADAPTIVE = (*METHODS,)

__all__ = ["ADAPTIVE", "FIXED", "stepper"]


def stepper(method: str, problem: Problem) -> Stepper:
    """Return the integration of a problem, ready to take its first step."""
    return ScipyStepper(method, problem)
