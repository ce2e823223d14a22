"""A scan run again for what its derivative needs: the carries, the winning steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.expr.derivative.region_rule import Directions, Use
from linkwright.expr.node import Node, Scalar, Trace
from linkwright.expr.program import Program, Result
from linkwright.expr.regions import Reduction, Scan, place
from linkwright.expr.regions.region import body_arguments
from linkwright.expr.substitute import inline

Pair = tuple[int, int]  # a value's position and a direction


def pairs(found: Sequence[Directions]) -> set[Pair]:
    """Return the positions and directions that may differ from zero."""
    return {(i, d) for i, directions in enumerate(found) for d in directions}


def values_at(where: Sequence[Pair], found: Sequence[Directions]) -> list[Scalar]:
    """Return the values at these positions and directions, in order."""
    return [found[i].get(d, 0.0) for i, d in where]


def directions_of(
    where: Sequence[Pair], values: Sequence[Scalar], count: int
) -> list[Directions]:
    """Return values at positions and directions as one dictionary per position."""
    found: list[Directions] = [{} for _ in range(count)]
    for (i, d), value in zip(where, values, strict=True):
        found[i][d] = value
    return found


@dataclass(frozen=True)
class Part:
    """A traced step of a scan: its program, the sizes of its parts, its reductions."""

    carry: Sequence[Scalar] = ()
    stack: Sequence[Scalar] = ()
    reduce: Sequence[Scalar] = ()
    kinds: tuple[Reduction, ...] = ()


def run(
    name: str,
    trace: Trace,
    part: Part,
    carry: Sequence[Scalar],
    rows: Sequence[Sequence[Scalar]],
    constants: Sequence[Scalar],
) -> tuple[list[Scalar], list[list[Scalar]], list[Scalar]]:
    """Return last carry, stacks by step and reduced values of a step just traced."""
    body = Program.build(
        name,
        trace,
        Result.of("carry", part.carry),
        Result.of("stack", part.stack),
        Result.of("reduce", part.reduce),
    )
    n, width, steps = len(part.carry), len(part.stack), len(rows)
    region = Scan(body, steps, n, len(rows[0]), len(constants), width, part.kinds)
    outputs = place(region, (*carry, *(x for row in rows for x in row), *constants))
    stacks = [outputs[n + k * width : n + (k + 1) * width] for k in range(steps)]
    return outputs[:n], stacks, outputs[n + steps * width :]


def carries(use: Use) -> list[list[Scalar]]:
    """Return the carry that each step receives."""
    region = use.region
    trace, arguments, values = traced(region)
    n = region.carry_size
    part = Part(carry=values[:n], stack=arguments[:n])
    first, rows, constants = region.split(use.operands)
    _, stacks, _ = run(
        f"{region.body.name}_carries", trace, part, first, rows, constants
    )
    return stacks


def winners(use: Use) -> dict[int, Scalar]:
    """Return the step at which each wanted max or min is reached, by reduction."""
    region = use.region
    first_reduced = region.output_size - len(region.reductions)
    asked = [
        r
        for r, kind in enumerate(region.reductions)
        if kind in ("max", "min") and first_reduced + r in use.wanted
    ]
    if not asked:
        return {}
    trace, _, values = traced(region)
    n = region.carry_size
    reduced = values[n + region.stack_size :]
    contest = [
        reduced[r] if region.reductions[r] == "max" else -reduced[r] for r in asked
    ]
    part = Part(values[:n], (), contest, ("argmax",) * len(asked))
    first, rows, constants = region.split(use.operands)
    name = f"{region.body.name}_winners"
    _, _, steps = run(name, trace, part, first, rows, constants)
    return dict(zip(asked, steps, strict=True))


def traced(region: Scan) -> tuple[Trace, list[Node], list[Scalar]]:
    """Return the step's body made anew: its trace, its inputs, its entries."""
    trace = Trace()
    sizes = (region.carry_size, region.input_size, region.constant_size)
    arguments = body_arguments(
        trace, **dict(zip(("carry", "input", "constant"), sizes, strict=True))
    )
    inputs = [x for array in arguments for x in array]
    return trace, inputs, inline(region.body, inputs)
