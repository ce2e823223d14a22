"""Forward dynamics by articulated bodies on CasADi's symbols, in 3 x 3 blocks.

[Featherstone2008, section 7.3]. An articulated inertia maps an acceleration (linear,
angular) to a force and a torque:  f = A a + B wd,  n = B' a + C wd.
"""

from __future__ import annotations

from typing import Any

import casadi as ca

from benchmarks.peers.casadi_algorithms import Placed, Symbol, _inertia, _sum, placed
from tests.references.plain_tree import WORLD, PlainTree


def forward_dynamics(tree: PlainTree, q: Symbol, v: Symbol, tau: Symbol) -> Symbol:
    """Return a."""
    places = placed(tree, q)
    inertia, bias, transport = _velocities(places, v)
    reduced: dict[int, tuple[Symbol, Symbol, Symbol]] = {}
    for index in reversed(range(len(places))):
        reduced[index] = _reduce(places, index, tau, inertia, bias, transport)
    acceleration: list[tuple[Symbol, Symbol]] = []
    result = [ca.SX(0)] * tree.nv
    for index, place in enumerate(places):
        a, wd = -ca.SX(tree.gravity), ca.SX.zeros(3)
        if place.joint.parent != WORLD:
            a, wd = acceleration[place.joint.parent]
        twist = ca.vertcat(
            place.R.T @ (a + ca.cross(wd, place.p)), place.R.T @ wd
        ) + ca.vertcat(*transport[index])
        U, L, u = reduced[index]
        rates = _ldl_solve(L, u - U.T @ twist)
        twist = twist + _columns(place) @ rates
        acceleration.append((twist[:3], twist[3:]))
        for position, velocity in enumerate(place.indices):
            result[velocity] = rates[position]
    return ca.vertcat(*result)


def _velocities(places: list[Placed], v: Symbol) -> tuple[Any, Any, Any]:
    """Return every body's inertia (A, B, C), bias wrench and velocity-product twist."""
    inertia, bias, transport = [], [], []
    velocity: list[tuple[Symbol, Symbol]] = []
    for place in places:
        linear, w = ca.SX.zeros(3), ca.SX.zeros(3)
        if place.joint.parent != WORLD:
            linear, w = velocity[place.joint.parent]
        linear, w = place.R.T @ (linear + ca.cross(w, place.p)), place.R.T @ w
        relative_w, relative_v = _sum(place, v)
        linear, w = linear + relative_v, w + relative_w
        velocity.append((linear, w))
        mass, h, J = _inertia(place.joint)
        momentum = mass * linear + ca.cross(w, h)
        spin = J @ w + ca.cross(h, linear)
        inertia.append([mass * ca.SX.eye(3), -ca.skew(h), J])
        bias.append(
            [ca.cross(w, momentum), ca.cross(w, spin) + ca.cross(linear, momentum)]
        )
        transport.append(
            (
                ca.cross(w, relative_v) + ca.cross(linear, relative_w),
                ca.cross(w, relative_w),
            )
        )
    return inertia, bias, transport


def _reduce(
    places: list[Placed],
    index: int,
    tau: Symbol,
    inertia: Any,
    bias: Any,
    transport: Any,
) -> tuple[Symbol, Symbol, Symbol]:
    """Hand a body's articulated inertia and bias to its parent; return U, L, u."""
    place = places[index]
    A, B, C = inertia[index]
    S = _columns(place)
    whole = ca.blockcat([[A, B], [B.T, C]])
    U = whole @ S
    L = _ldl(S.T @ U)
    force = ca.vertcat(*bias[index])
    u = ca.vertcat(*(tau[k] for k in place.indices)) - S.T @ force
    if place.joint.parent != WORLD:
        gain = _ldl_solve(L, U.T).T
        whole = whole - gain @ U.T
        force = force + whole @ ca.vertcat(*transport[index]) + gain @ u
        A, B, C = (
            place.R @ block @ place.R.T
            for block in (whole[:3, :3], whole[:3, 3:], whole[3:, 3:])
        )
        cross = ca.skew(place.p)
        shifted = B - A @ cross
        outer = inertia[place.joint.parent]
        outer[0] = outer[0] + A
        outer[1] = outer[1] + shifted
        outer[2] = outer[2] + C - B.T @ cross + cross @ shifted
        turned = place.R @ force[:3]
        outer = bias[place.joint.parent]
        outer[0] = outer[0] + turned
        outer[1] = outer[1] + place.R @ force[3:] + ca.cross(place.p, turned)
    return U, L, u


def _columns(place: Placed) -> Symbol:
    """Return the joint's freedoms as columns (linear over angular)."""
    return ca.horzcat(*(ca.vertcat(slide, turn) for turn, slide in place.freedoms))


def _ldl(D: Symbol) -> Symbol:
    """Return L D L' packed in one matrix, D on the diagonal; D is symmetric."""
    n = D.shape[0]
    L = ca.SX(D)
    for k in range(n):
        for i in range(k + 1, n):
            factor = L[i, k] / L[k, k]
            for j in range(i, n):
                L[j, i] = L[j, i] - L[j, k] * factor
        for i in range(k + 1, n):
            L[i, k] = L[i, k] / L[k, k]
    return L


def _ldl_solve(L: Symbol, right: Symbol) -> Symbol:
    """Return the solution of the factorised system."""
    n = L.shape[0]
    x = ca.SX(right)
    for k in range(n):
        for i in range(k + 1, n):
            x[i, :] = x[i, :] - L[i, k] * x[k, :]
    for k in range(n):
        x[k, :] = x[k, :] / L[k, k]
    for k in reversed(range(n)):
        for i in range(k):
            x[i, :] = x[i, :] - L[k, i] * x[k, :]
    return x
