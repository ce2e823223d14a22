"""YAML text -> nodes with lines, within limits that no robot reaches.

PyYAML reads the events; composing them here keeps the lines, counts what aliases
multiply to, and never recurses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import yaml

from linkwright.description.place import Place
from linkwright.errors import FormatError
from linkwright.formats.yaml.nodes import Entries, Items, Node, Text

LONGEST_TEXT = 8_000_000  # characters
DEEPEST = 32  # levels of nesting
MOST_NODES = 400_000  # once aliases are followed

# The parser in C, where PyYAML was built with it: about eight times as fast.
_FAST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass
class _Open:
    """A mapping or sequence whose end has not come yet."""

    place: Place
    anchor: str | None
    is_mapping: bool
    nodes: list[Node] = field(default_factory=list)
    keys: list[Text] = field(default_factory=list)
    lines: dict[str, Place] = field(default_factory=dict)  # of the keys
    awaits_value: bool = False
    count: int = 1
    depth: int = 1  # levels below and including this one


class _Composer:
    """Builds nodes from events; ``sizes`` remembers what an anchor expands to."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.stack: list[_Open] = []
        self.anchors: dict[str, tuple[Node, int, int]] = {}
        self.root: Node | None = None
        self.total = 0

    def place(self, event: yaml.Event) -> Place:
        return Place(self.file, event.start_mark.line + 1)

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self.refuse_tag(event)
            plain = not event.style  # None, or empty from the C parser
            self.add(Text(event.value, plain, self.place(event)), 1, 0, event.anchor)
        elif isinstance(event, yaml.AliasEvent):
            self.follow(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self.refuse_tag(event)
            self.open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.close()
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            raise FormatError(
                "a second document starts.",
                place=self.place(event),
                expectation="A file holds one robot.",
                remedy="Remove the '---'.",
            )

    def refuse_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        tag = event.tag
        if tag is not None and tag != "!":
            shown = tag.replace("tag:yaml.org,2002:", "!!")
            raise FormatError(
                f"the tag '{shown}' is not supported.",
                place=self.place(event),
                expectation="Plain YAML without tags.",
                remedy="Remove the tag.",
            )

    def open(self, event: yaml.CollectionStartEvent) -> None:
        place = self.place(event)
        if len(self.stack) >= DEEPEST:
            raise _too_deep(place)
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.stack.append(_Open(place, event.anchor, is_mapping))

    def close(self) -> None:
        done = self.stack.pop()
        if done.is_mapping:
            keys = [key.text for key in done.keys]
            places = {key.text: key.place for key in done.keys}
            pairs = dict(zip(keys, done.nodes, strict=True))
            node: Node = Entries(pairs, places, done.place)
        else:
            node = Items(tuple(done.nodes), done.place)
        self.add(node, done.count, done.depth, done.anchor)

    def follow(self, event: yaml.AliasEvent) -> None:
        place = self.place(event)
        if event.anchor not in self.anchors:
            raise FormatError(
                f"the alias '*{event.anchor}' has no anchor before it.",
                place=place,
                expectation=f"Anchors: {', '.join(self.anchors) or 'none'}.",
                remedy=f"Mark the part to repeat with '&{event.anchor}'.",
            )
        node, count, depth = self.anchors[event.anchor]
        self.total += count
        if self.total > MOST_NODES:
            raise _too_many(place)
        self.add(node, count, depth, None, counted=True)

    def add(
        self,
        node: Node,
        count: int,
        depth: int,
        anchor: str | None,
        counted: bool = False,
    ) -> None:
        if not counted:
            self.total += 1
            if self.total > MOST_NODES:
                raise _too_many(node.place)
        if anchor is not None:
            self.anchors[anchor] = (node, count, depth)
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        parent.count += count
        parent.depth = max(parent.depth, depth + 1)
        if len(self.stack) + depth > DEEPEST:
            raise _too_deep(node.place)
        if not parent.is_mapping:
            parent.nodes.append(node)
        elif parent.awaits_value:
            parent.nodes.append(node)
            parent.awaits_value = False
        else:
            parent.keys.append(_key(node, parent))
            parent.awaits_value = True


def compose(text: str, file: str | None = None) -> Node:
    """Return the nodes of a YAML text; raise FormatError with the line at fault."""
    if len(text) > LONGEST_TEXT:
        raise FormatError(
            f"the text is {len(text)} characters long.",
            place=Place(file),
            expectation=f"At most {LONGEST_TEXT} characters are read.",
        )
    try:
        composer = _composed(text, file, _FAST)
    except (yaml.YAMLError, UnicodeError):
        # The slower parser's messages are the same wherever this runs.
        try:
            composer = _composed(text, file, yaml.SafeLoader)
        except yaml.YAMLError as error:
            raise _syntax_error(error, file) from None
    if composer.root is None:
        raise FormatError(
            "the file is empty.",
            place=Place(file),
            expectation="A robot starts with 'linkwright: 1' and 'name: …'.",
        )
    return composer.root


def _composed(text: str, file: str | None, loader: Any) -> _Composer:
    composer = _Composer(file)
    for event in yaml.parse(text, Loader=loader):
        composer.take(event)
    return composer


def _key(node: Node, parent: _Open) -> Text:
    if not isinstance(node, Text) or not node.text:
        raise FormatError(
            "a key is empty." if isinstance(node, Text) else "a key is no plain text.",
            place=node.place,
            expectation="Keys are names.",
        )
    earlier = parent.lines.setdefault(node.text, node.place)
    if earlier is not node.place:
        raise FormatError(
            f"the key '{node.text}' stands twice.",
            place=node.place,
            expectation=f"It was written before at line {earlier.line}.",
            remedy="Remove or rename one of them.",
        )
    return node


def _syntax_error(error: yaml.YAMLError, file: str | None) -> FormatError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    place = Place(file, mark.line + 1 if mark else None)
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    context = getattr(error, "context", None)
    return FormatError(
        f"this is no YAML: {problem}.",
        place=place,
        expectation=f"Found {context}." if context else "",
        remedy="Check the indentation, colons and brackets around this line.",
    )


def _too_deep(place: Place) -> FormatError:
    return FormatError(
        f"the text is nested deeper than {DEEPEST} levels.",
        place=place,
        expectation="No robot needs that.",
    )


def _too_many(place: Place) -> FormatError:
    return FormatError(
        f"the file holds more than {MOST_NODES} values once aliases are followed.",
        place=place,
        expectation="No robot needs that.",
    )
