"""What the joints of a branch must give  [IMPACT Eqs. 41, 42; Appendix, Steps 4, 5]."""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.algorithms.branches import Branch, Forces, base_of, trace_of_product
from linkwright.algorithms.gibbs_appell.inertias import B1, B2, first_moments
from linkwright.algorithms.gibbs_appell.outward import BranchLink, outward
from linkwright.expr import Array, cross, dot


def forces_of_branch(branch: Branch, q: Array, v: Array, a: Array | None) -> Forces:
    """Yield tau - R for each freedom: dS/dq'' + dV/dq without (with) accelerations.

    tau_j - R_j = 2 Tr{T^_j-1 U1_j Q_j} + x'_j.chi_j - g.T^_j-1 U1_j p_j,
    and for a slide  2 Tr{U3_k A_1 Q_1} - g.U3_k A_1 p_1.
    """
    base = base_of(branch, q)
    links = outward(branch, base, q, v, a)
    g = Array((*branch.gravity, 0.0))
    for body, p, Q, chi in inward(links):
        derivatives = zip(body.derivatives(), body.joint.axes, strict=True)
        for s, (dT, axis) in enumerate(derivatives):
            force = 2.0 * trace_of_product(dT, Q) + dot(axis, chi) - dot(g, dT @ p)
            yield (body.link, s), force
        if body is links[0]:
            for slide, U3 in zip(base.slides, base.U3, strict=True):
                moved = U3 @ body.EA
                force = 2.0 * trace_of_product(moved, Q) - dot(g, moved @ p)
                yield (slide, 0), force


def inward(links: list[BranchLink]) -> Iterator[tuple[BranchLink, Array, Array, Array]]:
    """Yield each link with p_j, Q_j and chi_j, tip first.

    p_j = c_j + E_j A_j+1 p_j+1;    Q_j = B1_j T_j''^T + E_j A_j+1 Q_j+1;
    chi_j = t_j + R_j+1 chi_j+1,    t_j = B2_j w_j' + w_j~ B2_j w_j  (errata I1).
    """
    beyond: tuple[BranchLink, Array, Array, Array] | None = None
    for body in reversed(links):
        inertia = body.link.inertia
        p = first_moments(inertia)
        Q = B1(inertia) @ body.T_rate_2.T
        chi = B2(inertia) @ body.wd + cross(body.w, B2(inertia) @ body.w)
        if beyond is not None:
            after, p_after, Q_after, chi_after = beyond
            p = p + after.EA @ p_after
            Q = Q + after.EA @ Q_after
            chi = chi + after.R @ chi_after
        beyond = body, p, Q, chi
        yield beyond
