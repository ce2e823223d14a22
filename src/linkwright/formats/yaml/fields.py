"""Reading one node as what its place calls for; every complaint names the place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from linkwright.description.formula import Number, Vector3
from linkwright.description.number import Scope, located, number
from linkwright.description.place import Place
from linkwright.errors import FormatError, did_you_mean
from linkwright.formats.yaml.nodes import Entries, Items, Node, Text

_BASED = re.compile(r"0o[0-7]{1,20}|0x[0-9a-fA-F]{1,16}")
_SPECIAL = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_NULL = ("", "~", "null", "Null", "NULL")
_TRUTH = ("true", "True", "TRUE", "false", "False", "FALSE")


def entries(
    node: Node, subject: str, known: Sequence[str] | None = None, example: str = ""
) -> dict[str, Node]:
    """Return a mapping's values by key, refusing keys that are not known."""
    if not isinstance(node, Entries):
        raise FormatError(
            f"{subject}: found {kind(node)}.",
            place=node.place,
            expectation="Expected a mapping"
            + (f" with the keys {', '.join(known)}." if known else " of names."),
            remedy=f"For example: {example}" if example else "",
        )
    if known is not None:
        for key in node.pairs:
            if key not in known:
                raise FormatError(
                    f"{subject}: the key '{key}' is unknown.",
                    place=node.key_places[key],
                    expectation=f"Keys: {', '.join(known)}.",
                    remedy=did_you_mean(key, known),
                )
    return node.pairs


def named(node: Node, subject: str) -> list[tuple[str, Node, Place]]:
    """Return a mapping's names, values and the places of the names."""
    pairs = entries(node, subject)
    assert isinstance(node, Entries)
    return [(name, value, node.key_places[name]) for name, value in pairs.items()]


def need(pairs: dict[str, Node], key: str, subject: str, place: object) -> Node:
    """Return the value of a key that must be there."""
    if key not in pairs:
        raise FormatError(
            f"{subject}: '{key}' is missing.",
            place=place,
            expectation=f"Found: {', '.join(pairs) or 'nothing'}.",
            remedy=f"Add '{key}:'.",
        )
    return pairs[key]


def text(node: Node, subject: str) -> str:
    """Return a scalar's text as it stands: a body may be called 1 or on."""
    if isinstance(node, Text) and not (node.plain and node.text in _NULL):
        return node.text
    raise FormatError(
        f"{subject}: found {kind(node)}.",
        place=node.place,
        expectation="Expected a text.",
    )


def texts(node: Node, subject: str) -> tuple[str, ...]:
    """Return a list of texts."""
    return tuple(text(item, subject) for item in items(node, subject, "texts"))


def choice(node: Node, subject: str, known: Sequence[str]) -> str:
    """Return a text that must be one of those known."""
    found = text(node, subject)
    if found not in known:
        raise FormatError(
            f"{subject}: '{found}' is unknown.",
            place=node.place,
            expectation=f"Known: {', '.join(known)}.",
            remedy=did_you_mean(found, known),
        )
    return found


def truth(node: Node, subject: str) -> bool:
    """Return true or false, by YAML 1.2's core rules."""
    if isinstance(node, Text) and node.plain and node.text in _TRUTH:
        return node.text.lower() == "true"
    raise FormatError(
        f"{subject}: found {kind(node)}.",
        place=node.place,
        expectation="Expected true or false.",
    )


def items(
    node: Node, subject: str, of: str, count: int | None = None
) -> tuple[Node, ...]:
    """Return a list's items, of a certain count if one is given."""
    wanted = f"Expected a list of {of if count is None else f'{count} {of}'}."
    if not isinstance(node, Items):
        raise FormatError(
            f"{subject}: found {kind(node)}.", place=node.place, expectation=wanted
        )
    if count is not None and len(node.items) != count:
        raise FormatError(
            f"{subject}: found a list of {len(node.items)}.",
            place=node.place,
            expectation=wanted,
        )
    return node.items


def quantity(node: Node, of: str, scope: Scope, subject: str) -> Number:
    """Return a number or formula in SI."""
    source = number_text(node, subject)
    with located(node.place, subject):
        return number(source, of, scope, node.place)


def quantities(
    node: Node, of: str, scope: Scope, subject: str, count: int = 3
) -> tuple[Number, ...]:
    """Return a list of so many numbers of one kind."""
    listed = items(node, subject, "numbers", count)
    return tuple(quantity(item, of, scope, subject) for item in listed)


def vector(node: Node, of: str, scope: Scope, subject: str) -> Vector3:
    """Return three numbers along x, y, z."""
    x, y, z = quantities(node, of, scope, subject)
    return (x, y, z)


def number_text(node: Node, subject: str) -> str:
    """Return the text of a scalar that is to be a number, by YAML 1.2's core rules."""
    found = ""
    if isinstance(node, Text):
        if not node.plain or not _SPECIAL.fullmatch(node.text):
            if node.plain and _BASED.fullmatch(node.text):
                return str(int(node.text, 0))
            if node.text not in _NULL and node.text not in _TRUTH:
                return node.text
        found = f"'{node.text}'" if node.text else ""
    raise FormatError(
        f"{subject}: found {found or kind(node)}.",
        place=node.place,
        expectation="Expected a finite number or a formula.",
    )


def kind(node: Node) -> str:
    """Return a node's kind in words."""
    if isinstance(node, Entries):
        return "a mapping"
    if isinstance(node, Items):
        return "a list"
    if node.plain and node.text in _NULL:
        return "nothing"
    return f"'{node.text}'"
