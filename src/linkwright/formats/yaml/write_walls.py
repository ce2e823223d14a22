"""Walls -> one line of YAML each; ``shown`` has texts in the numbers' places."""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.description.bodies import ORIGIN
from linkwright.description.joints import WORLD, Z
from linkwright.description.rotation import IDENTITY
from linkwright.description.walls import Touch, Wall
from linkwright.formats.yaml.spelling import (
    axis_text,
    list_text,
    name_text,
    rotation_text,
    value_text,
)


def wall_line(wall: Wall, shown: Wall) -> str:
    """Return one entry under ``walls``."""
    return f"  {name_text(wall.name)}: {{{', '.join(_wall(wall, shown))}}}"


def _wall(wall: Wall, shown: Wall) -> Iterator[str]:
    yield f"shape: {wall.shape}"
    if wall.joint:
        yield f"joint: {name_text(wall.joint)}"
    if wall.limit:
        yield f"limit: {wall.limit}"
    if wall.formula is not None:
        yield f"formula: {value_text(wall.formula.text)}"
    if wall.corners:
        yield f"corners: {list_text(list_text(corner) for corner in shown.corners)}"
    if not wall.closed:
        yield "closed: false"
    for key, texts in shown.numbers:
        yield f"{key}: {texts[0] if len(texts) == 1 else list_text(texts)}"
    if wall.robot:
        yield f"robot: {wall.robot}"
    if wall.on != WORLD:
        yield f"on: {name_text(wall.on)}"
    if wall.at != ORIGIN:
        yield f"at: {list_text(shown.at)}"
    if wall.rotation != IDENTITY:
        yield f"rotation: {rotation_text(shown.rotation)}"
    if wall.axis != Z:
        yield f"axis: {axis_text(wall.axis, shown.axis)}"
    for key in ("restitution", "friction"):
        if getattr(wall, key) != 0.0:
            yield f"{key}: {getattr(shown, key)}"
    if wall.contacts:
        pairs = zip(wall.contacts, shown.contacts, strict=True)
        yield f"contacts: {list_text(_touch(*pair) for pair in pairs)}"


def _touch(touch: Touch, shown: Touch) -> str:
    names = list_text(name_text(point) for point in touch.points)
    if touch.curve == "point":
        names = name_text(touch.points[0])
    parts = [f"{touch.curve}: {names}"]
    if touch.radius != 0.0:
        parts.append(f"radius: {shown.radius}")
    for key in ("restitution", "friction"):
        if getattr(touch, key) is not None:
            parts.append(f"{key}: {getattr(shown, key)}")
    if parts == [f"point: {names}"]:
        return names
    return f"{{{', '.join(parts)}}}"
