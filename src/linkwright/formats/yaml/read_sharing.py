"""Rules of sharing in YAML."""

from __future__ import annotations

from linkwright.description.loops import Share
from linkwright.description.number import Scope
from linkwright.description.numbers_in import weight_quantity
from linkwright.description.place import Place
from linkwright.errors import FormatError
from linkwright.formats.yaml.fields import (
    choice,
    entries,
    items,
    need,
    quantity,
    text,
    texts,
)
from linkwright.formats.yaml.nodes import Node

WORDS = ("equal", "none")
WAYS = ("rule", "all_to", "ratios", "compliance", "minimum_norm")
SHARE_KEYS = ("on", "of", "components", *WAYS)
_EXAMPLE = "{on: boom, of: [luff, act.upper], components: [force x], rule: equal}"


def read_share(name: str, node: Node, place: Place, scope: Scope) -> Share:
    """Return one rule; exactly one of ``WAYS`` says how."""
    subject = f"sharing '{name}'"
    pairs = entries(node, subject, SHARE_KEYS, _EXAMPLE)
    on = text(need(pairs, "on", subject, place), f"{subject}, on")
    of = texts(need(pairs, "of", subject, place), f"{subject}, of")
    listed = need(pairs, "components", subject, place)
    components = texts(listed, f"{subject}, components")
    given = [way for way in WAYS if way in pairs]
    if len(given) != 1:
        raise FormatError(
            f"{subject}: found {len(given)} ways to share.",
            place=place,
            expectation=f"Expected one of {', '.join(WAYS)}.",
            remedy=f"For example: {_EXAMPLE}",
        )
    (way,) = given
    value, where = pairs[way], f"{subject}, {way}"
    if way == "rule":
        rule = choice(value, where, WORDS)
        return Share(name, on, of, components, rule, place=place)
    if way == "all_to":
        taker = text(value, where)
        return Share(name, on, of, components, way, taker, place=place)
    measured = weight_quantity(way, components)
    listed = [value] if way == "minimum_norm" else items(value, where, "numbers")
    weights = tuple(quantity(each, measured, scope, where) for each in listed)
    return Share(name, on, of, components, way, weights=weights, place=place)
