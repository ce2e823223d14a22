"""The whole tree seen from one frame: that of its root body, at this instant at rest.

Spatial quantities of a tree may be written in any inertial frame. The one that
coincides with the root body makes the root's pose the identity: fewer operations, and
results that do not change when the base stands 100 km away. Each tree on the world has
its own. Gravity is turned into it. Where the root slides, with another slide on it and
so on, as floating bases are built, the frame has the origin of the last of them.

6-vectors are pairs (angular, linear), the linear part that of the point at the frame's
origin.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.expr import Array, cross, identity, zeros
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.rotation import MatrixTurn, Rotation

Motion = tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class RootFrame:
    """Per link, in the root's frame: pose, joint axes, inertia, and gravity.

    R (3, 3), p (3,): orientation and origin;  S: motion per joint velocity;
    inertia about the frame's origin;  gravity: free fall in the frame.
    """

    R: list[Array]
    p: list[Array]
    S: list[tuple[Motion, ...]]
    inertia: list[Inertia]
    gravity: list[Array]


def root_frame(model: Model, q: Array) -> RootFrame:
    """Return the tree at q as seen from its root's frame."""
    rotations: list[Array] = []
    origins: list[Array] = []
    gravities: list[Array] = []
    for link in model.links:
        R, p = link.placement(q)
        if link.parent == WORLD:
            rotations.append(identity(3))
            origins.append(zeros(3) - _slid(model, q, len(origins)))
            gravities.append(R.apply_inverse(model.gravity))
        else:
            above = rotations[link.parent]
            rotations.append(R.after(above))
            origins.append(origins[link.parent] + above @ p)
            gravities.append(gravities[link.parent])
    axes = []
    inertias = []
    for link, R, p in zip(model.links, rotations, origins, strict=True):
        axes.append(
            tuple(
                seen_from(R, p, angular, linear)
                for angular, linear in link.joint.subspace
            )
        )
        turn = Rotation.of(MatrixTurn(R))
        inertias.append(link.inertia.turned(turn).shifted(p))
    return RootFrame(rotations, origins, axes, inertias, gravities)


def _slid(model: Model, q: Array, root: int) -> Array:
    """Return how far the last of a root's slides is from the root, in its axes."""
    turned, shift = Rotation(()), zeros(3)
    k = root
    while model.links[k].joint.type_name == "prismatic":
        children = model.children(k)
        if [model.links[j].joint.type_name for j in children] != ["prismatic"]:
            break
        (k,) = children
        R, p = model.links[k].placement(q)
        shift = shift + turned.apply(p)
        turned = turned.then(R)
    return shift


def seen_from(R: Array, p: Array, angular: Array, linear: Array) -> Motion:
    """Return a body-frame motion in the frame where the body is at R, p."""
    w = R @ angular
    return w, cross(p, w) + R @ linear


def motion_cross(a: Motion, b: Motion) -> Motion:
    """Return the rate of motion b carried along with a: a x b."""
    return cross(a[0], b[0]), cross(a[0], b[1]) + cross(a[1], b[0])


def plus(a: Motion, b: Motion) -> Motion:
    """Return the sum of two 6-vectors."""
    return a[0] + b[0], a[1] + b[1]


def times(a: Motion, scale: object) -> Motion:
    """Return a 6-vector times a scalar."""
    return a[0] * scale, a[1] * scale
