"""How near loops are to positions in which they cannot pass motion on.

The dependent joints of a stage move at s' = G v. Where the loops come near a singular
position, G grows beyond all bounds; 1 / sqrt(1 + |G|^2) is 1 where the dependent joints
stand still, and 0 in the singular position itself. Lengths count relative to the width
of the loops.
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.loops.dropped import width
from linkwright.algorithms.loops.embedding import Embedding
from linkwright.algorithms.loops.plan import Plan
from linkwright.expr import sqrt
from linkwright.model.joints import Prismatic
from linkwright.model.mechanism import Mechanism


def loop_distances(motion: Embedding, plan: Plan) -> list[Any]:
    """Return for each stage its distance from a singular position, 0 to 1."""
    mechanism = motion.mechanism
    lengths = length_rates(mechanism)
    wide = width(mechanism)
    offset = mechanism.nq - mechanism.nv
    found = []
    for stage in plan.stages:
        total: Any = 1.0
        for coordinate in stage.unknowns:
            row = coordinate - offset
            for column, gain in enumerate(motion.G[row]):
                scale = (1.0 / wide if row in lengths else 1.0) * (
                    wide if column in lengths else 1.0
                )
                total = total + gain * gain * (scale * scale)
        found.append(1.0 / sqrt(total))
    return found


def stage_names(mechanism: Mechanism, plan: Plan) -> list[str]:
    """Return the names of the loops that each stage closes, joined."""
    return [
        " + ".join(
            dict.fromkeys(mechanism.closures[closure].name for closure, _ in stage.rows)
        )
        for stage in plan.stages
    ]


def length_rates(mechanism: Mechanism) -> set[int]:
    """Return the velocities that are lengths a second."""
    found = set()
    for link in mechanism.tree.links:
        for i, (angular, _) in enumerate(link.joint.subspace):
            sliding = isinstance(link.joint, Prismatic) or all(
                x.__class__ is float and x == 0.0 for x in angular
            )
            if sliding:
                found.add(link.v_index + i)
    return found
