"""Elements, closing joints and rules of sharing -> one line of YAML each.

``shown`` is the part with the text of every number in the number's place.
"""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.description.belonging import LOOP_OWNERS
from linkwright.description.elements import DIRECTIONS, ELEMENT_KINDS, Element
from linkwright.description.formula import Formula
from linkwright.description.loops import Loop, Share
from linkwright.description.rotation import IDENTITY
from linkwright.formats.yaml.spelling import (
    axis_text,
    list_text,
    name_text,
    rotation_text,
    value_text,
)


def element_line(element: Element, shown: Element) -> str:
    """Return one entry under ``elements``."""
    return _entry(element.name, _element(element, shown))


def loop_line(loop: Loop, shown: Loop) -> str:
    """Return one entry under ``loops``."""
    return _entry(loop.name, _loop(loop, shown))


def share_line(share: Share, shown: Share) -> str:
    """Return one entry under ``sharing``."""
    return _entry(share.name, _share(share, shown))


def _entry(name: str, parts: Iterator[str]) -> str:
    return f"  {name_text(name)}: {{{', '.join(parts)}}}"


def _element(element: Element, shown: Element) -> Iterator[str]:
    yield f"type: {element.type}"
    if element.wall:
        yield f"point: {name_text(element.first)}"
        yield f"wall: {name_text(element.wall)}"
    elif element.first:
        yield f"between: {_names(element.first, element.second)}"
    if element.joint:
        word = "joint" if ELEMENT_KINDS[element.type].at_joint else "drives"
        yield f"{word}: {name_text(element.joint)}"
    if element.pins is not None:
        yield f"pins: {axis_text(element.pins, shown.pins)}"
    if element.second_pins is not None:
        yield f"second_pins: {axis_text(element.second_pins, shown.second_pins)}"
    for key, text in shown.numbers:
        law = isinstance(text, Formula)  # the one number whose text is not made yet
        yield f"{key}: {value_text(text.text) if law else text}"
    if element.acts != DIRECTIONS[0]:
        yield f"acts: {element.acts}"


def _loop(loop: Loop, shown: Loop) -> Iterator[str]:
    yield f"type: {loop.type}"
    yield f"between: {_names(loop.first, loop.second)}"
    if loop.type in LOOP_OWNERS["axis"]:
        yield f"axis: {axis_text(loop.axis, shown.axis)}"
    if loop.second_axis is not None:
        yield f"second_axis: {axis_text(loop.second_axis, shown.second_axis)}"
    if loop.rotation != IDENTITY:
        yield f"rotation: {rotation_text(shown.rotation)}"


def _share(share: Share, shown: Share) -> Iterator[str]:
    yield f"on: {name_text(share.on)}"
    yield f"of: {_names(*share.of)}"
    yield f"components: {list_text(share.components)}"
    if share.rule == "all_to":
        yield f"all_to: {name_text(share.to)}"
    elif share.rule == "minimum_norm":
        yield f"{share.rule}: {shown.weights[0]}"
    elif share.weights:
        yield f"{share.rule}: {list_text(shown.weights)}"
    else:
        yield f"rule: {share.rule}"


def _names(*names: str) -> str:
    return list_text(name_text(name) for name in names)
