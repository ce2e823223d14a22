"""Paths in the tree: the joints that lie between two bodies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from linkwright.description.joints import WORLD, Joint

Carriers = Mapping[str, Joint]


def carriers_of(joints: Iterable[Joint]) -> dict[str, Joint]:
    """Return for every body the joint that carries it."""
    return {joint.body: joint for joint in joints}


def joints_between(carriers: Carriers, first: str, second: str) -> list[Joint]:
    """Return the joints on the path between two bodies of the tree."""
    one, other = _to_world(carriers, first), _to_world(carriers, second)
    return [
        joint
        for name, joint in (one | other).items()
        if (name in one) != (name in other)
    ]


def _to_world(carriers: Carriers, body: str) -> dict[str, Joint]:
    found: dict[str, Joint] = {}
    while body != WORLD:
        joint = carriers[body]
        found[joint.name] = joint
        body = joint.parent
    return found
