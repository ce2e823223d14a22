"""Angles of dependent joints, which loops tell only up to whole turns."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.loops.embedding import Embedding
from linkwright.expr import Node, atan2, cos, sin
from linkwright.model.joints import Revolute
from linkwright.model.tree import Link


def angle_near_reference(motion: Embedding, link: Link) -> Any:
    """Return a joint's coordinate; a dependent turn within pi of its reference."""
    (x,) = link.coordinates(motion.y)
    if not link.dependent or not isinstance(link.joint, Revolute):
        return x
    if not isinstance(x, Node):
        return x
    reference = motion.mechanism.reference[link.q_index]
    apart = x - reference
    return atan2(sin(apart), cos(apart)) + reference
