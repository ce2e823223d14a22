"""Transformation matrices of a joint and what they do as it moves.

4 by 4 matrices [R p; 0 1]. A joint's freedom s moves its body with a twist that is
constant in the body's own axes; written as a 4 by 4 matrix S_s = [w~ u; 0 0],

    dA/dq_s = U1_s = A S_s,    A' = sum of U1_s q_s',
    A'' = A' sum of S_s q_s' + sum of U1_s q_s''

For a joint of one freedom the first term of A'' is U2 q'^2, U2 = d2A/dq2
[IMPACT Eqs. 7, 8 as in errata I9; Hollerbach1980].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, skew, zeros
from linkwright.model.tree import Link


@dataclass(frozen=True, eq=False)
class JointMatrices:
    """A joint's transformation matrix, its derivatives, and its axes.

    Attributes:
        A: from the body's axes to those the joint stands in (4, 4).
        U1: dA/dq, one for each freedom.
        axes: x', the angular velocity that each freedom gives, in the body's axes.
        A_rate, A_rate_2: A' and A''; without accelerations, what velocities leave.
        turning, turning_rate: sum of x' q' and of x' q''.
    """

    A: Array
    U1: tuple[Array, ...]
    axes: tuple[Array, ...]
    A_rate: Array
    A_rate_2: Array
    turning: Array
    turning_rate: Array | None


def joint_matrices(
    link: Link, A: Array, v: Array | None = None, a: Array | None = None
) -> JointMatrices:
    """Return the matrices of a joint that A (4, 4) belongs to.

    ``v``, ``a``: the robot's velocities and accelerations, where they are wanted.
    """
    twists = [twist(angular, linear) for angular, linear in link.joint.subspace]
    U1 = tuple(times_constant(A, S) for S in twists)
    axes = tuple(angular for angular, _ in link.joint.subspace)
    A_rate, A_rate_2, turning = zeros(4, 4), zeros(4, 4), zeros(3)
    turning_rate: Array | None = None
    if v is not None and U1:
        rates = link.velocities(v)
        A_rate = combination(U1, rates)
        A_rate_2 = times_constant(A_rate, combination(tuple(twists), rates))
        turning = combination(axes, rates)
    if a is not None and U1:
        rates = link.velocities(a)
        A_rate_2 = A_rate_2 + combination(U1, rates)
        turning_rate = combination(axes, rates)
    return JointMatrices(A, U1, axes, A_rate, A_rate_2, turning, turning_rate)


def joint_transform(link: Link, q: Array) -> Array:
    """Return A: the joint's constant rotation, then its motion  [IMPACT Eq. 4]."""
    turn, shift = link.joint.motion(link.coordinates(q))
    return transform(link.rotation.then(turn).matrix(), link.rotation.apply(shift))


def translation(p: Array) -> Array:
    """Return E = [1 p; 0 1]  [IMPACT Eq. 5]."""
    x, y, z = p
    rows = [(1.0, 0.0, 0.0, x), (0.0, 1.0, 0.0, y), (0.0, 0.0, 1.0, z)]
    return Array.matrix([*rows, (0.0, 0.0, 0.0, 1.0)])


def transform(R: Array, p: Array) -> Array:
    """Return [R p; 0 1]."""
    rows = [(*row, x) for row, x in zip(R.rows, p, strict=True)]
    return Array.matrix([*rows, (0.0, 0.0, 0.0, 1.0)])


def twist(angular: Array, linear: Array) -> Array:
    """Return the 4 by 4 matrix [w~ u; 0 0]."""
    rows = [(*row, x) for row, x in zip(skew(angular).rows, linear, strict=True)]
    return Array.matrix([*rows, (0.0, 0.0, 0.0, 0.0)])


def combination(matrices: tuple[Array, ...], rates: Array) -> Array:
    """Return the sum of matrices times rates."""
    total, *others = (m * x for m, x in zip(matrices, rates, strict=True))
    for other in others:
        total = total + other
    return total


def times_constant(A: Array, constant: Array) -> Array:
    """Return A C, without the products with zeros and ones that stand in C."""
    columns = [constant.column(j) for j in range(constant.shape[1])]
    rows = [[_sparse_dot(row, column) for column in columns] for row in A.rows]
    return Array.matrix(rows)


def _sparse_dot(row: tuple[Any, ...], column: Array) -> Any:
    total: Any = 0.0
    for x, c in zip(row, column, strict=True):
        if c.__class__ is float and c == 0.0:
            continue
        term = x if c.__class__ is float and c == 1.0 else x * c
        if x.__class__ is float and x == 0.0:
            continue
        total = term if total.__class__ is float and total == 0.0 else total + term
    return total


def trace_of_product(A: Array, B: Array) -> Any:
    """Return Tr{A B}."""
    total, *others = (
        x * y
        for row, j in zip(A.rows, range(len(A)), strict=True)
        for x, y in zip(row, B.column(j), strict=True)
    )
    for other in others:
        total = total + other
    return total
