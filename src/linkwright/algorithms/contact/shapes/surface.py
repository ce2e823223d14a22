"""An implicit surface: phi(x, y, z) is a formula, negative inside."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.contact.shapes.implicit import distance
from linkwright.algorithms.contact.shapes.length import signed
from linkwright.expr import Array
from linkwright.model.walls import WallOnBody

REACH = 1.0  # m


def gap(wall: WallOnBody, face: str, p: Array) -> Any:
    """Return the distance from the surface  [m]: true to first order on it.

    No more than the wall's ``reach``, 1 m unless given, anywhere.
    """
    del face
    (reach,) = wall.numbers.get("reach", (REACH,))
    return signed(wall, distance(wall.surface, p, reach))
