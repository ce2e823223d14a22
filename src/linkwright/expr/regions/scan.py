"""Scan: a fixed number of steps that hand a carry on, like a discrete simulation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from linkwright.errors import InputError
from linkwright.expr.array import Array
from linkwright.expr.counts import Counts, count
from linkwright.expr.interpret import interpreter
from linkwright.expr.node import Scalar, Trace
from linkwright.expr.program import Program, Result
from linkwright.expr.regions.region import (
    Region,
    Step,
    body_arguments,
    check_body,
    flat,
    name_of,
    place,
    tidy,
)

Reduction = Literal["sum", "max", "min", "argmax", "last"]


@dataclass(frozen=True, eq=False)
class Scan(Region):
    """Steps k = 0 ... steps-1 of  (carry, stack_k, reduce_k) = body(carry, input_k, c).

    Operands: the first carry, the inputs (step after step), the constants.
    Body: arguments ``carry``, ``input``, ``constant`` (those of size > 0, in this
    order); results ``carry``, ``stack``, ``reduce`` (always all three).
    Outputs: the last carry, the stacks (step after step), the reduced values.

    A reduction runs over the steps: ``sum``; ``max`` and ``min`` (NaN wins);
    ``argmax``, the first step k whose value no other exceeds (a NaN exceeds nothing,
    but one at step 0 is not exceeded); ``last``, the value of the last step.
    """

    body: Program
    steps: int
    carry_size: int
    input_size: int
    constant_size: int
    stack_size: int
    reductions: tuple[Reduction, ...] = ()

    @property
    def operand_count(self) -> int:
        """The number of scalar operands."""
        return self.carry_size + self.steps * self.input_size + self.constant_size

    @property
    def output_size(self) -> int:
        """The number of scalar outputs."""
        return self.carry_size + self.steps * self.stack_size + len(self.reductions)

    @property
    def bodies(self) -> tuple[Program, ...]:
        """The program of one step."""
        return (self.body,)

    def check(self, operands: Sequence[Scalar]) -> None:
        """Raise InputError unless the region is whole and the operands fit it."""
        if self.steps < 1:
            raise InputError(
                f"a scan has {self.steps} steps", expectation="It takes at least one."
            )
        unknown = set(self.reductions) - set(get_args(Reduction))
        if unknown:
            raise InputError(
                f"a scan has no reduction '{min(unknown)}'",
                expectation="Reductions: " + ", ".join(get_args(Reduction)) + ".",
            )
        check_body(
            self.body,
            {
                "carry": self.carry_size,
                "input": self.input_size,
                "constant": self.constant_size,
            },
            {
                "carry": self.carry_size,
                "stack": self.stack_size,
                "reduce": len(self.reductions),
            },
        )
        self.check_operand_count(operands)

    def split(
        self, operands: Sequence[Any]
    ) -> tuple[Sequence[Any], list[Sequence[Any]], Sequence[Any]]:
        """Return the first carry, the inputs of each step and the constants."""
        first, width = self.carry_size, self.input_size
        end = first + self.steps * width
        inputs = [
            operands[first + k * width : first + (k + 1) * width]
            for k in range(self.steps)
        ]
        return operands[:first], inputs, operands[end:]

    def interpret(self, operands: list[Any], dtype: Any) -> list[Any]:
        """Return the outputs as arrays, given the operands as arrays."""
        step = interpreter(self.body.trace, self.body.entries, dtype)
        carry, inputs, constants = self.split(operands)
        carry, stacked = list(carry), []
        samples: list[list[Any]] = []
        for row in inputs:
            values = step([*carry, *row, *constants])
            carry = values[: self.carry_size]
            stacked += values[self.carry_size : self.carry_size + self.stack_size]
            samples.append(values[self.carry_size + self.stack_size :])
        reduced = [
            _reduce(kind, [sample[i] for sample in samples], dtype)
            for i, kind in enumerate(self.reductions)
        ]
        return carry + stacked + reduced

    def counts(self) -> Counts:
        """Return the operations of all steps and of the reductions between them."""
        sums = self.reductions.count("sum")
        comparisons = len(self.reductions) - sums - self.reductions.count("last")
        between = self.steps - 1
        return count(self.body).times(self.steps) + Counts(
            0, between * sums, 0, between * comparisons, 0
        )


def _reduce(kind: Reduction, values: list[Any], dtype: Any) -> Any:
    """Return the reduction of one value over the steps."""
    if kind == "last":
        return values[-1]
    if kind == "argmax":
        best, where = values[0], dtype(0)
        for k, value in enumerate(values):
            better = np.less(best, value)
            best = np.where(better, value, best)
            where = np.where(better, dtype(k), where)
        return where
    combine = {"sum": np.add, "max": np.maximum, "min": np.minimum}[kind]
    total = values[0]
    for value in values[1:]:
        total = combine(total, value)
    return total


@dataclass(frozen=True)
class Scanned:
    """What a scan yields: last carry, stacks (a row per step), reduced values."""

    carry: Array
    stack: Array
    reduced: Array


def scan(
    step: Step,
    *,
    steps: int,
    carry: Any = (),
    inputs: Any = (),
    constants: Any = (),
    reductions: Iterable[Reduction] = (),
) -> Scanned:
    """Return the outcome of some steps that hand a carry on.

    Args:
        step: called once, as ``step(carry, input, constants)`` with arrays; returns
            ``(next carry, stack)`` or ``(next carry, stack, values to reduce)``, each
            an array, a scalar or a sequence (``()`` for none).
        steps: how many.
        carry: what the first step receives.
        inputs: a matrix with a row per step, or a vector with an entry per step.
        constants: what every step receives; a step sees nothing else from outside.
        reductions: one of ``sum max min argmax last`` for each value to reduce.

    Half of the way to each input, and the largest value on the way:

    >>> def follow(y, x, share):
    ...     following = y[0] + share[0] * (x[0] - y[0])
    ...     return following, following, following
    >>> found = scan(follow, steps=3, carry=0.0, inputs=[1.0, 2.0, 0.0],
    ...              constants=0.5, reductions=("max",))
    >>> found.stack.entries, found.reduced.entries
    ((0.5, 1.25, 0.625), (1.25,))
    """
    first, constant = flat(carry), flat(constants)
    rows = flat(inputs)
    if len(rows) % steps if steps > 0 else False:
        raise InputError(
            f"a scan of {steps} steps has {len(rows)} input values",
            expectation="They are a matrix with one row per step.",
        )
    width = len(rows) // steps if steps > 0 else 0
    trace = Trace()
    arguments = body_arguments(
        trace, carry=len(first), input=width, constant=len(constant)
    )
    following, stack, values = (*step(*arguments), ())[:3]
    results = {
        name: tidy(flat(value), trace, f"the {name} a scan's step returns")
        for name, value in (("carry", following), ("stack", stack), ("reduce", values))
    }
    body = Program.build(
        name_of(step),
        trace,
        *(Result.of(name, entries) for name, entries in results.items()),
    )
    region = Scan(
        body,
        steps,
        len(first),
        width,
        len(constant),
        len(results["stack"]),
        tuple(reductions),
    )
    outputs = place(region, (*first, *rows, *constant))
    after = len(first) + steps * region.stack_size
    return Scanned(
        Array(outputs[: len(first)]),
        Array(outputs[len(first) : after], region.stack_size),
        Array(outputs[after:]),
    )
