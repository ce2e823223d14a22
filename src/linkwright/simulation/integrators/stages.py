"""What methods of several stages share: their arguments, sums, and error norm."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from linkwright.expr import (
    CASE,
    Array,
    Trace,
    absolute,
    argument,
    maximum,
    sqrt,
)
from linkwright.simulation.system import Symbols, System


@dataclass(frozen=True, eq=False)
class AttemptSymbols:
    """The arguments of a program that attempts a step.

    Attributes:
        t, x: time and state at its begin.
        h, tolerance: the step, and what error is tolerated.
        given: the target's numbers at every stage.
        varied: design parameters.
    """

    t: Any
    x: Array
    h: Any
    tolerance: Any
    given: tuple[Array, ...]
    varied: Array

    def stage(self, number: int, t: Any, x: Array) -> Symbols:
        """Return the system's arguments at a stage."""
        return Symbols(t, x, self.given[number], self.varied)


def attempt_symbols(trace: Trace, system: System, targets: int) -> AttemptSymbols:
    """Return the arguments of a program that attempts a step.

    ``targets`` is how many sets of the target's numbers it takes.
    """
    (t,) = argument(trace, "time", 1)
    x = argument(trace, "state", system.size)
    h, tolerance = argument(trace, "step", 2)
    width = system.reference.inputs
    numbers = varied = Array(())
    if width:
        numbers = argument(trace, "target", targets * width)
    if system.robot.varied:
        varied = argument(trace, "parameters", len(system.robot.varied), CASE)
    given = tuple(numbers[k * width : (k + 1) * width] for k in range(targets))
    return AttemptSymbols(t, x, h, tolerance, given, varied)


def combined(weights: Iterable[float], vectors: list[Array], n: int) -> Array:
    """Return the sum of weighted vectors, as many as there are."""
    total = Array((0.0,) * n)
    for weight, vector in zip(weights, vectors, strict=False):
        if weight:
            total = total + vector * float(weight)
    return total


def error_norm(error: Array, begin: Array, end: Array, tolerance: Any) -> Any:
    """Return the root mean square of e_i / (tol + tol max(|x_i|, |x_i+|))."""
    total: Any = 0.0
    for e, a, b in zip(error, begin, end, strict=True):
        ratio = e / (tolerance * (1.0 + maximum(absolute(a), absolute(b))))
        total = total + ratio * ratio
    return sqrt(total * (1.0 / len(error)))
