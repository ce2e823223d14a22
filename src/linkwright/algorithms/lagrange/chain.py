"""One open chain by Lagrange's equations with 4 by 4 matrices  [Hollerbach1980].

W_i = W_i-1 A_i places link i; A_i holds the link and the joint. Of each link the pseudo
inertia J_i = [J h; h^T m] enters: the integral of r r^T dm with r = (x, y, z, 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from linkwright.algorithms.branches import (
    Base,
    Branch,
    Entries,
    Forces,
    JointMatrices,
    base_of,
    joint_matrices,
    joint_transform,
    trace_of_product,
    translation,
)
from linkwright.expr import Array, dot, zeros
from linkwright.model.tree import Link
from linkwright.spatial.inertia import Inertia


@dataclass(frozen=True, eq=False)
class Placed:
    """A link of the chain: its joint, W_i-1, A_i and W_i''."""

    link: Link
    joint: JointMatrices
    W_before: Array
    W_rate_2: Array

    @property
    def A(self) -> Array:  # noqa: N802
        """The link in the axes of the one before."""
        return self.joint.A

    def derivatives(self) -> list[Array]:
        """Return dW_i/dq_i = W_i-1 dA_i/dq_i, one for each freedom."""
        return [self.W_before @ U1 for U1 in self.joint.U1]


def outward(
    branch: Branch, base: Base, q: Array, v: Array | None = None, a: Array | None = None
) -> list[Placed]:
    """Return the links placed; W_i'' where velocities are given.

    W_i' = W_i-1' A_i + W_i-1 A_i';  W_i'' = W_i-1'' A_i + 2 W_i-1' A_i' + W_i-1 A_i''.
    """
    W, W_rate, W_rate_2 = base.E_0, base.rate(v), base.rate(a)
    found: list[Placed] = []
    for i, link in enumerate(branch.links):
        A = joint_transform(link, q)
        if i:
            A = translation(link.position) @ A
        joint = joint_matrices(link, A, v, a)
        before = W
        if v is not None:
            mixed = W_rate @ joint.A_rate
            W_rate_2 = W_rate_2 @ A + mixed * 2.0 + W @ joint.A_rate_2
            W_rate = W_rate @ A + W @ joint.A_rate
        found.append(Placed(link, joint, before, W_rate_2))
        if i + 1 < len(branch.links):
            W = W @ A
    return found


def forces_of_branch(branch: Branch, q: Array, v: Array, a: Array | None) -> Forces:
    """Yield tau_j = Tr{dW_j/dq_j D_j} - g.dW_j/dq_j c_j  [Hollerbach1980, Eq. 14].

    D_j = J_j W_j''^T + A_j+1 D_j+1,    c_j = (h, m)_j + A_j+1 c_j+1.
    """
    base = base_of(branch, q)
    links = outward(branch, base, q, v, a)
    g = Array((*branch.gravity, 0.0))
    D, c = zeros(4, 4), zeros(4)
    for i in reversed(range(len(links))):
        body = links[i]
        J = pseudo_inertia(body.link.inertia)
        after = links[i + 1 : i + 2]
        D = J @ body.W_rate_2.T + after[0].A @ D if after else J @ body.W_rate_2.T
        c = J.column(3) + after[0].A @ c if after else J.column(3)
        for s, dW in enumerate(body.derivatives()):
            yield (body.link, s), trace_of_product(dW, D) - dot(g, dW @ c)
    for slide, U3 in zip(base.slides, base.U3, strict=True):
        moved = U3 @ links[0].A
        yield (slide, 0), trace_of_product(moved, D) - dot(g, moved @ c)


def matrix_of_branch(branch: Branch, q: Array) -> Entries:
    """Yield M_jk = Tr{dW_j/dq_j jK_k (dW_k/dq_k)^T} for j <= k.

    jK_k = A_j+1 (j+1)K_k, and kK_k = J_k + A_k+1 K_k+1 A_k+1^T: all beyond joint k.
    """
    base = base_of(branch, q)
    links = outward(branch, base, q)
    derivatives = [body.derivatives() for body in links]
    for k, K in composite(links):
        body = links[k]
        for j in reversed(range(k + 1)):
            if j < k:
                K = links[j + 1].A @ K
            for r, dW_j in enumerate(derivatives[j]):
                carried = dW_j @ K
                for s, dW_k in enumerate(derivatives[k]):
                    if j < k or r <= s:
                        entry = trace_of_product(carried, dW_k.T)
                        yield (links[j].link, r), (body.link, s), entry
        K = links[0].A @ K  # 0K_k
        for U3, slide in zip(base.U3, base.slides, strict=True):
            carried = U3 @ K
            for s, dW_k in enumerate(derivatives[k]):
                entry = trace_of_product(carried, dW_k.T)
                yield (slide, 0), (body.link, s), entry
        if k == 0:
            K = K @ body.A.T
            for i, (U3, slide) in enumerate(zip(base.U3, base.slides, strict=True)):
                for other, first in zip(base.U3[: i + 1], base.slides, strict=False):
                    entry = trace_of_product(other @ K, U3.T)
                    yield (first, 0), (slide, 0), entry


def composite(links: list[Placed]) -> Iterator[tuple[int, Array]]:
    """Yield kK_k from the tip inwards."""
    after: tuple[Placed, Array] | None = None
    for k in reversed(range(len(links))):
        K = pseudo_inertia(links[k].link.inertia)
        if after is not None:
            body, beyond = after
            K = K + body.A @ beyond @ body.A.T
        after = links[k], K
        yield k, K


def pseudo_inertia(inertia: Inertia) -> Array:
    """Return [J h; h^T m] (4, 4)."""
    h = inertia.first_moment
    rows = [(*J, x) for J, x in zip(inertia.second_moment.rows, h, strict=True)]
    return Array.matrix([*rows, (*h, inertia.mass)])
