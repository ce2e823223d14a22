"""D, C and G written out, with Phi applied recursively  [KUKA Eqs. 24-26, Sec. 3].

D q'' + C q' + G + Q = T.
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.spatial_operator.operators import (
    Operators,
    Spatial,
    armatures,
    nothing,
    operators,
    power,
)
from linkwright.algorithms.spatial_operator.rates import Rates, rates_of
from linkwright.algorithms.symmetric import SymmetricSum
from linkwright.expr import Array, zeros
from linkwright.model.tree import WORLD, Model


def mass_matrix(model: Model, q: Array) -> Array:
    """D = H' Phi' M Phi H  [KUKA Eq. 24], (nv, nv)."""
    found = operators(model, q)
    total = SymmetricSum(model.nv)
    for body, columns in zip(found.bodies, found.columns, strict=True):
        for k, column in columns.items():
            force = body.M(column)
            for i, row in columns.items():
                if i <= k:
                    total.add(i, k, power(row, force), diagonal=True)
    for index, inertia in armatures(found).items():
        total.add(index, index, inertia, diagonal=True)
    return total.matrix()


def coriolis_matrix(model: Model, q: Array, v: Array) -> Array:
    """C = H' Phi' (M Phi (B' Phi H + H') - Omega Phi H)  [KUKA Eq. 25], (nv, nv)."""
    found = operators(model, q)
    entries: dict[tuple[int, int], Any] = {}
    rates = rates_of(found, v)
    turning = _turning_columns(found, rates)
    for body, rate, columns, turned in zip(
        found.bodies, rates, found.columns, turning, strict=True
    ):
        for k, column in columns.items():
            force = body.M(turned[k]) - rate.Omega(column)
            for i, row in columns.items():
                entries[i, k] = entries.get((i, k), 0.0) + power(row, force)
    n = model.nv
    return Array((entries.get((i, j), 0.0) for i in range(n) for j in range(n)), n)


def _turning_columns(found: Operators, rates: list[Rates]) -> list[dict[int, Spatial]]:
    """Return Phi (B' Phi H + H'), body by body and velocity by velocity."""
    total: list[dict[int, Spatial]] = []
    for body, rate in zip(found.bodies, rates, strict=True):
        above: dict[int, Spatial] = {}
        moved: dict[int, Spatial] = {}
        if body.parent != WORLD:
            above, moved = total[body.parent], found.columns[body.parent]
        columns = {k: body.B(x) + rate.B_rate(moved[k]) for k, x in above.items()}
        for index, column in body.H:
            columns[index] = columns.get(index, nothing()) + rate.turned(column)
        total.append(columns)
    return total


def gravity_forces(model: Model, q: Array) -> Array:
    """G = -H' Phi' F_G  [KUKA Eqs. 26, 49], (nv,)."""
    found = operators(model, q)
    forces = [
        Spatial(model.gravity * body.mass, zeros(3)) * -1.0 for body in found.bodies
    ]
    return collected(found, forces)


def collected(found: Operators, forces: list[Spatial]) -> Array:
    """Return H' Phi' of forces at the bodies: from the tips inwards."""
    felt = list(forces)
    for k in reversed(range(len(felt))):
        body = found.bodies[k]
        if body.parent != WORLD:
            felt[body.parent] = felt[body.parent] + body.B_transposed(felt[k])
    tau: list[Any] = [0.0] * found.model.nv
    for body, force in zip(found.bodies, felt, strict=True):
        for index, column in body.H:
            tau[index] = tau[index] + power(column, force)
    return Array(tau)
