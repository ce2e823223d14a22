"""The same equations with the branches' sums taken in one frame: far fewer operations.

Three identities shorten the Appendix. Let S_j = [w~ u; 0 0] be the twist of freedom j
in the reference frame; then
1. T^_j-1 U1_j = S_j T_j, so Eq. 33 is dT_i/dq_j = S_j T_i for all links i beyond j, and
   I_jk = 2 Tr{S_j 0F_k S_k^T} + w_j.0P_k w_k with 0F_k the sum of T_i B1_i T_i^T over
   all links beyond k (Eqs. 39, 40);
2. the entries are linear in 0F and 0P, so these are added over the branches, not the
   matrices: a link counts once and virtual links drop out;
3. what B1 gains when it is carried to another origin is a second moment, which may as
   well be counted in P (see `inertias`): 0F keeps its form ½ [0 h; h^T m].

The reference frame is the root's at this instant (`root_frame`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.composite_body import with_armature
from linkwright.algorithms.gibbs_appell.inertias import B2
from linkwright.algorithms.newton_euler import angular_motion
from linkwright.algorithms.root_frame import RootFrame, root_frame
from linkwright.algorithms.symmetric import SymmetricSum
from linkwright.expr import Array, cross, dot, zeros
from linkwright.model.tree import WORLD, Link, Model
from linkwright.spatial.inertia import trace_less
from linkwright.spatial.rotation import MatrixTurn


@dataclass(frozen=True, eq=False)
class Gathered:
    """Sums over a link and all that hangs on it, in the reference frame.

    Attributes:
        h, m: 2 0F = [0 h; h^T m].
        P: 0P (3, 3), the second moments that 0F has gained included.
    """

    h: Array
    m: Any
    P: Array

    def __add__(self, other: Gathered) -> Gathered:
        return Gathered(self.h + other.h, self.m + other.m, self.P + other.P)

    def wrench(self, w: Array, u: Array) -> tuple[Array, Array]:
        """Return n, f with I_jk = w_j.n + u_j.f for the motion (w, u) of k.

        2 Tr{S_j 0F S_k^T}, of whose products w_j~ sees only what is skew in h u^T.
        """
        return self.P @ w + cross(self.h, u), cross(w, self.h) + u * self.m


def of_link(link: Link, R: Array, p: Array) -> Gathered:
    """Return T B1 T^T and R B2 R^T of one link.

    2 T B1 T^T = [J h; h^T m] with h the first moment about the frame's origin and
    J = u p^T + p u^T, u = R h_link + m p / 2.
    """
    m, h = link.inertia.mass, R @ link.inertia.first_moment
    gained = symmetric_product(h + p * (m * 0.5), p)
    P = MatrixTurn(R).congruence(B2(link.inertia))
    return Gathered(h + p * m, m, P + trace_less(gained))


def mass_matrix(model: Model, q: Array) -> Array:
    """I_f (nv, nv): 2 Tr{S_j 0F_k S_k^T} + w_j.0P_k w_k  [IMPACT Eqs. I, II]."""
    frame = root_frame(model, q)
    total = SymmetricSum(model.nv)
    for k, (link, sums) in enumerate(
        zip(model.links, gathered(model, frame), strict=True)
    ):
        for (column, ratio, _, _), (w_k, u_k) in zip(
            link.freedoms, frame.S[k], strict=True
        ):
            n, f = sums.wrench(w_k, u_k)
            for j in model.ancestors(k):
                for (row, scale, _, _), (w_j, u_j) in zip(
                    model.links[j].freedoms, frame.S[j], strict=True
                ):
                    if j == k and row > column:
                        continue
                    entry = dot(w_j, n) + dot(u_j, f)
                    total.add(row, column, ratio * scale * entry, diagonal=j == k)
    return with_armature(model, total)


def gathered(model: Model, frame: RootFrame) -> list[Gathered]:
    """Return 0F_k and 0P_k of every link."""
    places = zip(model.links, frame.R, frame.p, strict=True)
    sums = [of_link(link, R, p) for link, R, p in places]
    for k in reversed(range(len(sums))):
        parent = model.links[k].parent
        if parent != WORLD:
            sums[parent] = sums[parent] + sums[k]
    return sums


def forces(model: Model, q: Array, v: Array, a: Array | None = None) -> Array:
    """I_f a + (tau - R) (nv,): dS/dq'' + dV/dq  [IMPACT Eqs. 17-24].

    T_i'' = [U_i R_i, a_i; 0 0] by 3 by 3 rotations, U = w'~ + w~ w~; gravity enters as
    an acceleration of the base. The sums go inwards by moments about the joints.
    """
    a = zeros(model.nv) if a is None else a
    frame = root_frame(model, q)
    moments: list[Array] = []
    pulls: list[Array] = []
    for k, motion in enumerate(_motions(model, frame, v, a)):
        inertia = model.links[k].inertia
        R = frame.R[k]
        h = R @ inertia.first_moment
        P = MatrixTurn(R).congruence(B2(inertia))
        # t_i, and the part of 2 Tr{dT_i/dq_j B1_i T_i''^T} that w~ and u see.
        t = P @ motion.wd + cross(motion.w, P @ motion.w)
        moments.append(t + cross(h, motion.a))
        pulls.append(motion.U @ h + motion.a * inertia.mass)
    for k in reversed(range(len(model.links))):
        parent = model.links[k].parent
        if parent != WORLD:
            arm = frame.p[k] - frame.p[parent]
            moments[parent] = moments[parent] + moments[k] + cross(arm, pulls[k])
            pulls[parent] = pulls[parent] + pulls[k]
    tau: list[Any] = [0.0] * model.nv
    for k, link in enumerate(model.links):
        for index, ratio, angular, linear in link.freedoms:
            w, u = frame.R[k] @ angular, frame.R[k] @ linear
            tau[index] = tau[index] + ratio * (dot(w, moments[k]) + dot(u, pulls[k]))
            tau[index] = tau[index] + link.armature * (ratio * ratio) * a[index]
    return Array(tau)


@dataclass(frozen=True, eq=False)
class _Motion:
    """w, w', U = w'~ + w~ w~, and the acceleration a of the origin, less gravity."""

    w: Array
    wd: Array
    U: Array
    a: Array


def _motions(model: Model, frame: RootFrame, v: Array, a: Array) -> list[_Motion]:
    """Return every link's motion, from the base outwards  [errata I4]."""
    found: list[_Motion] = []
    for k, link in enumerate(model.links):
        R = frame.R[k]
        if link.parent == WORLD:
            w, wd, carried = zeros(3), zeros(3), -frame.gravity[k]
        else:
            above = found[link.parent]
            w, wd = above.w, above.wd
            carried = above.a + above.U @ (frame.p[k] - frame.p[link.parent])
        r, u = _turned(R, link, link.velocities(v))
        rd, ud = _turned(R, link, link.velocities(a))
        acceleration = carried + ud + cross(r, u) + cross(w, u * 2.0)
        wd = wd + rd + cross(w, r)
        w = w + r
        found.append(_Motion(w, wd, angular_motion(w, wd), acceleration))
    return found


def _turned(R: Array, link: Link, rates: Array) -> tuple[Array, Array]:
    """Return the angular and linear velocity that a joint's rates give, turned."""
    w, u = zeros(3), zeros(3)
    for rate, (angular, linear) in zip(rates, link.joint.subspace, strict=True):
        w, u = w + angular * rate, u + linear * rate
    return R @ w, R @ u


def symmetric_product(u: Array, p: Array) -> Array:
    """Return u p^T + p u^T by its upper triangle."""
    J = [[u[i] * p[j] + p[i] * u[j] for j in range(i, 3)] for i in range(3)]
    return Array((J[min(i, j)][abs(i - j)] for i in range(3) for j in range(3)), 3)
