"""Reverse derivative of a scan: a scan over the steps from the last to the first.

    lambda = f_c^T lambda' + g_c^T stackbar + h_c^T reducebar

with f, g, h the step's next carry, stack and reduced values at the carry of that step,
which a first scan stacks. Adjoints of inputs are stacked, those of constants summed.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    in_reduced = [
        (r, d) for r, d in sorted(pairs(reduced)) if region.reductions[r] != "argmax"
    ]
    while True:
        step = _traced(use, in_carry, in_stack, in_reduced, list(reached), active)
        if step.in_carry == in_carry:
            break
        in_carry = step.in_carry
    _, rows, constants = region.split(use.operands)
    from_first = [
        (*carry, *row, float(k), *values_at(in_stack, stack))
        for k, (carry, row, stack) in enumerate(
            zip(carries(use), rows, stacked, strict=True)
        )
    ]
    first, inputs, summed = run(
        f"{region.body.name}_adjoint",
        step.trace,
        step.part,
        values_at(in_carry, last),
        from_first[::-1],
        (*constants, *reached.values(), *values_at(in_reduced, reduced)),
    )
    found = directions_of(in_carry, first, n)
    for values in reversed(inputs):
        found += directions_of(step.in_inputs, values, region.input_size)
    return found + directions_of(step.in_constants, summed, region.constant_size)


@dataclass(frozen=True)
class _Step:
    """A scan's step traced backwards: what it yields, and where it is not zero."""

    trace: Trace
    part: Part
    in_carry: list[Pair]
    in_inputs: list[Pair]
    in_constants: list[Pair]


def _traced(
    use: Use,
    in_carry: list[Pair],
    in_stack: list[Pair],
    in_reduced: list[Pair],
    contests: list[int],
    active: list[bool],
) -> _Step:
    """Return the step for adjoints that may differ from zero in these places."""
    region, trace = use.region, Trace()
    n, ni, nk = region.carry_size, region.input_size, region.constant_size
    won = nk + len(contests)
    behind, inputs, constants = body_arguments(
        trace,
        carry=len(in_carry),
        input=n + ni + 1 + len(in_stack),
        constant=won + len(in_reduced),
    )
    winner = dict(zip(contests, constants[nk:won], strict=True))
    weights: list[Scalar] = []
    for (r, _), weight in zip(in_reduced, constants[won:], strict=True):
        if region.reductions[r] != "sum":
            # One step alone counts: the last, or the one that reaches the maximum.
            at = winner.get(r, float(region.steps - 1))
            weight = select(apply("eq", inputs[n + ni], at), weight, 0.0)
        weights.append(weight)
    bars = [
        *directions_of(in_carry, tuple(behind), n),
        *directions_of(in_stack, tuple(inputs[n + ni + 1 :]), region.stack_size),
        *directions_of(in_reduced, weights, len(region.reductions)),
    ]
    values = inline(region.body, (*inputs[: n + ni], *constants[:nk]))
    _, rows, fixed = region.split(active)
    matters = [
        *(True for _ in range(n)),
        *(any(row[i] for row in rows) for i in range(ni)),
        *fixed,
    ]
    nodes = [*inputs[: n + ni], *constants[:nk]]
    wanted = [x for x, wish in zip(nodes, matters, strict=True) if wish]
    passed = iter(reverse(zip(values, bars, strict=True), wanted))
    found = [next(passed) if wish else {} for wish in matters]
    in_inputs = sorted(pairs(found[n : n + ni]))
    in_constants = sorted(pairs(found[n + ni :]))
    part = Part(
        values_at(in_carry, found[:n]),
        values_at(in_inputs, found[n : n + ni]),
        values_at(in_constants, found[n + ni :]),
        ("sum",) * len(in_constants),
    )
    grown = sorted({*in_carry, *pairs(found[:n])})
    return _Step(trace, part, grown, in_inputs, in_constants)
