"""The JSON Schema of elements, closing joints and rules of sharing."""

from __future__ import annotations

from linkwright.description.belonging import LOOP_OWNERS, element_keys
from linkwright.description.elements import DIRECTIONS, ELEMENT_KINDS
from linkwright.description.loops import COMPONENTS, LOOP_TYPES
from linkwright.formats.yaml.read_sharing import WAYS, WORDS
from linkwright.formats.yaml.schema_shapes import Schema, mapping, use

_ENDS: Schema = {
    "type": "array",
    "items": use("name"),
    "minItems": 2,
    "maxItems": 2,
}
_SHAPES: Schema = {
    "between": _ENDS,
    "joint": use("name"),
    "drives": use("name"),
    "point": use("name"),
    "wall": use("name"),
    "pins": use("axis"),
    "second_pins": use("axis"),
    "acts": {"enum": list(DIRECTIONS)},
    "axis": use("axis"),
    "second_axis": use("axis"),
    "rotation": use("rotation"),
}


def element() -> Schema:
    """Return the schema of one element: that of one of the types."""
    return {"anyOf": [_element(type) for type in ELEMENT_KINDS]}


def _element(type: str) -> Schema:
    keys = {key: _SHAPES.get(key, use("number")) for key in element_keys(type)}
    kind = ELEMENT_KINDS[type]
    ends = () if kind.contact else ("joint" if kind.at_joint else "between",)
    found = mapping({"type": {"const": type}, **keys}, ("type", *ends, *kind.needs))
    if kind.contact:
        found["oneOf"] = [{"required": ["between"]}, {"required": ["point", "wall"]}]
    return found


def loop() -> Schema:
    """Return the schema of one closing joint."""
    keys = {key: _SHAPES[key] for key in ("between", *LOOP_OWNERS)}
    return mapping({"type": {"enum": list(LOOP_TYPES)}, **keys}, ("type", "between"))


def share() -> Schema:
    """Return the schema of one rule, which has exactly one of the ways to share."""
    numbers = {"type": "array", "items": use("number")}
    keys = {
        "on": use("name"),
        "of": {"type": "array", "items": use("name"), "minItems": 1},
        "components": {
            "type": "array",
            "items": {"enum": list(COMPONENTS)},
            "minItems": 1,
        },
        "rule": {"enum": list(WORDS)},
        "all_to": use("name"),
        "ratios": numbers,
        "compliance": numbers,
        "minimum_norm": use("number"),
    }
    one = [{"required": [way]} for way in WAYS]
    return {**mapping(keys, ("on", "of", "components")), "oneOf": one}
