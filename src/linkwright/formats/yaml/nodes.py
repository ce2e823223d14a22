"""What a YAML text is made of, every part with its line."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.description.place import Place


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar; ``plain`` where it stands without quotes."""

    text: str
    plain: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping, keys in the order written; a key is always text."""

    pairs: dict[str, Node]
    key_places: dict[str, Place]
    place: Place


@dataclass(frozen=True, slots=True)
class Items:
    """A sequence."""

    items: tuple[Node, ...]
    place: Place


Node = Text | Entries | Items
