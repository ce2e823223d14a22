"""Lengths with a derivative everywhere, and the sign of the robot's side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from linkwright.expr import sqrt
from linkwright.model.walls import WallOnBody

# Of the size of things: its square is below the rounding of squares of that size.
_TINY = 1e-9


def length(vector: Iterable[Any], size: Any) -> Any:
    """Return |x|, to rounding where |x| is about ``size``.

    At x = 0 it is 1e-9 of the size, with the derivative 0 instead of none.
    """
    tiny = size * _TINY
    total: Any = tiny * tiny
    for x in vector:
        total = total + x * x
    return sqrt(total)


def signed(wall: WallOnBody, phi: Any) -> Any:
    """Return the gap: phi outside, -phi inside."""
    return -phi if wall.inside else phi
