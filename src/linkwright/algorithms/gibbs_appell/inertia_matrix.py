"""The inertia matrix of a branch  [IMPACT Eqs. I, II, 36-40; Appendix, Steps 6, 7]."""

from __future__ import annotations

from linkwright.algorithms.branches import Branch, Entries, base_of, trace_of_product
from linkwright.algorithms.gibbs_appell.inertias import B1, B2
from linkwright.algorithms.gibbs_appell.outward import outward
from linkwright.expr import Array, dot


def matrix_of_branch(branch: Branch, q: Array) -> Entries:
    """Yield the entries of a branch's inertia matrix.

    I_jk = 2 Tr{T^_j-1 U1_j jF~k U1_k^T T^_k-1^T} + x'_j.jP_k x'_k    (j <= k),
    I_jX = 2 Tr{T^_j-1 U1_j jF_0 U3_X^T},    I_XY = 2 Tr{U3_X 0F_0 U3_Y^T},
    with, from the tip inwards, jF~k = E_j A_j+1 (j+1)F~k and jP_k = R_j+1 (j+1)P_k,
    kF~k = B1_k + kF~k+1 (E_k A_k+1)^T and kP_k = B2_k + kP_k+1 R_k+1^T.
    """
    base = base_of(branch, q)
    links = outward(branch, base, q)
    derivatives = [body.derivatives() for body in links]
    F_beyond: Array | None = None
    P_beyond: Array | None = None
    for k in reversed(range(len(links))):
        body = links[k]
        F, P = B1(body.link.inertia), B2(body.link.inertia)
        if F_beyond is not None and P_beyond is not None:
            after = links[k + 1]
            F, P = F + F_beyond @ after.EA.T, P + P_beyond @ after.R.T
        for j in reversed(range(k + 1)):
            if j < k:
                F, P = links[j + 1].EA @ F, links[j + 1].R @ P
            if j == k - 1:
                F_beyond, P_beyond = F, P
            for r, dT_j in enumerate(derivatives[j]):
                x_j = links[j].joint.axes[r]
                carried = dT_j @ F
                for s, dT_k in enumerate(derivatives[k]):
                    if j == k and s < r:
                        continue
                    x_k = body.joint.axes[s]
                    entry = 2.0 * trace_of_product(carried, dT_k.T)
                    entry = entry + dot(x_j, P @ x_k)
                    yield (links[j].link, r), (body.link, s), entry
        F_0 = links[0].EA @ F  # 0F_k
        for U3, slide in zip(base.U3, base.slides, strict=True):
            carried = U3 @ F_0
            for s, dT_k in enumerate(derivatives[k]):
                entry = 2.0 * trace_of_product(carried, dT_k.T)
                yield (slide, 0), (body.link, s), entry
        if k == 0:
            F_00 = F_0 @ body.EA.T
            for i, U3 in enumerate(base.U3):
                for other, slide in zip(base.U3[i:], base.slides[i:], strict=True):
                    entry = 2.0 * trace_of_product(U3 @ F_00, other.T)
                    yield (base.slides[i], 0), (slide, 0), entry
