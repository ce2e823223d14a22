"""A YAML text -> the description it holds."""

from __future__ import annotations

from dataclasses import replace

from linkwright.description.description import GRAVITY, Description
from linkwright.description.formula import Vector3
from linkwright.description.number import Scope
from linkwright.description.parameters import kinds_of
from linkwright.description.place import Place
from linkwright.description.units import SI, Units, declare_units
from linkwright.errors import FormatError
from linkwright.formats.yaml.compose import compose
from linkwright.formats.yaml.fields import (
    entries,
    named,
    need,
    text,
    texts,
    vector,
)
from linkwright.formats.yaml.nodes import Node
from linkwright.formats.yaml.read_assembly import (
    PART_KEYS,
    Load,
    Workshop,
    read_locked,
    read_part,
)

VERSION = "1"
TOP_KEYS = (
    "linkwright",
    "name",
    "units",
    "gravity",
    "parameters",
    "bodies",
    "joints",
    "elements",
    "loops",
    "sharing",
    "walls",
    "assemblies",
    "place",
    "attach",
    "locked",
    "tags",
    "notes",
)
_EXAMPLE = "linkwright: 1"


def read_yaml(
    source: str, file: str | None = None, load: Load | None = None
) -> Description:
    """Return the description that a YAML text holds, not yet validated.

    Args:
        source: the text.
        file: its name, for messages.
        load: gives the description of a file under ``attach``.
    """
    root = compose(source, file)
    pairs = entries(root, "file", TOP_KEYS, _EXAMPLE)
    _check_version(pairs, root)
    units = _units(pairs.get("units"))
    part = read_part(
        Description(
            name=text(need(pairs, "name", "file", root.place), "name"),
            tags=texts(pairs["tags"], "tags") if "tags" in pairs else (),
            notes=texts(pairs["notes"], "notes") if "notes" in pairs else (),
            units=units,
            place=root.place,
        ),
        pairs,
        Workshop(units, _assemblies(pairs.get("assemblies")), load or _load_nothing),
    )
    scope = Scope(units, kinds_of(part))
    part = replace(part, gravity=_gravity(pairs.get("gravity"), scope))
    return read_locked(part, pairs.get("locked"), scope)


def _load_nothing(name: str, place: Place) -> Description:
    raise FormatError(
        f"attach: '{name}' cannot be read from here.",
        place=place,
        expectation="A text by itself has no folder to look in.",
        remedy="Read the robot from a file.",
    )


def _assemblies(node: Node | None) -> dict[str, Node]:
    """Return the assemblies by name, those never placed checked for their keys too."""
    listed = [] if node is None else named(node, "assemblies")
    for name, assembly, _ in listed:
        entries(assembly, f"assembly '{name}'", PART_KEYS)
    return {name: assembly for name, assembly, _ in listed}


def _check_version(pairs: dict[str, Node], root: Node) -> None:
    version = need(pairs, "linkwright", "file", root.place)
    if text(version, "linkwright") != VERSION:
        raise FormatError(
            f"linkwright: the format version is '{text(version, 'linkwright')}'.",
            place=version.place,
            expectation=f"This release reads version {VERSION}.",
        )


def _units(node: Node | None) -> Units:
    if node is None:
        return SI
    listed = named(node, "units")
    declared = {name: text(value, f"units, {name}") for name, value, _ in listed}
    return declare_units(declared, {name: value.place for name, value, _ in listed})


def _gravity(node: Node | None, scope: Scope) -> Vector3:
    return GRAVITY if node is None else vector(node, "acceleration", scope, "gravity")
