"""A YAML text -> the description it holds."""

from __future__ import annotations

from linkwright.description.description import GRAVITY, Description
from linkwright.description.formula import Vector3
from linkwright.description.number import Scope
from linkwright.description.parameters import kind_of, read_parameters
from linkwright.description.units import SI, Units, declare_units
from linkwright.errors import FormatError
from linkwright.formats.yaml.compose import compose
from linkwright.formats.yaml.fields import (
    entries,
    named,
    need,
    number_text,
    text,
    texts,
    vector,
)
from linkwright.formats.yaml.nodes import Node
from linkwright.formats.yaml.read_body import read_body
from linkwright.formats.yaml.read_joint import joint_type, read_joint

VERSION = "1"
TOP_KEYS = (
    "linkwright",
    "name",
    "units",
    "gravity",
    "parameters",
    "bodies",
    "joints",
    "assemblies",
    "place",
    "attach",
    "locked",
    "tags",
    "notes",
)
_EXAMPLE = "linkwright: 1"


def read_yaml(source: str, file: str | None = None) -> Description:
    """Return the description that a YAML text holds, not yet validated."""
    root = compose(source, file)
    pairs = entries(root, "file", TOP_KEYS, _EXAMPLE)
    _check_version(pairs, root)
    units = _units(pairs.get("units"))
    parameters = ()
    if "parameters" in pairs:
        parameters = read_parameters(
            {
                name: (number_text(value, f"parameter '{name}'"), value.place)
                for name, value, _ in named(pairs["parameters"], "parameters")
            }
        )
    scope = Scope(units, {each.name: kind_of(each) for each in parameters})
    return Description(
        name=text(need(pairs, "name", "file", root.place), "name"),
        gravity=_gravity(pairs.get("gravity"), scope),
        bodies=_bodies(pairs.get("bodies"), scope),
        joints=_joints(pairs.get("joints"), scope),
        parameters=parameters,
        tags=texts(pairs["tags"], "tags") if "tags" in pairs else (),
        notes=texts(pairs["notes"], "notes") if "notes" in pairs else (),
        units=units,
        place=root.place,
    )


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


def _bodies(node: Node | None, scope: Scope):
    if node is None:
        return ()
    return tuple(read_body(*each, scope) for each in named(node, "bodies"))


def _joints(node: Node | None, scope: Scope):
    if node is None:
        return ()
    listed = named(node, "joints")
    types = {name: joint_type(name, value, where) for name, value, where in listed}
    return tuple(read_joint(*each, scope, types) for each in listed)
