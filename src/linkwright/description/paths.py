"""Paths in the tree: the joints that lie between two bodies."""

from __future__ import annotations

from linkwright.description.description import Description
from linkwright.description.joints import WORLD, Joint


def joints_between(description: Description, first: str, second: str) -> list[Joint]:
    """Return the joints on the path between two bodies of the tree."""
    carriers = {joint.body: joint for joint in description.joints}
    one, other = _to_world(carriers, first), _to_world(carriers, second)
    return [
        joint
        for name, joint in (one | other).items()
        if (name in one) != (name in other)
    ]


def _to_world(carriers: dict[str, Joint], body: str) -> dict[str, Joint]:
    found: dict[str, Joint] = {}
    while body != WORLD:
        joint = carriers[body]
        found[joint.name] = joint
        body = joint.parent
    return found
