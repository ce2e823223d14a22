"""A crank held by a bar: one dependent joint that a distance between points decides."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.loops.plan import Stage
from linkwright.algorithms.loops.reach import (
    at_distance,
    moving_joints,
    near_and_far,
)
from linkwright.expr import Array
from linkwright.model.joints import Prismatic, Revolute
from linkwright.model.mechanism import Closure, Mechanism
from linkwright.model.tree import Link


def crank(mechanism: Mechanism, stage: Stage, y: Array) -> tuple[list[Any], Any]:
    """Return the coordinate, and the radicand that is negative out of reach."""
    bar = mechanism.closures[stage.rows[0][0]]
    link = crank_of(mechanism, bar, stage.unknowns)
    assert link is not None and isinstance(link.joint, Revolute | Prismatic)
    a, b = near_and_far(mechanism.tree, y, link, bar.first, bar.second)
    found, radicand = at_distance(link.joint, a, b, bar.length, stage.branch, None)
    return [found], radicand


def crank_of(
    mechanism: Mechanism, bar: Closure, unknowns: tuple[int, ...]
) -> Link | None:
    """Return the joint whose one unknown coordinate a bar decides, if it is so."""
    if bar.type != "bar":
        return None
    moving = moving_joints(mechanism.tree, bar.first, bar.second)
    links = [link for link in moving if link.q_index in unknowns]
    if len(links) != 1 or len(unknowns) != 1 or links[0].coupled:
        return None
    return links[0] if isinstance(links[0].joint, Revolute | Prismatic) else None
