"""Where a joint stands that alone moves two points to a given distance.

With a, b the points on the joint's near and far side, n its axis:
l^2 = a.a + b.b - 2 a.(R b) = A + rho cos(q - psi) about an axis; along a slide
l^2 = |b - a|^2 + 2 q n.(b - a) + q^2  [MBD Eqs. 5–14, FK Eqs. 7–23].
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.loops.relative import path_to_meeting, point_seen_from
from linkwright.expr import (
    Array,
    Node,
    atan2,
    cos,
    cross,
    dot,
    less,
    sin,
    sqrt,
    where,
)
from linkwright.model.joints import Prismatic, Revolute
from linkwright.model.tree import Link, Model, PointOnBody

Joint = Revolute | Prismatic


def moving_joints(model: Model, first: PointOnBody, second: PointOnBody) -> list[Link]:
    """Return the joints that move two points against each other."""
    own, other = path_to_meeting(model, first.link, second.link)
    return [model.links[k] for k in (*own, *other) if model.links[k].nv]


def near_and_far(
    model: Model, y: Array, link: Link, first: PointOnBody, second: PointOnBody
) -> tuple[Array, Array]:
    """Return the near point in the joint's frame, the far one in its body's.

    The joint's own coordinate does not matter; all others between them do.
    """
    index = next(k for k, each in enumerate(model.links) if each is link)
    near, far = first, second
    if index in model.ancestors(first.link):
        near, far = second, first
    seen = point_seen_from(model, y, link.parent, near.link, near.position)
    a = link.rotation.apply_inverse(seen - link.position)
    return a, point_seen_from(model, y, index, far.link, far.position)


def at_distance(
    joint: Joint, a: Array, b: Array, length: Any, side: float, reference: float | None
) -> tuple[Any, Any]:
    """Return the joint's coordinate, and the radicand: negative out of reach.

    Of the two roots that on whose side dl/dq has the sign ``side``; where a varied
    design decides it, the sign that dl/dq has at the ``reference``, if that is given.
    """
    n = joint.axis
    square = length * length
    if isinstance(joint, Prismatic):
        apart = b - a
        along = dot(n, apart)
        radicand = along * along - dot(apart, apart) + square
        if reference is not None:
            side = _side(along + reference, side)
        return sqrt(radicand) * side - along, radicand
    axial = dot(a, n) * dot(b, n)
    A = dot(a, a) + dot(b, b) - 2.0 * axial
    B = -2.0 * (dot(a, b) - axial)
    C = -2.0 * dot(a, cross(n, b))
    if reference is not None:
        there = joint.zero + reference
        side = _side(C * cos(there) - B * sin(there), side)
    rho = sqrt(B * B + C * C)
    cosine = (square - A) / rho
    radicand = (1.0 - cosine) * (1.0 + cosine)
    sine = sqrt(radicand) * -side
    angle = atan2(C * cosine + B * sine, B * cosine - C * sine)
    return angle - joint.zero, radicand


def _side(slope: Any, otherwise: float) -> Any:
    if not isinstance(slope, Node):
        return otherwise  # as the assembled robot has it
    return where(less(slope, 0.0), -1.0, where(less(0.0, slope), 1.0, otherwise))
