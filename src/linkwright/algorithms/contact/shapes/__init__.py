"""Shapes of walls, one file each: the gap of a place given in the wall's axes.

A gap is positive where the place is free. Where a shape has faces that can be touched
at once, each is a wall by itself.
"""

from collections.abc import Callable
from typing import Any

from linkwright.algorithms.contact.shapes import (
    box,
    circle,
    cylinder,
    ellipse,
    plane,
    polyline,
    sphere,
    surface,
)
from linkwright.expr import Array
from linkwright.model.walls import WallOnBody

GAPS: dict[str, Callable[[WallOnBody, str, Array], Any]] = {
    "plane": plane.gap,
    "circle": circle.gap,
    "ellipse": ellipse.gap,
    "cylinder": cylinder.gap,
    "sphere": sphere.gap,
    "box": box.gap,
    "polyline": polyline.gap,
    "surface": surface.gap,
}
FACES: dict[str, Callable[[WallOnBody], tuple[str, ...]]] = {
    "cylinder": cylinder.faces,
    "box": box.faces,
    "polyline": polyline.faces,
}


def faces_of(wall: WallOnBody) -> tuple[str, ...]:
    """Return the faces of a wall that are touched by themselves; one without name."""
    return FACES[wall.shape](wall) if wall.shape in FACES else ("",)
