"""Angles and roots of closed-form loops, with what tells that there is none.

Every root comes with its radicand: negative, the loop cannot be closed; the square root
of it is NaN, which reaches all that depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, atan2, cross, dot, sqrt, zeros
from linkwright.model.joints import Joint, Prismatic, Revolute


@dataclass(frozen=True, eq=False)
class Arc:
    """Where a point may be that a dependent joint moves: a circle or a line.

    In the axes common to both joints of a dyad.

    Attributes:
        turns: whether it is a circle (of a revolute joint).
        origin: the circle's centre; the point at coordinate zero on a line.
        direction: the unit axis it turns about, or slides along.
        arm: from the centre to the point at coordinate zero.
    """

    turns: bool
    origin: Array
    direction: Array
    arm: Array

    def coordinate(self, point: Array) -> Any:
        """Return the joint's coordinate that puts the point here."""
        if not self.turns:
            return dot(self.direction, point - self.origin)
        r = point - self.origin
        across = cross(self.direction, self.arm)
        return atan2(dot(across, r), dot(self.arm, r))


def arc_of(joint: Joint, axis: Array, origin: Array, arm: Array) -> Arc:
    """Return the arc of a joint's point; axis and arm in the common axes."""
    if isinstance(joint, Revolute):
        return Arc(True, origin, axis, arm - axis * dot(axis, arm))
    assert isinstance(joint, Prismatic)
    return Arc(False, origin + arm, axis, zeros(3))


def meeting_point(first: Arc, second: Arc, branch: float) -> tuple[Array, Any]:
    """Return where two arcs meet, and the radicand of its root.

    Circle and circle: at l along the line of centres, h beside it; with distance D,
    l = (r1^2 - r2^2 + D^2) / (2 D),  h^2 = r1^2 - l^2  [MBD Eqs. 10–14].
    Circle and line: s = -w.b ± sqrt((w.b)^2 - b.b + r^2)  [MBD Eq. 24].
    """
    if first.turns and second.turns:
        n = first.direction
        apart = _flat(second.origin - first.origin, n)
        square = dot(apart, apart)
        r1, r2 = dot(first.arm, first.arm), dot(second.arm, second.arm)
        share = (r1 - r2 + square) / (2.0 * square)
        radicand = r1 / square - share * share
        beside = cross(n, apart) * (sqrt(radicand) * branch)
        return first.origin + apart * share + beside, radicand
    if first.turns or second.turns:
        circle, line = (first, second) if first.turns else (second, first)
        w, b = line.direction, _flat(line.origin - circle.origin, circle.direction)
        reach = dot(w, b)
        radicand = reach * reach - dot(b, b) + dot(circle.arm, circle.arm)
        way = sqrt(radicand) * branch - reach
        return circle.origin + b + w * way, radicand
    # Two lines: p1 + s u = p2 + t w, square to the plane's normal.
    n = cross(first.direction, second.direction)
    apart = second.origin - first.origin
    way = dot(cross(apart, second.direction), n) / dot(n, n)
    return first.origin + first.direction * way, dot(n, n)


def _flat(vector: Array, normal: Array) -> Array:
    """Return the part of a vector square to a unit normal."""
    return vector - normal * dot(normal, vector)
