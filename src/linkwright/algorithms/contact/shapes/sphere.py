"""A sphere: phi = sqrt(x^2 + y^2 + z^2) - r."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.contact.shapes.length import length, signed
from linkwright.expr import Array
from linkwright.model.walls import WallOnBody


def gap(wall: WallOnBody, face: str, p: Array) -> Any:
    """Return the signed distance from the sphere  [m]: exact."""
    del face
    r = wall.number("radius")
    return signed(wall, length(p, r) - r)
