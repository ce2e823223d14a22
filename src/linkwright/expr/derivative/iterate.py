"""Derivative of an iteration by the implicit function theorem, never through it.

At the solution F(x; c) = 0, so  dx = -F_x^-1 F_c dc;  in reverse, with
l = F_x^-T xbar,  cbar = -F_c^T l.  The start has no influence, nor have the number of
evaluations and the flag any derivative.
"""

from __future__ import annotations

from linkwright.errors import NumericalError
from linkwright.expr.array import Array
from linkwright.expr.derivative.forward import forward
from linkwright.expr.derivative.region_rule import Directions, Use
from linkwright.expr.derivative.reverse import reverse
from linkwright.expr.derivative.solve import solve_columns
from linkwright.expr.node import Node, Scalar
from linkwright.expr.substitute import substitute


def tangent(use: Use, tangents: list[Directions]) -> dict[int, Directions]:
    """Return the tangents of the wanted outputs."""
    n = use.region.carry_size
    residual = _residual(use)
    solution = use.outputs[:n]
    seeds: dict[Node, Directions] = {x: {} for x in solution}
    for operand, directions in zip(use.operands[n:], tangents[n:], strict=True):
        if isinstance(operand, Node):
            seeds[operand] = directions
    changes = forward(residual, seeds)
    directions = sorted({d for change in changes for d in change})
    sides = [Array((-change.get(d, 0.0) for change in changes), 1) for d in directions]
    dxs = solve_columns(_slope(residual, solution), sides, "general", 0.0)
    return {
        i: {d: dx.entries[i] for d, dx in zip(directions, dxs, strict=True)}
        for i in use.wanted
        if i < n
    }


def adjoint(
    use: Use, adjoints: dict[int, Directions], active: list[bool]
) -> list[Directions]:
    """Return the adjoints of the operands."""
    n = use.region.carry_size
    residual = _residual(use)
    solution = use.outputs[:n]
    directions = sorted({d for i in range(n) for d in adjoints.get(i, {})})
    sides = [
        Array((-adjoints.get(i, {}).get(d, 0.0) for i in range(n)), 1)
        for d in directions
    ]
    slope = _slope(residual, solution)
    weights = solve_columns(slope.T, sides, "general", 0.0)
    seeds = [
        (r, {d: w.entries[i] for d, w in zip(directions, weights, strict=True)})
        for i, r in enumerate(residual)
    ]
    # An operand may stand in several places; its adjoint is booked at the first.
    places: dict[Node, int] = {}
    for position, operand in enumerate(use.operands):
        if position >= n and active[position] and isinstance(operand, Node):
            places.setdefault(operand, position)
    passed = reverse(seeds, [*places, *solution])
    found: list[Directions] = [{} for _ in use.operands]
    for position, directions_of in zip(places.values(), passed, strict=False):
        found[position] = directions_of
    return found


def _residual(use: Use) -> list[Scalar]:
    """Return F(x; c) at the solution, as expressions of the caller's trace."""
    region = use.region
    if not region.residual:
        raise NumericalError(
            f"the iteration '{region.body.name}' has no residual to differentiate",
            expectation="Its derivative follows from F(x; c) = 0 at the solution.",
            remedy="Give it: iterate(..., residual=...).",
        )
    n = region.carry_size
    values = (*use.outputs[:n], *use.operands[n:])
    replacements = dict(zip(region.body.trace.inputs, values, strict=True))
    return substitute(region.residual, replacements)


def _slope(residual: list[Scalar], solution: list[Node]) -> Array:
    rows = forward(residual, {x: {j: 1.0} for j, x in enumerate(solution)})
    return Array.matrix([row.get(j, 0.0) for j in range(len(solution))] for row in rows)
