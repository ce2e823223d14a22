"""A box of edges 2h about its frame's origin: phi_i = |x_i| - h_i.

Inside, each face is a wall by itself: two may be touched at once, in an edge. Outside,
the distance is |max(phi, 0)|, or the largest phi_i < 0 in the box. With its edges
rounded by r it is the box of edges 2(h - r), grown by r, from both sides.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from linkwright.algorithms.contact.shapes.length import signed
from linkwright.expr import Array, absolute, less, maximum, sqrt, where
from linkwright.model.walls import WallOnBody

FACES = ("x-", "x+", "y-", "y+", "z-", "z+")


def faces(wall: WallOnBody) -> tuple[str, ...]:
    """Return the faces that are touched by themselves."""
    return FACES if wall.inside and not is_rounded(wall) else ("",)


def gap(wall: WallOnBody, face: str, p: Array) -> Any:
    """Return the signed distance from a face, or from the box  [m]: exact."""
    half = [size * 0.5 for size in wall.numbers["size"]]
    if face:
        i = "xyz".index(face[0])
        return half[i] - p[i] if face[1] == "+" else half[i] + p[i]
    beyond = [absolute(x) - h for x, h in zip(p, half, strict=True)]
    return signed(wall, rounded_outside(wall, beyond))


def is_rounded(wall: WallOnBody) -> bool:
    """Return whether the edges are rounded."""
    (r,) = wall.numbers.get("rounding", (0.0,))
    return not (r.__class__ is float and r == 0.0)


def rounded_outside(wall: WallOnBody, beyond: list[Any]) -> Any:
    """Return the distance from sides square to each other, their edges rounded."""
    (r,) = wall.numbers.get("rounding", (0.0,))
    return outside([each + r for each in beyond]) - r


def outside(beyond: list[Any]) -> Any:
    """Return the distance from where all distances from the sides are below zero."""
    most = reduce(maximum, beyond)
    total: Any = 0.0
    for each in beyond:
        out = maximum(each, 0.0)
        total = total + out * out
    return where(less(0.0, most), sqrt(total), most)
