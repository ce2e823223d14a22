"""Derivative of a linear system:  dX = A^-1 (dB - dA X).

Adjoint: with L = A^-T Xbar,  Bbar = L,  Abar = -L X^T. Semidefinite systems likewise,
with the same pivots, at constant rank. Minimum norm, also at constant rank: with
G = A A^T, Y = G^+ B and X = A^T Y,

    dY = G^+ (dB - (dA A^T + A dA^T) Y),   dX = dA^T Y + A^T dY;
    L = G^+ (A Xbar),   Bbar = L,   Abar = Y Xbar^T - (L Y^T + Y L^T) A.
"""

from __future__ import annotations

from linkwright.errors import NumericalError
from linkwright.expr.array import Array
from linkwright.expr.derivative.region_rule import Directions, Use
from linkwright.expr.node import Node, Scalar
from linkwright.expr.regions import Solve, SolveKind, solve


def tangent(use: Use, tangents: list[Directions]) -> dict[int, Directions]:
    """Return the tangents of the wanted outputs."""
    _refuse_pivot_ratio(use)
    region, a, x = use.region, *_matrix_and_solution(use)
    directions = sorted({d for found in tangents for d in found})
    changes = []
    for d in directions:
        change = [found.get(d, 0.0) for found in tangents]
        changes.append(_split(region, change))
    if region.kind == "minimum_norm":
        gram = a @ a.T
        y = _solution_of_gram(use, gram, a)
        products = [da @ a.T for da, _ in changes]
        sides = [
            db - (product + product.T) @ y
            for (_, db), product in zip(changes, products, strict=True)
        ]
        dys = solve_columns(gram, sides, "semidefinite", region.threshold)
        dxs = [da.T @ y + a.T @ dy for (da, _), dy in zip(changes, dys, strict=True)]
    else:
        sides = [db - da @ x for da, db in changes]
        dxs = solve_columns(a, sides, region.kind, region.threshold)
    return {
        i: {d: dx.entries[i] for d, dx in zip(directions, dxs, strict=True)}
        for i in use.wanted
        if i < len(x.entries)
    }


def adjoint(
    use: Use, adjoints: dict[int, Directions], active: list[bool]
) -> list[Directions]:
    """Return the adjoints of the operands."""
    _refuse_pivot_ratio(use)
    region, a, x = use.region, *_matrix_and_solution(use)
    directions = sorted({d for found in adjoints.values() for d in found})
    xbars = [
        Array(
            (adjoints.get(i, {}).get(d, 0.0) for i in range(len(x.entries))),
            region.columns,
        )
        for d in directions
    ]
    if region.kind == "minimum_norm":
        gram = a @ a.T
        y = _solution_of_gram(use, gram, a)
        sides = [a @ xbar for xbar in xbars]
        bbars = solve_columns(gram, sides, "semidefinite", region.threshold)
        abars = [
            y @ xbar.T - (bbar @ y.T + y @ bbar.T) @ a
            for xbar, bbar in zip(xbars, bbars, strict=True)
        ]
    else:
        bbars = solve_columns(a.T, xbars, region.kind, region.threshold)
        abars = [-(bbar @ x.T) for bbar in bbars]
    found: list[Directions] = [{} for _ in use.operands]
    for d, abar, bbar in zip(directions, abars, bbars, strict=True):
        for directions_of, value in zip(
            found, (*abar.entries, *bbar.entries), strict=True
        ):
            directions_of[d] = value
    return found


def solve_columns(
    a: Array, sides: list[Array], kind: SolveKind, threshold: float
) -> list[Array]:
    """Return the solutions for several right-hand sides by one elimination."""
    columns = [column for side in sides for column in side.T.rows]
    kept = [column for column in columns if any(map(_may_differ_from_zero, column))]
    if not kept:
        solved = iter(())
    elif kind == "general" and len(a) == 1:
        solved = iter([(b / a[0, 0],) for (b,) in kept])
    else:
        together = Array.matrix(kept).T
        solved = iter(solve(a, together, kind, threshold=threshold).solution.T.rows)
    zero = (0.0,) * len(a)
    found = [
        next(solved) if any(map(_may_differ_from_zero, column)) else zero
        for column in columns
    ]
    width = [len(side.T) for side in sides]
    starts = [sum(width[:k]) for k in range(len(width))]
    return [
        Array.matrix(found[start : start + wide]).T
        for start, wide in zip(starts, width, strict=True)
    ]


def _may_differ_from_zero(value: Scalar) -> bool:
    return isinstance(value, Node) or value != 0.0


def _split(region: Solve, values: list[Scalar]) -> tuple[Array, Array]:
    """Return operands, or what belongs to them, as the matrices A and B."""
    entries = region.rows * region.size
    return Array(values[:entries], region.size), Array(values[entries:], region.columns)


def _matrix_and_solution(use: Use) -> tuple[Array, Array]:
    region = use.region
    a, _ = _split(region, list(use.operands))
    return a, Array(use.outputs[: region.size * region.columns], region.columns)


def _solution_of_gram(use: Use, gram: Array, a: Array) -> Array:
    _, b = _split(use.region, list(use.operands))
    return solve(gram, b, "semidefinite", threshold=use.region.threshold).solution


def _refuse_pivot_ratio(use: Use) -> None:
    if use.region.size * use.region.columns + 1 in use.wanted:
        raise NumericalError(
            "the pivot ratio of a linear system has no derivative rule",
            expectation="It is a diagnosis: compare it, or report it.",
        )
