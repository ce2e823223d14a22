"""Derivatives by CasADi's algorithmic differentiation, on the tangent space.

Forward mode goes through inverse dynamics; the derivatives of forward dynamics follow
by the implicit function theorem, cheaper than differentiating the articulated body.
"""

from __future__ import annotations

from typing import Any

import casadi as ca

from benchmarks.peers.casadi_algorithms import (
    Symbol,
    _quaternion_matrix,
    inverse_dynamics,
    mass_matrix,
)
from benchmarks.peers.casadi_articulated import forward_dynamics
from tests.references.plain_tree import WORLD, PlainTree


def inverse_dynamics_derivatives(
    tree: PlainTree, q: Symbol, v: Symbol, a: Symbol
) -> list[Symbol]:
    """Return d tau/dq and d tau/dv."""
    tau = inverse_dynamics(tree, q, v, a)
    return [ca.jacobian(tau, q) @ _tangent(tree, q), ca.jacobian(tau, v)]


def forward_dynamics_derivatives(
    tree: PlainTree, q: Symbol, v: Symbol, tau: Symbol
) -> list[Symbol]:
    """Return d a/dq, d a/dv and d a/dtau, by the implicit function theorem.

    M a + c = tau gives  d a/dx = -M^-1 (d tau/dx at constant a).
    """
    a = ca.SX.sym("acceleration", tree.nv)
    inner = inverse_dynamics_derivatives(tree, q, v, a)
    at = forward_dynamics(tree, q, v, tau)
    by_q, by_v = ca.substitute(inner, [a], [at])
    inverse = _inverse(tree, mass_matrix(tree, q))
    return [-inverse @ by_q, -inverse @ by_v, inverse]


def _inverse(tree: PlainTree, M: Symbol) -> Symbol:
    """Return M^-1 by M = L' D L, which leaves the tree's zeros zero [Featherstone2008].

    Only ancestors of a freedom ever meet it, so sums run over chains of ancestors.
    """
    n = tree.nv
    inward = _inward(tree)
    L = ca.SX(M)
    for k in reversed(range(n)):
        for position, i in enumerate(inward[k]):
            factor = L[k, i] / L[k, k]
            for j in inward[k][position:]:
                L[i, j] = L[i, j] - factor * L[k, j]
            L[k, i] = factor
    x = ca.SX.eye(n)
    for i in reversed(range(n)):  # L' x = 1
        for j in inward[i]:
            x[j, :] = x[j, :] - L[i, j] * x[i, :]
    for i in range(n):
        x[i, :] = x[i, :] / L[i, i]
    for i in range(n):
        for j in inward[i]:
            x[i, :] = x[i, :] - L[i, j] * x[j, :]
    return x


def _inward(tree: PlainTree) -> list[list[int]]:
    """Return for every velocity those before it on the way to the world, near first."""
    slices = tree.velocity_slices()
    chains: list[list[int]] = []
    result: list[list[int]] = []
    for joint, part in zip(tree.joints, slices, strict=True):
        chain = [] if joint.parent == WORLD else chains[joint.parent]
        for velocity in range(part.start, part.stop):
            result.append(chain)
            chain = [velocity, *chain]
        chains.append(chain)
    return result


def _tangent(tree: PlainTree, q: Symbol) -> Symbol:
    """Return N(q) of dq/dt = N v."""
    N: Any = ca.SX(tree.nq, tree.nv)
    q_slices, v_slices = tree.coordinate_slices(), tree.velocity_slices()
    for joint, at, to in zip(tree.joints, q_slices, v_slices, strict=True):
        if joint.type != "free":
            N[at, to] = ca.SX.eye(1)
            continue
        quaternion = q[at][3:]
        vector, w = quaternion[:3], quaternion[3]
        half = ca.vertcat(w * ca.SX.eye(3) + ca.skew(vector), -vector.T) / 2
        N[at, to] = ca.diagcat(_quaternion_matrix(quaternion), half)
    return N
