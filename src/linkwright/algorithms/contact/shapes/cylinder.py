"""A cylinder about z: phi = sqrt(x^2 + y^2) - r, and |z| - l/2 where it has ends.

Inside, the side and both ends are walls by themselves, unless its edges are rounded.
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.contact.shapes import circle
from linkwright.algorithms.contact.shapes.box import is_rounded, rounded_outside
from linkwright.algorithms.contact.shapes.length import length, signed
from linkwright.expr import Array, absolute
from linkwright.model.walls import WallOnBody


def faces(wall: WallOnBody) -> tuple[str, ...]:
    """Return the faces that are touched by themselves."""
    apart = wall.inside and "length" in wall.numbers and not is_rounded(wall)
    return ("side", "z-", "z+") if apart else ("",)


def gap(wall: WallOnBody, face: str, p: Array) -> Any:
    """Return the signed distance from a face, or from the cylinder  [m]: exact."""
    if face == "side" or "length" not in wall.numbers:
        return circle.gap(wall, face, p)
    half = wall.number("length") * 0.5
    if face:
        return half - p[2] if face == "z+" else half + p[2]
    r = wall.number("radius")
    beyond = [length((p[0], p[1]), r) - r, absolute(p[2]) - half]
    return signed(wall, rounded_outside(wall, beyond))
