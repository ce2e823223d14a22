"""A linear actuator between two points: it pushes them apart as its drive demands.

Masses of barrel and rod are bodies of their own: thin rods, from the pins to the slide.
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.elements.line import line_of
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.expr import Array
from linkwright.model.mechanism import Strut


def length(motion: Embedding, actuator: Strut) -> Any:
    """Return l = |T|  [m], from the first pin to the second: the drive's coordinate."""
    return line_of(motion.mechanism.tree, motion.y, actuator).length


def lever_arms(motion: Embedding, actuator: Strut) -> Array:
    """Return dl/dv (nv,)  [m/rad or 1]: rate l' = dl/dv . v, forces Q = F dl/dv.

    F: push along the line [N], positive where it drives the points apart. Where dl/dv
    vanishes the actuator is at a dead point: no push of it moves the joint.
    """
    return motion.slope(length(motion, actuator))
