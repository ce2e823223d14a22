"""Moving about in configuration space: integrate, difference, rates.

Joint by joint, as each joint type defines it; coupled joints have no coordinates.
"""

from __future__ import annotations

from typing import Any

from linkwright.expr import Array, jacobian, tangent
from linkwright.model.tree import Link, Model


def integrate(model: Model, q: Array, step: Array) -> Array:
    """Return q moved along constant body velocities for unit time (nq,)."""
    moved: list[Any] = [0.0] * model.nq
    for link in independent(model):
        part = link.joint.integrate(link.coordinates(q), link.velocities(step))
        moved[link.q_index : link.q_index + link.nq] = part
    return Array(moved)


def difference(model: Model, start: Array, end: Array) -> Array:
    """Return the step (nv,) with integrate(start, step) = end."""
    step: list[Any] = [0.0] * model.nv
    for link in independent(model):
        part = link.joint.difference(link.coordinates(start), link.coordinates(end))
        step[link.v_index : link.v_index + link.nv] = part
    return Array(step)


def rate_matrix(model: Model, q: Array) -> Array:
    """Return N (nq, nv) with dq/dt = N v."""
    rows: list[list[Any]] = [[0.0] * model.nv for _ in range(model.nq)]
    for link in independent(model):
        block = link.joint.rate_matrix(link.coordinates(q))
        for i in range(link.nq):
            for j in range(link.nv):
                rows[link.q_index + i][link.v_index + j] = block[i, j]
    return Array((x for row in rows for x in row), model.nv)


def coordinate_rates(model: Model, q: Array, v: Array) -> Array:
    """Return dq/dt = N(q) v (nq,)."""
    rates: list[Any] = [0.0] * model.nq
    for link in independent(model):
        if not link.nq:
            continue
        part = link.joint.rate_matrix(link.coordinates(q)) @ link.velocities(v)
        rates[link.q_index : link.q_index + link.nq] = part
    return Array(rates)


def neutral(model: Model) -> list[float]:
    """Return the reference configuration: zeros, unit quaternions."""
    values = [0.0] * model.nq
    for link in independent(model):
        values[link.q_index : link.q_index + link.nq] = link.joint.neutral
    return values


def independent(model: Model) -> list[Link]:
    """Return the links whose joints have coordinates of their own."""
    return [link for link in model.links if not link.coupled]


def time_derivative(model: Model, value: Array, q: Array, v: Array) -> Array:
    """Return d(value)/dt of an array of expressions of q, along dq/dt = N(q) v."""
    rates = coordinate_rates(model, q, v)
    return Array(tangent(value, q, rates), value.columns)


def integrate_derivatives(model: Model, q: Array, step: Array) -> tuple[Array, Array]:
    """Return the tangent derivatives of integrate by q and by the step, (nv, nv).

    Of the end point's own step, as its body feels it: N(end)^+ d(end), with
    N^+ = 4 N' for the quaternion's rows, R' for a free joint's position.
    """
    end = integrate(model, q, step)
    back = left_inverse_of_rates(model, end)
    by_q = jacobian(end, q) @ rate_matrix(model, q)
    return back @ by_q, back @ jacobian(end, step)


def difference_derivatives(
    model: Model, start: Array, end: Array
) -> tuple[Array, Array]:
    """Return the tangent derivatives of difference by its start and end, (nv, nv)."""
    step = difference(model, start, end)
    by_start = jacobian(step, start) @ rate_matrix(model, start)
    return by_start, jacobian(step, end) @ rate_matrix(model, end)


def left_inverse_of_rates(model: Model, q: Array) -> Array:
    """Return N^+ (nv, nq) with N^+ N = 1, for unit quaternions."""
    rows: list[list[Any]] = [[0.0] * model.nq for _ in range(model.nv)]
    for link in independent(model):
        block = link.joint.rate_matrix(link.coordinates(q))
        for i in range(link.nq):
            quaternion = link.nq - i <= 4 and link.nq > link.nv
            for j in range(link.nv):
                scale = 4.0 if quaternion else 1.0
                rows[link.v_index + j][link.q_index + i] = block[i, j] * scale
    return Array((x for row in rows for x in row), model.nq)
