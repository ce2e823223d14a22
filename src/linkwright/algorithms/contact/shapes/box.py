"""A box of edges 2h about its frame's origin: phi_i = |x_i| - h_i.

Inside, each face is a wall by itself: two may be touched at once, in an edge. Outside,
the distance is |max(phi, 0)|, or the largest phi_i < 0 in the box.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from linkwright.expr import Array, absolute, less, maximum, sqrt, where
from linkwright.model.walls import WallOnBody

FACES = ("x-", "x+", "y-", "y+", "z-", "z+")


def faces(wall: WallOnBody) -> tuple[str, ...]:
    """Return the faces that are touched by themselves."""
    return FACES if wall.inside else ("",)


def gap(wall: WallOnBody, face: str, p: Array) -> Any:
    """Return the signed distance from a face, or from the box  [m]: exact."""
    half = [size * 0.5 for size in wall.numbers["size"]]
    if face:
        i = "xyz".index(face[0])
        return half[i] - p[i] if face[1] == "+" else half[i] + p[i]
    return outside(absolute(x) - h for x, h in zip(p, half, strict=True))


def outside(distances: Any) -> Any:
    """Return the distance from what lies where all distances from its sides are < 0.

    The sides are square to each other.
    """
    listed = list(distances)
    most = reduce(maximum, listed)
    total: Any = 0.0
    for each in listed:
        beyond = maximum(each, 0.0)
        total = total + beyond * beyond
    return where(less(0.0, most), sqrt(total), most)
