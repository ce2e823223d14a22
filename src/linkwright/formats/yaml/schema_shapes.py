"""Shapes that the JSON Schema is made of."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def use(name: str) -> Schema:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def array(count: int) -> Schema:
    """Return a list of so many numbers."""
    return {
        "type": "array",
        "items": use("number"),
        "minItems": count,
        "maxItems": count,
    }


def named(value: Schema) -> Schema:
    """Return a mapping from names."""
    return {"type": "object", "additionalProperties": value}


def mapping(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    """Return a mapping with these keys and no others."""
    found: Schema = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    return {**found, "required": list(required)} if required else found
