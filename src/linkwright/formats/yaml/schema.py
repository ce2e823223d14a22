"""The JSON Schema of the YAML format, for editors and other programs.

It is made from the same tables that the reader uses, and published next to the package
as ``formats/schema.json``. It knows the keys and shapes; what numbers may mean, only
the reader does.
"""

from __future__ import annotations

from typing import Any

from linkwright.description.bodies import INERTIA_ENTRIES
from linkwright.description.formula_parser import FUNCTIONS
from linkwright.description.joints import AXES, JOINT_KINDS
from linkwright.description.rotation import EULER_ORDERS
from linkwright.description.solids import SOLID_SIZES
from linkwright.description.unit_table import UNIT_TABLE
from linkwright.description.units import QUANTITIES
from linkwright.formats.yaml.read_body import INERTIA_POINTS
from linkwright.formats.yaml.read_joint import COORDINATES, EFFECT_KEYS, LIMIT_KEYS
from linkwright.formats.yaml.reader import VERSION

Schema = dict[str, Any]


def json_schema() -> Schema:
    """Return the schema as a dictionary ready for ``json.dump``."""
    part: Schema = {
        "parameters": _named(_use("number")),
        "bodies": _named(_use("body")),
        "joints": _named(_use("joint")),
        "place": _named(_placed("assembly")),
        "attach": _named(_placed("file")),
    }
    texts = {"type": "array", "items": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "linkwright robot",
        **_entries(
            {
                "linkwright": {"enum": [int(VERSION), VERSION]},
                "name": _use("name"),
                "units": _entries({name: {"type": "string"} for name in QUANTITIES}),
                "gravity": _use("vector"),
                **part,
                "assemblies": _named(_entries(part)),
                "locked": _named(_use("number")),
                "tags": texts,
                "notes": texts,
            },
            ("linkwright", "name"),
        ),
        "$defs": {
            "name": {"type": ["string", "integer"]},
            "number": {
                "description": "A number in the file's unit, or a formula of "
                f"parameters, units ({', '.join(UNIT_TABLE)}) and functions "
                f"({', '.join(FUNCTIONS)}).",
                "type": ["number", "string"],
            },
            "vector": _array(3),
            "axis": {
                "anyOf": [
                    {"enum": list(AXES)},
                    _use("vector"),
                    _entries({"direction": _use("vector")}, ("direction",)),
                ]
            },
            "rotation": _rotation(),
            "inertia": _inertia(),
            "visual": _visual(),
            "body": _body(),
            "joint": _joint(),
        },
    }


def _body() -> Schema:
    return _entries(
        {
            "mass": _use("number"),
            "center_of_mass": _use("vector"),
            "inertia": _use("inertia"),
            "inertia_at": {"enum": list(INERTIA_POINTS)},
            "points": _named(_use("vector")),
            "visuals": {"type": "array", "items": _use("visual")},
        }
    )


def _joint() -> Schema:
    coupled = {
        "joint": _use("name"),
        "ratio": _use("number"),
        "offset": _use("number"),
    }
    return _entries(
        {
            "type": {"enum": list(JOINT_KINDS)},
            "parent": _use("name"),
            "body": _use("name"),
            "at": _use("vector"),
            "rotation": _use("rotation"),
            "axis": _use("axis"),
            "pitch": _use("number"),
            "second_axis": _use("axis"),
            "coordinates": {"enum": list(COORDINATES)},
            "limits": _entries({name: _use("number") for name in LIMIT_KEYS}),
            **{name: _use("number") for name in EFFECT_KEYS},
            "coupled_to": _entries(coupled, ("joint",)),
        },
        ("type", "parent", "body"),
    )


def _rotation() -> Schema:
    step = {
        "type": "array",
        "prefixItems": [{"enum": ["x", "y", "z"]}, _use("number")],
        "minItems": 2,
        "maxItems": 2,
    }
    axis_angle = _entries({"axis": _use("axis"), "angle": _use("number")})
    ways = {
        **{order: _use("vector") for order in (*EULER_ORDERS, "rpy")},
        **{axis: _use("number") for axis in "xyz"},
        "sequence": {"type": "array", "items": step},
        "axis_angle": {"anyOf": [_array(4), axis_angle]},
        "quaternion": _array(4),
        "matrix": {**_array(3), "items": _use("vector")},
    }
    one = {**_entries(ways), "minProperties": 1, "maxProperties": 1}
    return {"anyOf": [{"const": "identity"}, one]}


def _inertia() -> Schema:
    entries = {name: _use("number") for name in INERTIA_ENTRIES}
    solids = [
        _entries(
            {"solid": {"const": solid}, **{size: _size(size) for size in sizes}},
            ("solid", *(size for size in sizes if size != "axis")),
        )
        for solid, sizes in SOLID_SIZES.items()
    ]
    listed = [_array(3), _array(6)]
    return {"anyOf": [*listed, _entries(entries, INERTIA_ENTRIES[:3]), *solids]}


def _size(name: str) -> Schema:
    if name == "axis":
        return {"enum": ["x", "y", "z"]}
    return _use("vector") if name == "size" else _use("number")


def _visual() -> Schema:
    return _entries(
        {
            "box": _use("vector"),
            "cylinder": _array(2),
            "sphere": _use("number"),
            "mesh": {"type": "string"},
            "scale": _use("vector"),
            "at": _use("vector"),
            "rotation": _use("rotation"),
            "color": _array(4),
        }
    )


def _placed(what: str) -> Schema:
    return _entries(
        {
            what: _use("name"),
            "on": _use("name"),
            "at": _use("vector"),
            "rotation": _use("rotation"),
            "with": _named(_use("number")),
            "names": {"type": "string", "pattern": r"\{\}"},
        },
        (what, "on"),
    )


def _use(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _array(count: int) -> Schema:
    return {
        "type": "array",
        "items": _use("number"),
        "minItems": count,
        "maxItems": count,
    }


def _named(value: Schema) -> Schema:
    return {"type": "object", "additionalProperties": value}


def _entries(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    found: Schema = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    return {**found, "required": list(required)} if required else found


if __name__ == "__main__":
    import json

    print(json.dumps(json_schema(), indent=2))
