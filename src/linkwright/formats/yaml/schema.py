"""The JSON Schema of the YAML format, for editors and other programs.

It is made from the same tables that the reader uses, and published next to the package
as ``formats/schema.json``. It knows the keys and shapes; what numbers may mean, only
the reader does.
"""

from __future__ import annotations

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
from linkwright.formats.yaml.schema_elements import element, loop, share
from linkwright.formats.yaml.schema_shapes import Schema, array, mapping, named, use
from linkwright.formats.yaml.schema_walls import contact, wall


def json_schema() -> Schema:
    """Return the schema as a dictionary ready for ``json.dump``."""
    part: Schema = {
        "parameters": named(use("number")),
        "bodies": named(use("body")),
        "joints": named(use("joint")),
        "elements": named(use("element")),
        "loops": named(use("loop")),
        "sharing": named(use("share")),
        "walls": named(use("wall")),
        "place": named(_placed("assembly")),
        "attach": named(_placed("file")),
    }
    texts = {"type": "array", "items": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "linkwright robot",
        **mapping(
            {
                "linkwright": {"enum": [int(VERSION), VERSION]},
                "name": use("name"),
                "units": mapping({name: {"type": "string"} for name in QUANTITIES}),
                "gravity": use("vector"),
                **part,
                "assemblies": named(mapping(part)),
                "locked": named(use("number")),
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
            "vector": array(3),
            "axis": {
                "anyOf": [
                    {"enum": list(AXES)},
                    use("vector"),
                    mapping({"direction": use("vector")}, ("direction",)),
                ]
            },
            "rotation": _rotation(),
            "inertia": _inertia(),
            "visual": _visual(),
            "body": _body(),
            "joint": _joint(),
            "element": element(),
            "loop": loop(),
            "share": share(),
            "wall": wall(),
            "contact": contact(),
        },
    }


def _body() -> Schema:
    return mapping(
        {
            "mass": use("number"),
            "center_of_mass": use("vector"),
            "inertia": use("inertia"),
            "inertia_at": {"enum": list(INERTIA_POINTS)},
            "points": named(use("vector")),
            "visuals": {"type": "array", "items": use("visual")},
        }
    )


def _joint() -> Schema:
    coupled = {
        "joint": use("name"),
        "ratio": use("number"),
        "offset": use("number"),
    }
    return mapping(
        {
            "type": {"enum": list(JOINT_KINDS)},
            "parent": use("name"),
            "body": use("name"),
            "at": use("vector"),
            "rotation": use("rotation"),
            "axis": use("axis"),
            "pitch": use("number"),
            "second_axis": use("axis"),
            "coordinates": {"enum": list(COORDINATES)},
            "limits": mapping({name: use("number") for name in LIMIT_KEYS}),
            **{name: use("number") for name in EFFECT_KEYS},
            "coupled_to": mapping(coupled, ("joint",)),
            "dependent": {"type": "boolean"},
            "driven": {"type": "boolean"},
            "reference": use("number"),
        },
        ("type", "parent", "body"),
    )


def _rotation() -> Schema:
    step = {
        "type": "array",
        "prefixItems": [{"enum": ["x", "y", "z"]}, use("number")],
        "minItems": 2,
        "maxItems": 2,
    }
    axis_angle = mapping({"axis": use("axis"), "angle": use("number")})
    ways = {
        **{order: use("vector") for order in (*EULER_ORDERS, "rpy")},
        **{axis: use("number") for axis in "xyz"},
        "sequence": {"type": "array", "items": step},
        "axis_angle": {"anyOf": [array(4), axis_angle]},
        "quaternion": array(4),
        "matrix": {**array(3), "items": use("vector")},
    }
    one = {**mapping(ways), "minProperties": 1, "maxProperties": 1}
    return {"anyOf": [{"const": "identity"}, one]}


def _inertia() -> Schema:
    entries = {name: use("number") for name in INERTIA_ENTRIES}
    solids = [
        mapping(
            {"solid": {"const": solid}, **{size: _size(size) for size in sizes}},
            ("solid", *(size for size in sizes if size != "axis")),
        )
        for solid, sizes in SOLID_SIZES.items()
    ]
    listed = [array(3), array(6)]
    return {"anyOf": [*listed, mapping(entries, INERTIA_ENTRIES[:3]), *solids]}


def _size(name: str) -> Schema:
    if name == "axis":
        return {"enum": ["x", "y", "z"]}
    return use("vector") if name == "size" else use("number")


def _visual() -> Schema:
    return mapping(
        {
            "box": use("vector"),
            "cylinder": array(2),
            "sphere": use("number"),
            "mesh": {"type": "string"},
            "scale": use("vector"),
            "at": use("vector"),
            "rotation": use("rotation"),
            "color": array(4),
        }
    )


def _placed(what: str) -> Schema:
    return mapping(
        {
            what: use("name"),
            "on": use("name"),
            "at": use("vector"),
            "rotation": use("rotation"),
            "with": named(use("number")),
            "names": {"type": "string", "pattern": r"\{\}"},
        },
        (what, "on"),
    )


if __name__ == "__main__":
    import json

    print(json.dumps(json_schema(), indent=2))
