"""Iterate: repeat a step until it says done, each row of a batch for itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.expr.array import Array
from linkwright.expr.counts import Counts, count_nodes
from linkwright.expr.interpret import interpreter
from linkwright.expr.node import Node, Scalar, Trace
from linkwright.expr.program import Program, Result, live_nodes
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


@dataclass(frozen=True, eq=False)
class Iterate(Region):
    """At most ``bound`` evaluations of  (next, done) = body(carry, constant).

    For each row of a batch: the carry becomes ``next``; the evaluation that says
    ``done`` is the row's last (its ``next`` still counts). All rows done, or the bound
    reached, ends the loop. A row's result never depends on the other rows.

    Operands: the first carry, the constants.
    Body: arguments ``carry``, ``constant`` (those of size > 0, in this order); results
    ``carry``, ``done`` (one truth value) and perhaps ``residual`` (as many as carry):
    F(carry; constant), zero at the solution, which derivatives need (implicit function
    theorem). The loop itself never evaluates the residual.
    Outputs: the last carry, the number of evaluations, converged (1.0 or 0.0).
    """

    body: Program
    bound: int
    carry_size: int
    constant_size: int

    @property
    def operand_count(self) -> int:
        """The number of scalar operands."""
        return self.carry_size + self.constant_size

    @property
    def output_size(self) -> int:
        """The number of scalar outputs."""
        return self.carry_size + 2

    @property
    def bodies(self) -> tuple[Program, ...]:
        """The program of one evaluation."""
        return (self.body,)

    @property
    def loop_entries(self) -> tuple[Scalar, ...]:
        """What the loop evaluates: the next carry, then done."""
        return self.body.entries[: self.carry_size + 1]

    @property
    def residual(self) -> tuple[Scalar, ...]:
        """The residual's entries, none where it was not given."""
        return self.body.entries[self.carry_size + 1 :]

    def check(self, operands: Sequence[Scalar]) -> None:
        """Raise InputError unless the region is whole and the operands fit it."""
        if self.bound < 1 or self.carry_size < 1:
            raise InputError(
                f"an iteration has the bound {self.bound} and {self.carry_size} values",
                expectation="It takes at least one of each.",
            )
        results = {"carry": self.carry_size, "done": 1}
        if len(self.body.results) > len(results):
            results["residual"] = self.carry_size
        arguments = {"carry": self.carry_size, "constant": self.constant_size}
        check_body(self.body, arguments, results)
        done = self.loop_entries[-1]
        if not isinstance(done, Node) or not done.is_truth:
            raise InputError(
                f"'done' of iteration '{self.body.name}' is {done!r}",
                expectation="It is a comparison of expressions, e.g. error < 1e-12.",
                remedy="For a fixed number of steps use scan.",
            )
        self.check_operand_count(operands)

    def influential(self, operands: Sequence[Scalar]) -> Sequence[Scalar]:
        """Return the constants: where it starts does not change where it arrives."""
        return operands[self.carry_size :]

    def interpret(self, operands: list[Any], dtype: Any) -> list[Any]:
        """Return the outputs as arrays, given the operands as arrays."""
        step = interpreter(self.body.trace, self.loop_entries, dtype)
        carry = list(operands[: self.carry_size])
        constants = operands[self.carry_size :]
        active, evaluations = np.True_, dtype(0)
        for _ in range(self.bound):
            *following, done = step([*carry, *constants])
            carry = [
                np.where(active, new, old)
                for new, old in zip(following, carry, strict=True)
            ]
            evaluations = evaluations + np.where(active, dtype(1), dtype(0))
            active = np.logical_and(active, np.logical_not(done))
            if not np.any(active):
                break
        return [*carry, evaluations, np.where(active, dtype(0), dtype(1))]

    def counts(self) -> Counts:
        """Return the operations at most: those of the loop body, ``bound`` times."""
        nodes = live_nodes(self.body.trace, self.loop_entries)
        return count_nodes(nodes).times(self.bound)


@dataclass(frozen=True)
class Iterated:
    """What an iteration yields."""

    carry: Array
    evaluations: Any
    converged: Any


def iterate(
    step: Step,
    *,
    carry: Any,
    constants: Any = (),
    bound: int,
    residual: Callable[[Array, Array], Any] | None = None,
) -> Iterated:
    """Return where a repeated step arrives.

    Args:
        step: called once, as ``step(carry, constants)`` with arrays; returns
            ``(next carry, done)``, done a truth value.
        carry: where it starts.
        constants: what every evaluation receives; a step sees nothing else.
        bound: the largest number of evaluations.
        residual: called once, as ``residual(carry, constants)``; returns as many
            values as the carry has, all zero at the solution. Needed for derivatives.
    """
    first, constant = flat(carry), flat(constants)
    trace = Trace()
    arguments = body_arguments(trace, carry=len(first), constant=len(constant))
    following, done = step(*arguments)
    results = {"carry": tidy(flat(following), trace, "the carry a step returns")}
    if isinstance(done, Node):
        results["done"] = tidy((done,), trace, "the 'done' a step returns")
    else:
        results["done"] = (done,)
    if residual is not None:
        values = flat(residual(*arguments))
        results["residual"] = tidy(values, trace, "the residual")
    body = Program.build(
        name_of(step),
        trace,
        *(Result.of(name, entries) for name, entries in results.items()),
    )
    region = Iterate(body, bound, len(first), len(constant))
    *outputs, evaluations, converged = place(region, (*first, *constant))
    return Iterated(Array(outputs), evaluations, converged)
