"""Forward dynamics and its derivatives, by the formulation that fits the tree."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.articulated_body import articulated_body, clusters
from linkwright.algorithms.composite_body import mass_matrix_in_body_frames
from linkwright.algorithms.dense_solution import factors_of, forward_dynamics_by
from linkwright.algorithms.derivatives import inverse_dynamics_derivatives
from linkwright.algorithms.factorization import Factors, inverse
from linkwright.algorithms.newton_euler import Wrench, inverse_dynamics
from linkwright.expr import Array
from linkwright.model.tree import Model


def forward_dynamics(
    model: Model, q: Array, v: Array, tau: Array, external: list[Wrench] | None = None
) -> tuple[Array, dict[int, Any]]:
    """Accelerations that joint forces produce:  a = M(q)^-1 (tau + f_ext - c(q, v)).

    Articulated bodies where the tree's couplings allow it, else M factored
    (decision 19).  q (nq,);  v, tau (nv,).  Returns a (nv,), and the pivots by
    velocity: none of them vanishes where M is positive definite (`definite`).
    """
    if clusters(model) is not None:
        return articulated_body(model, q, v, tau, external)
    dense = forward_dynamics_by(mass_matrix_in_body_frames, inverse_dynamics)
    return dense(model, q, v, tau, external)


def forward_dynamics_derivatives(
    model: Model, q: Array, v: Array, tau: Array, external: list[Wrench] | None = None
) -> tuple[Array, Array, Array, dict[int, Any]]:
    """D a / d q, d a / d v and d a / d tau = M^-1, each (nv, nv); and the pivots.

    d a = -M^-1 d tau at the acceleration that tau produces.
    """
    a, _ = forward_dynamics(model, q, v, tau, external)
    by_q, by_v, mass = inverse_dynamics_derivatives(model, q, v, a, external)
    factors = factors_of(model, mass)
    by_q, by_v = (
        Array.matrix(factors.solve(column, sign=-1.0) for column in matrix.T).T
        for matrix in (by_q, by_v)
    )
    return by_q, by_v, inverse(factors), factors.pivots


def mass_factors(model: Model, q: Array) -> Factors:
    """Return the factors of the mass matrix."""
    return factors_of(model, mass_matrix_in_body_frames(model, q))
