"""A polyline in the x-y plane with its corners rounded: straight sides and arcs.

On a side from B along the unit vector t with the normal n to its left, phi = -(p-B).n;
on the arc of radius r about C at a corner to the left, phi = |p-C| - r, to the right
r - |p-C|. Of the pieces that p is square to, the nearest counts. A sharp corner is an
arc of radius 0. Without rounding, and convex on the robot's side, each side is a wall
by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.contact.shapes.length import length
from linkwright.expr import (
    Array,
    absolute,
    dot,
    less,
    less_equal,
    logical_and,
    sqrt,
    where,
)
from linkwright.model.walls import WallOnBody

_SLACK = 1e-12  # of the size: pieces overlap by as much, so that none is between two
_FAR = 1e30  # m


@dataclass(frozen=True, eq=False)
class _Side:
    """A straight side: where it starts, its unit vector, normal to the left, length."""

    start: Array
    along: Array
    normal: Array
    length: Any


def faces(wall: WallOnBody) -> tuple[str, ...]:
    """Return the sides that are touched by themselves."""
    if not wall.flat:
        return ("",)
    return tuple(f"side {k + 1}" for k in range(len(_sides(wall))))


def gap(wall: WallOnBody, face: str, p: Array) -> Any:
    """Return the signed distance from a side, or from the whole  [m]: exact."""
    place = Array((p[0], p[1]))
    sides = _sides(wall)
    toward = 1.0 if wall.inside else -1.0
    if face:
        side = sides[int(face.removeprefix("side ")) - 1]
        return dot(place - side.start, side.normal) * toward
    return _nearest(wall, sides, place) * toward


def _sides(wall: WallOnBody) -> list[_Side]:
    corners = [Array(corner) for corner in wall.corners]
    ends = [*corners[1:], corners[0]] if wall.closed else corners[1:]
    found = []
    for a, b in zip(corners, ends, strict=False):
        reach = sqrt(dot(b - a, b - a))
        along = (b - a) / reach
        found.append(_Side(a, along, Array((-along[1], along[0])), reach))
    return found


def _nearest(wall: WallOnBody, sides: list[_Side], p: Array) -> Any:
    """Return the signed distance, positive to the left."""
    (rounding,) = wall.numbers.get("rounding", (0.0,))
    size = sides[0].length
    slack = size * _SLACK
    count = len(sides)
    best: Any = _FAR
    cuts = [_cut(wall, sides, k, rounding) for k in range(len(wall.corners))]
    for k, side in enumerate(sides):
        s = dot(p - side.start, side.along)
        first, last = cuts[k], side.length - cuts[(k + 1) % len(cuts)]
        valid: Any = True
        if wall.closed or k > 0:
            valid = logical_and(valid, less_equal(first - slack, s))
        if wall.closed or k < count - 1:
            valid = logical_and(valid, less_equal(s, last + slack))
        best = _nearer(best, dot(p - side.start, side.normal), valid)
    for k, turn in enumerate(wall.turns):
        if turn == 0.0:
            continue
        before, after = sides[k - 1], sides[k]
        to_centre = before.normal * (rounding * turn) - before.along * cuts[k]
        apart = p - after.start - to_centre
        valid = logical_and(
            less_equal(-slack, dot(apart, before.along)),
            less_equal(dot(apart, after.along), slack),
        )
        best = _nearer(best, (rounding - length(apart, size)) * turn, valid)
    return best


def _cut(wall: WallOnBody, sides: list[_Side], corner: int, rounding: Any) -> Any:
    """Return how much of a side its corner's arc takes: r tan(turn / 2)."""
    if wall.turns[corner] == 0.0:
        return 0.0
    before, after = sides[corner - 1].along, sides[corner].along
    sine = before[0] * after[1] - before[1] * after[0]
    cosine = dot(before, after)
    return rounding * absolute(sine) / (1.0 + cosine)


def _nearer(best: Any, candidate: Any, valid: Any) -> Any:
    nearer = logical_and(valid, less(absolute(candidate), absolute(best)))
    return where(nearer, candidate, best)
