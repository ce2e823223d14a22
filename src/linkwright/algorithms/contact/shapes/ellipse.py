"""An ellipse: phi = (x/a)^2 + (y/b)^2 - 1; z is the axis of its cylinder."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.contact.shapes.implicit import distance
from linkwright.algorithms.contact.shapes.length import signed
from linkwright.expr import Array, minimum
from linkwright.model.walls import WallOnBody


def gap(wall: WallOnBody, face: str, p: Array) -> Any:
    """Return the distance from the ellipse  [m]: true to first order on it."""
    del face
    a, b = wall.numbers["semi_axes"]

    def phi(x: Array) -> Any:
        u, v = x[0] / a, x[1] / b
        return u * u + v * v - 1.0

    return signed(wall, distance(phi, p, minimum(a, b)))
