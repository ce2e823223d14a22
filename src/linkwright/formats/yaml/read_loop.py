"""Closing joints in YAML."""

from __future__ import annotations

from linkwright.description.belonging import LOOP_OWNERS, foreign
from linkwright.description.joints import Z
from linkwright.description.loops import LOOP_TYPES, Loop
from linkwright.description.number import Scope
from linkwright.description.place import Place
from linkwright.description.rotation import IDENTITY
from linkwright.formats.yaml.fields import choice, entries, need
from linkwright.formats.yaml.nodes import Node
from linkwright.formats.yaml.read_element import read_ends
from linkwright.formats.yaml.read_rotation import read_axis, read_rotation

LOOP_KEYS = ("type", "between", *LOOP_OWNERS)
_EXAMPLE = "{type: revolute, between: [P, Q], axis: y}"


def read_loop(name: str, node: Node, place: Place, scope: Scope) -> Loop:
    """Return one closing joint."""
    subject = f"loop '{name}'"
    pairs = entries(node, subject, LOOP_KEYS, _EXAMPLE)
    found = need(pairs, "type", subject, place)
    kind = choice(found, f"{subject}, type", LOOP_TYPES)
    for key, owners in LOOP_OWNERS.items():
        if key in pairs and kind not in owners:
            raise foreign(subject, f"{kind} loop", key, owners, pairs[key].place)
    ends = read_ends(need(pairs, "between", subject, place), subject)
    axes = {
        key: read_axis(pairs[key], scope, f"{subject}, {key}")
        for key in ("axis", "second_axis")
        if key in pairs
    }
    rotation = IDENTITY
    if "rotation" in pairs:
        rotation = read_rotation(pairs["rotation"], scope, f"{subject}, rotation")
    return Loop(
        name,
        kind,
        *ends,
        axes.get("axis", Z),
        axes.get("second_axis"),
        rotation,
        place,
    )
