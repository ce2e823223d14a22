"""Reading attributes and children of a URDF element; complaints name the line."""

from __future__ import annotations

import difflib
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from linkwright.errors import FormatError, did_you_mean
from linkwright.formats.urdf.xml import Element

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_SLIP = 0.8  # how alike an unknown name must be to a known one to be taken for a slip


@dataclass
class Ignored:
    """What the file says that a description does not hold, for the notes."""

    counts: Counter[str] = field(default_factory=Counter)

    def note(self) -> tuple[str, ...]:
        """Return one note that lists it all, or none."""
        if not self.counts:
            return ()
        listed = ", ".join(f"{name} ({n})" for name, n in self.counts.items())
        return (f"Not kept from the URDF: {listed}.",)


def check_names(
    element: Element,
    subject: str,
    children: Sequence[str],
    attributes: Sequence[str],
    ignored: Ignored,
) -> None:
    """Count unknown children and attributes; refuse those that look like slips."""
    unknown = [(child.tag, child.place) for child in element.children]
    for names, known, shape in (
        (unknown, children, "<{}>"),
        ([(name, element.place) for name in element.attributes], attributes, "{}="),
    ):
        for name, place in names:
            if name in known:
                continue
            shown = shape.format(name)
            if name.startswith("xacro:"):
                raise _xacro(subject, shown, place)
            if difflib.get_close_matches(name, known, n=1, cutoff=_SLIP):
                raise FormatError(
                    f"{subject}: {shown} is unknown.",
                    place=place,
                    expectation=f"Known: {', '.join(known)}.",
                    remedy=did_you_mean(name, known),
                )
            ignored.counts[shown] += 1


def one(element: Element, tag: str, subject: str) -> Element | None:
    """Return the only child with this tag, or None."""
    found = element.all(tag)
    if len(found) > 1:
        raise FormatError(
            f"{subject}: <{tag}> stands {len(found)} times.",
            place=found[1].place,
            expectation="Expected it once.",
            remedy="Remove the others.",
        )
    return found[0] if found else None


def attribute(element: Element, name: str, subject: str) -> str:
    """Return an attribute that must be there and hold something."""
    value = element.attributes.get(name, "")
    if value.strip():
        return value
    found = ", ".join(element.attributes) or "none"
    raise FormatError(
        f"{subject}: <{element.tag}> has no '{name}'.",
        place=element.place,
        expectation=f"Attributes found: {found}.",
        remedy=f'Add {name}="…".',
    )


def number(
    element: Element, name: str, subject: str, default: float | None = None
) -> float:
    """Return a number; without a default it must be there."""
    if default is not None and name not in element.attributes:
        return default
    text = attribute(element, name, subject)
    return _number(text.strip(), element, name, subject)


def numbers(
    element: Element,
    name: str,
    subject: str,
    count: int,
    default: tuple[float, ...] | None = None,
) -> tuple[float, ...]:
    """Return so many numbers separated by spaces."""
    if default is not None and name not in element.attributes:
        return default
    words = attribute(element, name, subject).split()
    if len(words) != count:
        raise FormatError(
            f"{subject}: {name} holds {len(words)} values.",
            place=element.place,
            expectation=f"Expected {count} numbers separated by spaces.",
        )
    return tuple(_number(word, element, name, subject) for word in words)


def _number(text: str, element: Element, name: str, subject: str) -> float:
    if _NUMBER.fullmatch(text):
        value = float(text)
        if math.isfinite(value):
            return value
    if "${" in text:
        raise _xacro(subject, f'{name}="{text}"', element.place)
    raise FormatError(
        f"{subject}: {name} holds '{text}'.",
        place=element.place,
        expectation="Expected a finite number.",
    )


def _xacro(subject: str, shown: str, place: object) -> FormatError:
    return FormatError(
        f"{subject}: {shown} belongs to xacro.",
        place=place,
        expectation="Expected plain URDF.",
        remedy="Run xacro first: xacro robot.xacro > robot.urdf",
    )
