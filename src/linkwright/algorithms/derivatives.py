"""Derivatives of inverse and forward dynamics on the tangent space, analytic.

[Singh2022, Eqs. 42–47]; forward dynamics by d a = -M^-1 d tau (Carpentier and
Mansard 2018, Eq. 3). A column of the derivative with respect to q is the change along
the joint's own motion: for quaternions, along body-frame turns.
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.configuration import rate_matrix
from linkwright.algorithms.newton_euler import Wrench, forces_of_wrenches
from linkwright.algorithms.root_frame import plus
from linkwright.algorithms.symmetric import SymmetricSum
from linkwright.algorithms.tangent_dynamics import (
    TreeMotion,
    carried_force,
    coriolis_product,
    coriolis_row,
    inertia_product,
    tree_motion,
    work,
)
from linkwright.expr import Array, dot, jacobian
from linkwright.model.tree import Model


def inverse_dynamics_derivatives(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    external: list[Wrench] | None = None,
) -> tuple[Array, Array, Array]:
    """D tau / d q, d tau / d v and d tau / d a = M, each (nv, nv).

    [Singh2022, Eqs. 42–47].  q (nq,);  v, a (nv,).  external: wrench on each body at
    its origin, in its frame; what they give the joints is differentiated as traced.
    """
    motion = tree_motion(model, q, v, a)
    n = model.nv
    by_q: list[list[Any]] = [[0.0] * n for _ in range(n)]
    by_v: list[list[Any]] = [[0.0] * n for _ in range(n)]
    mass = SymmetricSum(n)

    def add(matrix: list[list[Any]], row: int, column: int, value: Any) -> None:
        matrix[row][column] = matrix[row][column] + value

    for k, link in enumerate(model.links):
        axes = motion.frame.S[k]
        for i, (row, ratio, _, _) in enumerate(link.freedoms):
            s = axes[i]
            needed = inertia_product(motion, k, s)
            turned = coriolis_row(motion, k, s)
            by_rate, by_turn = _outward(motion, k, i)
            for j in model.ancestors(k):
                for c, (column, scale, _, _) in enumerate(model.links[j].freedoms):
                    both = ratio * scale
                    s_j, drag = motion.frame.S[j][c], motion.Psid[j][c]
                    if not (j == k and c > i):
                        entry = both * work(s_j, needed)
                        mass.add(row, column, entry, diagonal=j == k)
                    change = dot(turned, drag[0]) + work(motion.Psidd[j][c], needed)
                    add(by_q, row, column, both * change)
                    rate = plus(drag, motion.Sd[j][c])
                    change = dot(turned, s_j[0]) + work(rate, needed)
                    add(by_v, row, column, both * change)
                    if j != k:
                        add(by_q, column, row, both * work(s_j, by_turn))
                        add(by_v, column, row, both * work(s_j, by_rate))
    for link in model.links:
        for index, ratio, _, _ in link.freedoms:
            mass.add(index, index, link.armature * (ratio * ratio), diagonal=True)
    change = Array.matrix(by_q)
    if external is not None:
        given = forces_of_wrenches(model, q, external)
        change = change - jacobian(given, q) @ rate_matrix(model, q)
    return change, Array.matrix(by_v), mass.matrix()


def _outward(motion: TreeMotion, k: int, i: int) -> tuple[Wrench, Wrench]:
    """Return the changes of composite k's wrench by its own joint's rate and turn.

    2 B S + I (Psid + Sd)  and  2 B Psid + I Psidd + S x* f.
    """
    s, drag = motion.frame.S[k][i], motion.Psid[k][i]
    rate = plus(drag, motion.Sd[k][i])
    by_rate = coriolis_product(motion, k, s[0]) + inertia_product(motion, k, rate)
    by_turn = coriolis_product(motion, k, drag[0])
    by_turn = by_turn + inertia_product(motion, k, motion.Psidd[k][i])
    return by_rate, by_turn + carried_force(s, motion.force[k])


def coriolis_matrix(model: Model, q: Array, v: Array) -> Array:
    """C (nv, nv) with c(q, v) = C v + g and M' - 2 C skew.

    C_ij = S_i . (I_c Sd_j + B_c S_j), composite at the outer of i and j
    [Echeandia2021, Alg. 1]: Christoffel's choice where every joint has one freedom.
    """
    motion = tree_motion(model, q, v, Array((0.0,) * model.nv))
    rows: list[list[Any]] = [[0.0] * model.nv for _ in range(model.nv)]
    for k, link in enumerate(model.links):
        for i, (row, ratio, _, _) in enumerate(link.freedoms):
            s = motion.frame.S[k][i]
            needed = inertia_product(motion, k, s)
            turned = coriolis_row(motion, k, s) * 0.5
            half = coriolis_product(motion, k, s[0] * 0.5)
            outward = half + inertia_product(motion, k, motion.Sd[k][i])
            for j in model.ancestors(k):
                for c, (column, scale, _, _) in enumerate(model.links[j].freedoms):
                    both = ratio * scale
                    s_j, rate = motion.frame.S[j][c], motion.Sd[j][c]
                    entry = dot(turned, s_j[0]) + work(rate, needed)
                    rows[row][column] = rows[row][column] + both * entry
                    if j != k:
                        entry = work(s_j, outward)
                        rows[column][row] = rows[column][row] + both * entry
    return Array.matrix(rows)
