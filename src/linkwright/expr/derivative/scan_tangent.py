"""Forward derivative of a scan: a scan of the step and its tangents together.

    dcarry' = f_c dcarry + f_i dinput + f_k dconstant

The tangents of the carry join the carry. Which of them can differ from zero is found
by tracing the step until the set no longer grows. The derivative of a maximum (minimum)
over the steps is that of its value at the first step that reaches it.
"""

from __future__ import annotations

from dataclasses import dataclass

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
from linkwright.expr.node import Node, Trace
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
        step = _traced(use, in_carry, in_inputs, in_constants, list(reached))
        if step.in_carry == in_carry:
            break
        in_carry = step.in_carry
    carry0, rows, fixed = region.split(use.operands)
    last, stacks, reduced = run(
        f"{region.body.name}_tangent",
        step.trace,
        step.part,
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


@dataclass(frozen=True)
class _Step:
    """A scan's step traced with its tangents: what it yields, and where not zero."""

    trace: Trace
    part: Part
    in_carry: list[Pair]
    in_stack: list[Pair]
    in_reduced: list[Pair]


def _traced(
    use: Use,
    in_carry: list[Pair],
    in_inputs: list[Pair],
    in_constants: list[Pair],
    contests: list[int],
) -> _Step:
    """Return the step for tangents that may differ from zero in these places."""
    region, trace = use.region, Trace()
    n, ni, nk = region.carry_size, region.input_size, region.constant_size
    won = nk + len(contests)
    carry, inputs, constants = body_arguments(
        trace,
        carry=n + len(in_carry),
        input=ni + 1 + len(in_inputs),
        constant=won + len(in_constants),
    )
    values = inline(region.body, (*carry[:n], *inputs[:ni], *constants[:nk]))
    seeds: dict[Node, Directions] = {}
    for nodes, where, given in (
        (carry[:n], in_carry, carry[n:]),
        (inputs[:ni], in_inputs, inputs[ni + 1 :]),
        (constants[:nk], in_constants, constants[won:]),
    ):
        found = directions_of(where, tuple(given), len(nodes))
        seeds.update(zip(nodes, found, strict=True))
    found = forward(values, seeds)
    after = n + region.stack_size
    next_carry, stack, reduced = found[:n], found[n:after], found[after:]
    stacks, reductions = _stacks(use), _reductions(use)
    in_stack = [pair for pair in sorted(pairs(stack)) if pair[0] in stacks]
    in_reduced = [pair for pair in sorted(pairs(reduced)) if pair[0] in reductions]
    # A maximum changes with its value at the step that reaches it, and only there.
    here = {
        r: apply("eq", inputs[ni], winner)
        for r, winner in zip(contests, constants[nk:won], strict=True)
    }
    part = Part(
        [*values[:n], *values_at(in_carry, next_carry)],
        values_at(in_stack, stack),
        [
            select(here[r], reduced[r][d], 0.0) if r in here else reduced[r][d]
            for r, d in in_reduced
        ],
        tuple(
            "last" if region.reductions[r] == "last" else "sum" for r, _ in in_reduced
        ),
    )
    grown = sorted({*in_carry, *pairs(next_carry)})
    return _Step(trace, part, grown, in_stack, in_reduced)


def _stacks(use: Use) -> set[int]:
    """Return the stacked values of which some step is wanted."""
    region = use.region
    first, width = region.carry_size, region.stack_size
    after = first + region.steps * width
    return {(i - first) % width for i in use.wanted if first <= i < after}


def _reductions(use: Use) -> set[int]:
    """Return the wanted reductions that have a derivative other than zero."""
    kinds = use.region.reductions
    first = use.region.output_size - len(kinds)
    return {
        i - first for i in use.wanted if i >= first and kinds[i - first] != "argmax"
    }
