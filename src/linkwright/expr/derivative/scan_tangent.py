"""Forward derivative of a scan: a scan of the step and its tangents together.

    dcarry' = f_c dcarry + f_i dinput + f_k dconstant

The tangents of the carry join the carry. Which of them can differ from zero is found
by tracing the step until the set no longer grows. The derivative of a maximum (minimum)
over the steps is that of its value at the first step that reaches it.
"""

from __future__ import annotations

from linkwright.expr.construct import apply, select
from linkwright.expr.derivative.forward import forward
from linkwright.expr.derivative.region_rule import Directions, Use
from linkwright.expr.derivative.scan_replay import (
    Pair,
    Part,
    directions_of,
    pairs,
    run,
    values_at,
    winners,
)
from linkwright.expr.node import Node, Scalar, Trace
from linkwright.expr.regions import Reduction
from linkwright.expr.regions.region import body_arguments
from linkwright.expr.substitute import inline


def tangent(use: Use, tangents: list[Directions]) -> dict[int, Directions]:
    """Return the tangents of the wanted outputs."""
    region = use.region
    first, inputs, constants = region.split(tangents)
    in_carry, reached = sorted(pairs(first)), winners(use)
    in_inputs = sorted(set().union(*map(pairs, inputs)))
    in_constants = sorted(pairs(constants))
    while True:
        step = _Step(use, in_carry, in_inputs, in_constants, list(reached))
        grown = sorted({*in_carry, *pairs(step.carry)})
        if grown == in_carry:
            break
        in_carry = grown
    carry0, rows, fixed = region.split(use.operands)
    last, stacks, reduced = run(
        f"{region.body.name}_tangent",
        step.trace,
        step.part(),
        (*carry0, *values_at(in_carry, first)),
        [
            (*row, float(k), *values_at(in_inputs, change))
            for k, (row, change) in enumerate(zip(rows, inputs, strict=True))
        ],
        (*fixed, *reached.values(), *values_at(in_constants, constants)),
    )
    n = region.carry_size
    found = directions_of(in_carry, last[n:], n)
    for stack in stacks:
        found += directions_of(step.in_stack, stack, region.stack_size)
    found += directions_of(step.in_reduced, reduced, len(region.reductions))
    return {i: found[i] for i in use.wanted}


class _Step:
    """The step of a scan traced with its tangents, for given nonzero patterns."""

    def __init__(
        self,
        use: Use,
        in_carry: list[Pair],
        in_inputs: list[Pair],
        in_constants: list[Pair],
        contests: list[int],
    ) -> None:
        region = use.region
        n, ni, nk = region.carry_size, region.input_size, region.constant_size
        self.use, self.in_carry, self.trace = use, in_carry, Trace()
        carry, inputs, constants = body_arguments(
            self.trace,
            carry=n + len(in_carry),
            input=ni + 1 + len(in_inputs),
            constant=nk + len(contests) + len(in_constants),
        )
        self.number = inputs[ni]
        self.winners = dict(zip(contests, constants[nk:], strict=False))
        self.values = inline(region.body, (*carry[:n], *inputs[:ni], *constants[:nk]))
        seeds: dict[Node, Directions] = {}
        for nodes, where, given in (
            (carry[:n], in_carry, carry[n:]),
            (inputs[:ni], in_inputs, inputs[ni + 1 :]),
            (constants[:nk], in_constants, constants[nk + len(contests) :]),
        ):
            found = directions_of(where, tuple(given), len(nodes))
            seeds.update(zip(nodes, found, strict=True))
        found = forward(self.values, seeds)
        after = n + region.stack_size
        self.carry, self.stack, self.reduced = (
            found[:n],
            found[n:after],
            found[after:],
        )
        stacked = {(i - n) % region.stack_size for i in use.wanted if self._stacks(i)}
        self.in_stack = [p for p in sorted(pairs(self.stack)) if p[0] in stacked]
        offset = region.output_size - len(region.reductions)
        self.in_reduced = [
            (r, d)
            for r, d in sorted(pairs(self.reduced))
            if offset + r in use.wanted and region.reductions[r] != "argmax"
        ]

    def _stacks(self, output: int) -> bool:
        region = self.use.region
        n = region.carry_size
        return n <= output < n + region.steps * region.stack_size

    def part(self) -> Part:
        """Return what the step yields: values and tangents."""
        n = self.use.region.carry_size
        reduced: list[Scalar] = []
        kinds: list[Reduction] = []
        for r, d in self.in_reduced:
            change = self.reduced[r][d]
            if r in self.winners:
                here = apply("eq", self.number, self.winners[r])
                change = select(here, change, 0.0)
            last = self.use.region.reductions[r] == "last"
            reduced.append(change)
            kinds.append("last" if last else "sum")
        return Part(
            [*self.values[:n], *values_at(self.in_carry, self.carry)],
            values_at(self.in_stack, self.stack),
            reduced,
            tuple(kinds),
        )
