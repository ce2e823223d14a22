"""One open chain by the Gibbs function with 3 by 3 rotations  [Mata2002].

The Gibbs function of a body, with r'' the acceleration of its origin, h its first
moment and I its inertia about the origin, is up to terms without accelerations

    S = ½ m r''.r'' + r''.(w' x h + w x (w x h)) + ½ w'.I w' + w'.(w x I w).

dS/dq'' + dV/dq = tau: the derivatives of r'' and w' by q_j'' carry what a body needs,
F = dS/dr'' and N = dS/dw', to joint j.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from linkwright.algorithms.branches import Base, Branch, Entries, Forces, base_of
from linkwright.algorithms.branches.joint_matrices import combination
from linkwright.expr import Array, cross, dot, outer, zeros
from linkwright.model.tree import Link
from linkwright.spatial.inertia import Inertia


@dataclass(frozen=True, eq=False)
class Turned:
    """A link: its rotation and origin in the axes of the one before, and its motion.

    w, wd: angular velocity and acceleration; rdd: acceleration of its origin, less
    gravity; in its own axes. Without accelerations, what velocities leave of them.
    """

    link: Link
    R: Array
    p: Array
    w: Array
    wd: Array
    rdd: Array


def placed(branch: Branch, base: Base, q: Array) -> Iterator[tuple[Link, Array, Array]]:
    """Yield each link with its rotation and origin in the axes of the one before."""
    for i, link in enumerate(branch.links):
        turn, shift = link.joint.motion(link.coordinates(q))
        R, p = link.rotation.then(turn).matrix(), link.rotation.apply(shift)
        if i == 0:
            turned = base.E_0[:3, :3]
            yield link, turned @ R if branch.slides else R, turned @ p
        else:
            yield link, R, link.position + p


def outward(
    branch: Branch, base: Base, q: Array, v: Array, a: Array | None
) -> list[Turned]:
    """Return the motion of each link.

    w_i = R^T w_i-1 + x q';  w_i' = R^T w_i-1' + R^T w_i-1 x (x q') + x q'';
    r_i'' = R^T (r_i-1'' + w_i-1' x p + w_i-1 x (w_i-1 x p)) + u q'' + ...
    """
    w, wd, rdd = zeros(3), zeros(3), -Array(branch.gravity)
    if a is not None and base.slides:
        rdd = rdd + combination(base.axes, base.of_slides(a))
    found: list[Turned] = []
    for i, (link, R, p) in enumerate(placed(branch, base, q)):
        if i:
            rdd = rdd + cross(wd, p) + cross(w, cross(w, p))
        w, wd, rdd = R.T @ w, R.T @ wd, R.T @ rdd
        if link.nv:
            turns, slides = along(link, link.velocities(v))
            rdd = rdd + cross(turns, slides) + cross(w, slides) * 2.0
            wd = wd + cross(w, turns)
            w = w + turns
        if link.nv and a is not None:
            turns, slides = along(link, link.velocities(a))
            wd, rdd = wd + turns, rdd + slides
        found.append(Turned(link, R, p, w, wd, rdd))
    return found


def forces_of_branch(branch: Branch, q: Array, v: Array, a: Array | None) -> Forces:
    """Yield tau_j = x_j.N*_j + u_j.F*_j, of all beyond joint j.

    F = m r'' + w' x h + w x (w x h),  N = I w' + w x I w + h x r'';
    F*_i = F_i + R F*_i+1,  N*_i = N_i + R N*_i+1 + p x R F*_i+1.
    """
    base = base_of(branch, q)
    links = outward(branch, base, q, v, a)
    beyond: tuple[Turned, Array, Array] | None = None
    for body in reversed(links):
        link, w, wd, rdd = body.link, body.w, body.wd, body.rdd
        h, I = link.inertia.first_moment, link.inertia.matrix()  # noqa: E741
        F = rdd * link.inertia.mass + cross(wd, h) + cross(w, cross(w, h))
        N = I @ wd + cross(w, I @ w) + cross(h, rdd)
        if beyond is not None:
            after, force, moment = beyond
            force = after.R @ force
            F, N = F + force, N + after.R @ moment + cross(after.p, force)
        beyond = body, F, N
        for s, (x, u) in enumerate(link.joint.subspace):
            yield (link, s), dot(x, N) + dot(u, F)
    assert beyond is not None
    first, force, _ = beyond
    for slide, axis in zip(base.slides, base.axes, strict=True):
        yield (slide, 0), dot(axis, first.R @ force)


def matrix_of_branch(branch: Branch, q: Array) -> Entries:
    """Yield M_jk = x_j.N_k + u_j.F_k for j <= k, what a unit q_k'' needs at joint j.

    At k of all beyond:  F = m u + x x h,  N = I x + h x u; carried inwards as above.
    """
    base = base_of(branch, q)
    links = list(placed(branch, base, q))
    inertia: Inertia | None = None
    for k in reversed(range(len(links))):
        own = links[k][0].inertia
        if inertia is None:
            inertia = own
        else:
            _, R, p = links[k + 1]
            inertia = own + carried(inertia, R, p)
        for s, (x_k, u_k) in enumerate(links[k][0].joint.subspace):
            h = inertia.first_moment
            F = u_k * inertia.mass + cross(x_k, h)
            N = inertia.matrix() @ x_k + cross(h, u_k)
            for j in reversed(range(k + 1)):
                if j < k:
                    _, R, p = links[j + 1]
                    F = R @ F
                    N = R @ N + cross(p, F)
                for r, (x, u) in enumerate(links[j][0].joint.subspace):
                    if j < k or r <= s:
                        entry = dot(x, N) + dot(u, F)
                        yield (links[j][0], r), (links[k][0], s), entry
            for slide, axis in zip(base.slides, base.axes, strict=True):
                yield (slide, 0), (links[k][0], s), dot(axis, links[0][1] @ F)
    assert inertia is not None
    for i, (slide, axis) in enumerate(zip(base.slides, base.axes, strict=True)):
        for first, other in zip(base.slides[: i + 1], base.axes, strict=False):
            yield (first, 0), (slide, 0), dot(other, axis) * inertia.mass


def carried(inertia: Inertia, R: Array, p: Array) -> Inertia:
    """Return an inertia in the axes of the link before, about its origin.

    h_p = R h + m p;  J_p = R J R^T + (R h) p^T + p (h_p)^T.
    """
    turned = R @ inertia.first_moment
    h = turned + p * inertia.mass
    J = R @ inertia.second_moment @ R.T + outer(turned, p) + outer(p, h)
    return Inertia(inertia.mass, h, J)


def along(link: Link, rates: Array) -> tuple[Array, Array]:
    """Return the angular and linear velocity that a joint's rates give."""
    turns = tuple(angular for angular, _ in link.joint.subspace)
    slides = tuple(linear for _, linear in link.joint.subspace)
    return combination(turns, rates), combination(slides, rates)
