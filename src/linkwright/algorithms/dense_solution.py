"""Forward dynamics from a formulation's mass matrix and inverse dynamics, solved dense.

A formulation that gives M(q) and tau(q, v, a) gives the rest: M a = tau + f_ext - c.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwright.algorithms.factorization import Factors, factorize, inverse
from linkwright.algorithms.newton_euler import Wrench, forces_of_wrenches
from linkwright.expr import Array, zeros
from linkwright.model.tree import Model

MassMatrix = Callable[[Model, Array], Array]
InverseDynamics = Callable[..., Array]
Pivots = dict[int, Any]


def forward_dynamics_by(
    mass_matrix: MassMatrix, inverse_dynamics: InverseDynamics
) -> Callable[..., tuple[Array, Pivots]]:
    """Return the function a = M(q)^-1 (tau + f_ext - c(q, v)), with its pivots."""

    def forward_dynamics(
        model: Model,
        q: Array,
        v: Array,
        tau: Array,
        external: list[Wrench] | None = None,
    ) -> tuple[Array, Pivots]:
        bias = inverse_dynamics(model, q, v, zeros(model.nv), external)
        factors = factors_of(model, mass_matrix(model, q))
        return factors.solve(tau - bias), factors.pivots

    return forward_dynamics


def mass_matrix_inverse_by(
    mass_matrix: MassMatrix,
) -> Callable[[Model, Array], tuple[Array, Pivots]]:
    """Return the function M(q)^-1, with its pivots."""

    def mass_matrix_inverse(model: Model, q: Array) -> tuple[Array, Pivots]:
        factors = factors_of(model, mass_matrix(model, q))
        return inverse(factors), factors.pivots

    return mass_matrix_inverse


def inverse_dynamics_by(forces: Callable[..., Array]) -> InverseDynamics:
    """Return the function M a + c - f_ext of one without external wrenches."""

    def inverse_dynamics(
        model: Model,
        q: Array,
        v: Array,
        a: Array,
        external: list[Wrench] | None = None,
    ) -> Array:
        tau = forces(model, q, v, a)
        if external is None:
            return tau
        return tau - forces_of_wrenches(model, q, external)

    return inverse_dynamics


def bias_forces_by(inverse_dynamics: InverseDynamics) -> Callable[..., Array]:
    """Return the function c(q, v) = tau(q, v, 0)."""
    return lambda model, q, v: inverse_dynamics(model, q, v, zeros(model.nv))


def gravity_forces_by(inverse_dynamics: InverseDynamics) -> Callable[..., Array]:
    """Return the function g(q) = tau(q, 0, 0)."""

    def gravity_forces(model: Model, q: Array) -> Array:
        still = zeros(model.nv)
        return inverse_dynamics(model, q, still, still)

    return gravity_forces


def mass_matrix_by(inverse_dynamics: InverseDynamics) -> MassMatrix:
    """Return the function M(q), column by column from unit accelerations.

    [Walker1982, method 1]: M e_k = tau(q, 0, e_k) without gravity.
    """

    def mass_matrix(model: Model, q: Array) -> Array:
        free, n = model.without_gravity(), model.nv
        columns = []
        for k in range(n):
            unit = Array(1.0 if i == k else 0.0 for i in range(n))
            columns.append(inverse_dynamics(free, q, zeros(n), unit))
        # Of two equal entries the one that fewer bodies' motions enter.
        entries = (columns[max(i, j)][min(i, j)] for i in range(n) for j in range(n))
        return Array(entries, n)

    return mass_matrix


def factors_of(model: Model, mass_matrix: Array) -> Factors:
    """Return the factors of a mass matrix, joints eliminated from the tips inwards."""
    return factorize(mass_matrix, elimination_order(model))


def elimination_order(model: Model) -> tuple[int, ...]:
    """Return the coordinates parents first: the last is eliminated first."""
    order: list[int] = []
    for link in model.links:
        for index, _, _, _ in link.freedoms:
            if index not in order:
                order.append(index)
    return tuple(order)
