"""Joints in YAML."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.description.bodies import ORIGIN
from linkwright.description.joints import (
    COORDINATE_QUANTITIES,
    JOINT_KINDS,
    Coupling,
    Joint,
    Limits,
    Z,
)
from linkwright.description.number import Scope
from linkwright.description.numbers_in import ratio_quantity
from linkwright.description.place import Place
from linkwright.description.rotation import EULER_ORDERS, IDENTITY
from linkwright.errors import FormatError
from linkwright.formats.yaml.fields import (
    choice,
    entries,
    need,
    quantity,
    text,
    truth,
    vector,
)
from linkwright.formats.yaml.nodes import Node
from linkwright.formats.yaml.read_rotation import read_axis, read_rotation

LIMIT_KEYS = ("lower", "upper", "velocity", "effort")
EFFECT_KEYS = ("armature", "damping", "friction")
JOINT_KEYS = (
    "type",
    "parent",
    "body",
    "at",
    "rotation",
    "axis",
    "pitch",
    "second_axis",
    "coordinates",
    "limits",
    *EFFECT_KEYS,
    "coupled_to",
    "dependent",
    "driven",
    "reference",
)
COORDINATES = ("quaternion", *EULER_ORDERS)
_EXAMPLE = "{type: revolute, parent: world, body: mast, axis: z}"
# Keys that only some joint types have.
_ONLY_FOR = {
    "pitch": ("helical",),
    "second_axis": ("universal",),
    "coordinates": ("spherical",),
    "axis": tuple(name for name, kind in JOINT_KINDS.items() if kind.has_axis),
    **dict.fromkeys(
        ("dependent", "driven"),
        tuple(name for name in JOINT_KINDS if name not in ("fixed", "free")),
    ),
    **dict.fromkeys(
        ("limits", *EFFECT_KEYS, "coupled_to", "reference"),
        tuple(name for name, kind in JOINT_KINDS.items() if kind.coordinate),
    ),
}


def joint_type(name: str, node: Node, place: Place) -> str:
    """Return a joint's type, which decides what its numbers measure."""
    subject = f"joint '{name}'"
    pairs = entries(node, subject, JOINT_KEYS, _EXAMPLE)
    found = need(pairs, "type", subject, place)
    return choice(found, f"{subject}, type", tuple(JOINT_KINDS))


def read_joint(
    name: str, node: Node, place: Place, scope: Scope, types: Mapping[str, str]
) -> Joint:
    """Return one joint; ``types`` are those of all the file's joints."""
    subject = f"joint '{name}'"
    pairs = entries(node, subject, JOINT_KEYS, _EXAMPLE)
    kind = types[name]
    for key, owners in _ONLY_FOR.items():
        if key in pairs and kind not in owners:
            raise FormatError(
                f"{subject}: a {kind} joint has no '{key}'.",
                place=pairs[key].place,
                expectation=f"'{key}' belongs to: {', '.join(owners)}.",
                remedy=f"Remove '{key}'.",
            )

    def has(key: str) -> bool:
        return key in pairs

    def at(key: str) -> tuple[Node, Scope, str]:
        return pairs[key], scope, f"{subject}, {key}"

    parent = text(need(pairs, "parent", subject, place), f"{subject}, parent")
    body = text(need(pairs, "body", subject, place), f"{subject}, body")
    if kind == "helical":
        need(pairs, "pitch", subject, place)
    if kind == "universal":
        need(pairs, "second_axis", subject, place)
    measures = COORDINATE_QUANTITIES.get(JOINT_KINDS[kind].coordinate, {})
    effects = {
        key: quantity(pairs[key], measures[key], scope, f"{subject}, {key}")
        for key in EFFECT_KEYS
        if key in pairs
    }
    return Joint(
        name,
        kind,
        parent,
        body,
        at=vector(pairs["at"], "length", scope, f"{subject}, at")
        if has("at")
        else ORIGIN,
        rotation=read_rotation(*at("rotation")) if has("rotation") else IDENTITY,
        axis=read_axis(*at("axis")) if has("axis") else Z,
        pitch=quantity(pairs["pitch"], "pitch", scope, f"{subject}, pitch")
        if has("pitch")
        else None,
        second_axis=read_axis(*at("second_axis")) if has("second_axis") else None,
        coordinates=choice(pairs["coordinates"], f"{subject}, coordinates", COORDINATES)
        if has("coordinates")
        else "quaternion",
        limits=_limits(pairs["limits"], measures, scope, subject)
        if has("limits")
        else Limits(),
        coupling=_coupling(pairs["coupled_to"], scope, subject, kind, types)
        if has("coupled_to")
        else None,
        dependent=has("dependent")
        and truth(pairs["dependent"], f"{subject}, dependent"),
        driven=has("driven") and truth(pairs["driven"], f"{subject}, driven"),
        reference=quantity(
            pairs["reference"], measures["position"], scope, f"{subject}, reference"
        )
        if has("reference")
        else None,
        place=place,
        **effects,
    )


def _limits(
    node: Node, measures: Mapping[str, str], scope: Scope, subject: str
) -> Limits:
    subject = f"{subject}, limits"
    pairs = entries(node, subject, LIMIT_KEYS, "{lower: -1, upper: 1}")
    measured = {"lower": "position", "upper": "position"}
    return Limits(
        **{
            key: quantity(
                value, measures[measured.get(key, key)], scope, f"{subject}, {key}"
            )
            for key, value in pairs.items()
        }
    )


def _coupling(
    node: Node, scope: Scope, subject: str, kind: str, types: Mapping[str, str]
) -> Coupling:
    subject = f"{subject}, coupled_to"
    pairs = entries(node, subject, ("joint", "ratio", "offset"), "{joint: claw_1}")
    drive = text(need(pairs, "joint", subject, node.place), f"{subject}, joint")
    own = JOINT_KINDS[kind].coordinate
    other = JOINT_KINDS[types.get(drive, kind)].coordinate
    values = {}
    if "ratio" in pairs:
        of = ratio_quantity(own, other)
        values["ratio"] = quantity(pairs["ratio"], of, scope, f"{subject}, ratio")
    if "offset" in pairs:
        values["offset"] = quantity(pairs["offset"], own, scope, f"{subject}, offset")
    return Coupling(drive, **values)
