"""The compiled adaptive methods, by name: each attempt one call of a kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwright.expr import Program
from linkwright.simulation.integrators import dormand_prince, rosenbrock
from linkwright.simulation.integrators.attempts import Attempt, Method
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.system import System


@dataclass(frozen=True)
class Compiled:
    """A method whose attempts are compiled.

    Attributes:
        traced: the program of an attempt.
        interpolated: from begin, end, what the program says of the interior, and
            shares of the step to states.
        shares: of the step, at which it needs the target.
        needs_rates: whether it needs the target's rates at the begin too.
        order: of the error estimate.
        rates, jacobians: evaluations in an attempt.
    """

    traced: Callable[[System], Program]
    interpolated: Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], np.ndarray]
    shares: Callable[[], tuple[float, ...]]
    needs_rates: bool
    order: int
    rates: int
    jacobians: int


COMPILED = {
    "rosenbrock": Compiled(
        lambda system: rosenbrock.traced_attempt(system, rosenbrock.RODAS),
        rosenbrock.interpolated,
        lambda: rosenbrock.RODAS.c,
        True,
        rosenbrock.RODAS.order - 1,
        rosenbrock.RODAS.stages,
        1,
    ),
    "dormand_prince": Compiled(
        dormand_prince.traced_attempt,
        lambda begin, end, rows, s: dormand_prince.interpolated(begin, rows, s),
        dormand_prince.shares,
        False,
        7,
        dormand_prince.EVALUATIONS,
        0,
    ),
}


def compiled_method(name: str, kernels: Kernels, tolerance: float) -> Method:
    """Return a compiled method for a system."""
    what = COMPILED[name]
    system = kernels.system
    kernel = kernels.of(f"attempt {name}", lambda: what.traced(system))
    now, step = np.zeros(1), np.array([0.0, tolerance])
    beside = _beside(what, kernels)

    def attempt(t: float, x: np.ndarray, h: float) -> Attempt:
        now[0], step[0] = t, h
        end, error, interior = kernel(now, x, step, *beside(t, h))
        return Attempt(
            end, float(error), lambda s: what.interpolated(x, end, interior, s)
        )

    return Method(attempt, what.order, what.rates, what.jacobians)


def _beside(
    what: Compiled, kernels: Kernels
) -> Callable[[float, float], list[np.ndarray]]:
    """Return what a kernel takes besides: the target's numbers, parameters."""
    reference = kernels.system.reference
    varied = [] if kernels.parameters is None else [kernels.parameters]
    if not reference.inputs:
        return lambda t, h: varied
    shares = np.array(what.shares())

    def beside(t: float, h: float) -> list[np.ndarray]:
        numbers = reference.sampled(t + h * shares).ravel()
        if what.needs_rates:
            rates = reference.sampled_rates(np.array(t))
            numbers = np.concatenate([numbers, rates])
        return [numbers, *varied]

    return beside
