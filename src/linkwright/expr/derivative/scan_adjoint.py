"""Reverse derivative of a scan: a scan over the steps from the last to the first.

    lambda = f_c^T lambda' + g_c^T stackbar + h_c^T reducebar

with f, g, h the step's next carry, stack and reduced values at the carry of that step,
which a first scan stacks. Adjoints of inputs are stacked, those of constants summed.
"""

from __future__ import annotations

from linkwright.expr.construct import apply, select
from linkwright.expr.derivative.region_rule import Directions, Use
from linkwright.expr.derivative.reverse import reverse
from linkwright.expr.derivative.scan_replay import (
    Pair,
    Part,
    carries,
    directions_of,
    pairs,
    run,
    values_at,
    winners,
)
from linkwright.expr.node import Scalar, Trace
from linkwright.expr.regions.region import body_arguments
from linkwright.expr.substitute import inline


def adjoint(
    use: Use, adjoints: dict[int, Directions], active: list[bool]
) -> list[Directions]:
    """Return the adjoints of the operands."""
    region = use.region
    n, ns, steps = region.carry_size, region.stack_size, region.steps
    bars = [adjoints.get(i, {}) for i in range(region.output_size)]
    last, reduced = bars[:n], bars[n + steps * ns :]
    stacked = [bars[n + k * ns : n + (k + 1) * ns] for k in range(steps)]
    reached = winners(use)
    in_carry = sorted(pairs(last))
    in_stack = sorted(set().union(*map(pairs, stacked)))
    in_reduced = [p for p in sorted(pairs(reduced)) if not _is_argmax(use, p)]
    while True:
        step = _Step(use, in_carry, in_stack, in_reduced, list(reached), active)
        grown = sorted({*in_carry, *pairs(step.carry)})
        if grown == in_carry:
            break
        in_carry = grown
    _, rows, constants = region.split(use.operands)
    from_last = [
        (*carry, *row, float(k), *values_at(in_stack, stack))
        for k, (carry, row, stack) in enumerate(
            zip(carries(use), rows, stacked, strict=True)
        )
    ]
    first, inputs, summed = run(
        f"{region.body.name}_adjoint",
        step.trace,
        step.part(),
        values_at(in_carry, last),
        from_last[::-1],
        (*constants, *reached.values(), *values_at(in_reduced, reduced)),
    )
    found = directions_of(in_carry, first, n)
    for values in reversed(inputs):
        found += directions_of(step.in_inputs, values, region.input_size)
    return found + directions_of(step.in_constants, summed, region.constant_size)


def _is_argmax(use: Use, pair: Pair) -> bool:
    return use.region.reductions[pair[0]] == "argmax"


class _Step:
    """The step of a scan traced with its adjoints, for given nonzero patterns."""

    def __init__(
        self,
        use: Use,
        in_carry: list[Pair],
        in_stack: list[Pair],
        in_reduced: list[Pair],
        contests: list[int],
        active: list[bool],
    ) -> None:
        region = use.region
        n, ni, nk = region.carry_size, region.input_size, region.constant_size
        self.in_carry, self.trace = in_carry, Trace()
        behind, inputs, constants = body_arguments(
            self.trace,
            carry=len(in_carry),
            input=n + ni + 1 + len(in_stack),
            constant=nk + len(contests) + len(in_reduced),
        )
        number = inputs[n + ni]
        won = dict(zip(contests, constants[nk:], strict=False))
        values = inline(region.body, (*inputs[: n + ni], *constants[:nk]))
        bars = directions_of(in_carry, tuple(behind), n)
        given = tuple(inputs[n + ni + 1 :])
        bars += directions_of(in_stack, given, region.stack_size)
        weights: list[Scalar] = []
        for (r, _), weight in zip(
            in_reduced, constants[nk + len(contests) :], strict=True
        ):
            kind = region.reductions[r]
            if kind != "sum":
                at = won[r] if kind in ("max", "min") else float(region.steps - 1)
                weight = select(apply("eq", number, at), weight, 0.0)
            weights.append(weight)
        bars += directions_of(in_reduced, weights, len(region.reductions))
        _, rows, fixed = region.split(active)
        wanted = [
            *((x, True) for x in inputs[:n]),
            *zip(inputs[n : n + ni], map(any, zip(*rows, strict=True)), strict=True),
            *zip(constants[:nk], fixed, strict=True),
        ]
        passed = iter(
            reverse(
                zip(values, bars, strict=True), [x for x, matters in wanted if matters]
            )
        )
        found = [next(passed) if matters else {} for _, matters in wanted]
        self.carry, self.inputs = found[:n], found[n : n + ni]
        self.constants = found[n + ni :]
        self.in_inputs = sorted(pairs(self.inputs))
        self.in_constants = sorted(pairs(self.constants))

    def part(self) -> Part:
        """Return what the step yields: the adjoints before it."""
        return Part(
            values_at(self.in_carry, self.carry),
            values_at(self.in_inputs, self.inputs),
            values_at(self.in_constants, self.constants),
            ("sum",) * len(self.in_constants),
        )
