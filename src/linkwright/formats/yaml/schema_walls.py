"""The JSON Schema of walls."""

from __future__ import annotations

from linkwright.description.walls import (
    CURVES,
    LIMIT_SIDES,
    SIDES,
    WALL_SHAPES,
    needed_keys,
    wall_keys,
)
from linkwright.formats.yaml.schema_shapes import Schema, array, mapping, use

_SHAPES: Schema = {
    "robot": {"enum": list(SIDES)},
    "on": use("name"),
    "at": use("vector"),
    "rotation": use("rotation"),
    "axis": use("axis"),
    "corners": {"type": "array", "items": array(2), "minItems": 2},
    "closed": {"type": "boolean"},
    "formula": {"type": "string"},
    "joint": use("name"),
    "limit": {"enum": list(LIMIT_SIDES)},
    "contacts": {"type": "array", "items": use("contact")},
    "restitution": use("number"),
    "friction": use("number"),
}


def wall() -> Schema:
    """Return the schema of one wall: that of one of the shapes."""
    return {"anyOf": [_wall(shape) for shape in WALL_SHAPES]}


def contact() -> Schema:
    """Return the schema of one contact: a point's name, or one curve and its own."""
    own = {key: use("number") for key in ("radius", "restitution", "friction")}
    return {"anyOf": [use("name"), *(_touch(curve, own) for curve in CURVES)]}


def _touch(curve: str, own: Schema) -> Schema:
    least, most = CURVES[curve]
    points: Schema = use("name")
    if curve != "point":
        points = {"type": "array", "items": use("name")}
        points |= {"minItems": least, "maxItems": most}
    return mapping({curve: points, **own}, (curve,))


def _wall(shape: str) -> Schema:
    keys = {
        key: _SHAPES[key]
        if not count
        else use("number")
        if count == 1
        else array(count)
        for key, (_, count) in wall_keys(shape).items()
    }
    return mapping({"shape": {"const": shape}, **keys}, ("shape", *needed_keys(shape)))
