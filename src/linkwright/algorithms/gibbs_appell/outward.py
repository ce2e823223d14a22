"""Transformations and angular motion along a branch  [IMPACT Appendix, Steps 1-3].

T_i = T^_i-1 A_i places link i, T^_i = T_i E_i its end; both are 4 by 4. Angular motion
goes by 3 by 3 rotations, in each link's own axes. Rates carry the velocities' part and,
where accelerations are given, all of it (Eqs. 27, 28).
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.algorithms.branches import (
    Base,
    Branch,
    JointMatrices,
    joint_matrices,
    joint_transform,
    translation,
)
from linkwright.expr import Array, cross, identity, zeros
from linkwright.model.tree import Link


@dataclass(frozen=True, eq=False)
class BranchLink:
    """A link of a branch and what Steps 1-3 find of it.

    Attributes:
        T_hat: T^_i-1, place of the end of the link before.
        EA: E_i-1 A_i, the link in the axes of the one before.
        R: the rotation in A_i.
        T_rate_2: T_i'', or T_v,i''.
        w, wd: angular velocity, and angular acceleration or its part by velocities.
    """

    link: Link
    joint: JointMatrices
    T_hat: Array
    EA: Array
    R: Array
    T_rate_2: Array
    w: Array
    wd: Array

    def derivatives(self) -> list[Array]:
        """Return dT_i/dq_i = T^_i-1 U1_i, one for each freedom  [Eq. 33 at i = j]."""
        return [self.T_hat @ U1 for U1 in self.joint.U1]


def outward(
    branch: Branch,
    base: Base,
    q: Array,
    v: Array | None = None,
    a: Array | None = None,
) -> list[BranchLink]:
    """Return Steps 1-3 link by link; rates only where velocities are given."""
    T_hat, T_hat_rate, T_hat_rate_2 = base.E_0, base.rate(v), base.rate(a)
    w, wd = zeros(3), zeros(3)
    E = identity(4)
    found: list[BranchLink] = []
    for i, link in enumerate(branch.links):
        A = joint_transform(link, q)
        joint = joint_matrices(link, A, v, a)
        R = A[:3, :3]
        T_rate_2 = zeros(4, 4)
        if v is not None:
            # T_i'' = T^_i-1'' A_i + 2 T^_i-1' A_i' + T^_i-1 A_i''  (errata I4)
            T_rate = T_hat_rate @ A + T_hat @ joint.A_rate
            mixed = T_hat_rate @ joint.A_rate
            T_rate_2 = T_hat_rate_2 @ A + mixed * 2.0 + T_hat @ joint.A_rate_2
            wd = R.T @ (cross(w, R @ joint.turning) + wd)
            if joint.turning_rate is not None:
                wd = wd + joint.turning_rate
            w = R.T @ w + joint.turning
            T_hat_rate, T_hat_rate_2 = T_rate, T_rate_2
        EA = E @ A if i else A
        found.append(BranchLink(link, joint, T_hat, EA, R, T_rate_2, w, wd))
        if i + 1 < len(branch.links):
            E = translation(branch.links[i + 1].position)
            T_hat = T_hat @ A @ E
            T_hat_rate, T_hat_rate_2 = T_hat_rate @ E, T_hat_rate_2 @ E
    return found
