"""Elements in YAML: springs, dampers, actuators, bars."""

from __future__ import annotations

from linkwright.description.belonging import (
    ELEMENT_KEYS,
    element_keys,
    refuse_foreign_keys,
)
from linkwright.description.elements import DIRECTIONS, ELEMENT_KINDS, Element
from linkwright.description.formula import Number
from linkwright.description.law import read_law
from linkwright.description.number import Scope, located
from linkwright.description.place import Place
from linkwright.formats.yaml.fields import (
    choice,
    entries,
    items,
    need,
    number_text,
    quantity,
    text,
)
from linkwright.formats.yaml.nodes import Entries, Node
from linkwright.formats.yaml.read_rotation import read_axis

KEYS = ("type", *ELEMENT_KEYS)
_EXAMPLE = "{type: spring, between: [P, Q], stiffness: 1000, free_length: 0.1}"


def read_element(name: str, node: Node, place: Place, scope: Scope) -> Element:
    """Return one element."""
    subject = f"element '{name}'"
    typed = isinstance(node, Entries) and "type" in node.pairs
    pairs = entries(node, subject, None if typed else KEYS, _EXAMPLE)
    found = need(pairs, "type", subject, place)
    kind = choice(found, f"{subject}, type", tuple(ELEMENT_KINDS))
    own = ("type", *element_keys(kind))
    for key in pairs:
        if key not in KEYS:
            entries(node, subject, own)  # refuses it
        elif key not in own:
            refuse_foreign_keys(name, kind, [key], pairs[key].place)
    words = {
        key: text(pairs[key], f"{subject}, {key}")
        for key in ("joint", "drives", "point", "wall")
        if key in pairs
    }
    first, second = (words.get("point", ""), "")
    if "between" in pairs:
        first, second = read_ends(pairs["between"], subject)
    axes = {
        key: read_axis(pairs[key], scope, f"{subject}, {key}")
        for key in ("pins", "second_pins")
        if key in pairs
    }
    acts = DIRECTIONS[0]
    if "acts" in pairs:
        acts = choice(pairs["acts"], f"{subject}, acts", DIRECTIONS)
    return Element(
        name,
        kind,
        first,
        second,
        words.get("joint") or words.get("drives", ""),
        axes.get("pins"),
        axes.get("second_pins"),
        tuple(
            (key, _number(pairs[key], key, of, scope, f"{subject}, {key}"))
            for key, of in element_keys(kind).items()
            if of and key in pairs
        ),
        acts,
        words.get("wall", ""),
        place,
    )


def read_ends(node: Node, subject: str) -> tuple[str, str]:
    """Return the names of the two points under ``between``."""
    subject = f"{subject}, between"
    first, second = items(node, subject, "points", 2)
    return text(first, subject), text(second, subject)


def _number(node: Node, key: str, of: str, scope: Scope, subject: str) -> Number:
    if key != "law":
        return quantity(node, of, scope, subject)
    source = number_text(node, subject)
    with located(node.place, subject):
        return read_law(source, scope, node.place)
