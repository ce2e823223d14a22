"""A plane: phi = z, in the wall's axes; its normal z points into free space."""

from __future__ import annotations

from typing import Any

from linkwright.expr import Array
from linkwright.model.walls import WallOnBody


def gap(wall: WallOnBody, face: str, p: Array) -> Any:
    """Return the distance z  [m]: exact."""
    del wall, face
    return p[2]
