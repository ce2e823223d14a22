"""Mass matrix by composite bodies.

[Walker1982] M. Walker, D. Orin: Efficient dynamic computer simulation of robotic
mechanisms; [Featherstone2008, Sec. 6.2]. Two formulations of the same sums: in each
body's frame, and in one frame for the whole tree (a pair of joints then costs 11
operations); the caller takes the one with fewer operations.
"""

from __future__ import annotations

from linkwright.algorithms.newton_euler import Wrench
from linkwright.algorithms.root_frame import RootFrame, root_frame
from linkwright.algorithms.symmetric import SymmetricSum
from linkwright.expr import Array, cross, dot
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.inertia import Inertia


def mass_matrix_in_body_frames(model: Model, q: Array) -> Array:
    """Joint-space inertia M (nv, nv): M_ij = S_i . X (I_c S_j), body by body.

    The wrench that joint j's unit acceleration needs is carried down to each ancestor
    [Featherstone2008, Table 6.2].
    """
    places = [link.placement(q) for link in model.links]
    composite = [link.inertia for link in model.links]
    total = SymmetricSum(model.nv)
    for k in reversed(range(len(model.links))):
        link = model.links[k]
        for column, ratio, angular, linear in link.freedoms:
            wrench = momentum(composite[k], angular, linear)
            for j in model.ancestors(k):
                for row, scale, ang, lin in model.links[j].freedoms:
                    if j == k and row > column:
                        continue
                    entry = dot(ang, wrench.torque) + dot(lin, wrench.force)
                    total.add(row, column, ratio * scale * entry, diagonal=j == k)
                if model.links[j].parent != WORLD:
                    R, p = places[j]
                    force = R.apply(wrench.force)
                    torque = R.apply(wrench.torque) + cross(p, force)
                    wrench = Wrench(force, torque)
        if link.parent != WORLD:
            R, p = places[k]
            moved = composite[k].turned(R).shifted(p)
            composite[link.parent] = composite[link.parent] + moved
    return with_armature(model, total)


def mass_matrix_in_root_frame(model: Model, q: Array) -> Array:
    """Joint-space inertia M (nv, nv): M_ij = S_i . (I_c S_j), all in one frame.

    [Featherstone2008, Eq. 6.28 in one frame], relative to the root (`root_frame`).
    """
    frame = root_frame(model, q)
    composite = composite_inertias(model, frame)
    total = SymmetricSum(model.nv)
    for k, link in enumerate(model.links):
        for (column, ratio, _, _), (angular, linear) in zip(
            link.freedoms, frame.S[k], strict=True
        ):
            wrench = momentum(composite[k], angular, linear)
            for j in model.ancestors(k):
                for (row, scale, _, _), (ang, lin) in zip(
                    model.links[j].freedoms, frame.S[j], strict=True
                ):
                    if j == k and row > column:
                        continue
                    entry = dot(ang, wrench.torque) + dot(lin, wrench.force)
                    total.add(row, column, ratio * scale * entry, diagonal=j == k)
    return with_armature(model, total)


def momentum(inertia: Inertia, w: Array, v: Array) -> Wrench:
    """Return I (w, v): the linear and angular momentum of a body moving so.

    p = m v + w x h;  l = h x v + (tr(J) 1 - J) w.
    """
    h = inertia.first_moment
    linear = v * inertia.mass + cross(w, h)
    return Wrench(linear, cross(h, v) + inertia.angular(w))


def composite_inertias(model: Model, frame: RootFrame) -> list[Inertia]:
    """Return the inertia of each link with all that hangs on it, in the root frame."""
    composite = list(frame.inertia)
    for k in reversed(range(len(model.links))):
        parent = model.links[k].parent
        if parent != WORLD:
            composite[parent] = composite[parent] + composite[k]
    return composite


def with_armature(model: Model, total: SymmetricSum) -> Array:
    """Return the matrix with the drives' inertia added on its diagonal."""
    for link in model.links:
        for index, ratio, _, _ in link.freedoms:
            total.add(index, index, link.armature * (ratio * ratio), diagonal=True)
    return total.matrix()
