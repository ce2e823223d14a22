"""Components of closing joints that others hold already: whether they stay closed.

Where loops have more equations than unknowns, some follow from the others: those of a
planar four-bar across its plane, say. They follow for the design and the motion that
was looked at when the loops were planned; three parallel cranks of unequal length let
none of them move. So what was left out is looked at in every row.
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.loops.closure import residuals
from linkwright.algorithms.loops.plan import Plan
from linkwright.expr import Array, Node, absolute, less, logical_or
from linkwright.model.mechanism import Mechanism

# [m or rad], of loops about 1 m wide: what single precision leaves, ten times.
OPEN = 1e-5


def opened(mechanism: Mechanism, plan: Plan, y: Array) -> dict[int, Any]:
    """Return for stages where components that they do not hold are open."""
    chosen = {place for stage in plan.stages for place in stage.rows}
    stage_of = {
        closure: number
        for number, stage in enumerate(plan.stages)
        for closure, _ in stage.rows
    }
    limit = OPEN * width(mechanism)
    found: dict[int, Any] = {}
    for number, closure in enumerate(mechanism.closures):
        values = residuals(mechanism.tree, y, closure)
        for row, value in enumerate(values):
            if (number, row) not in chosen and isinstance(value, Node):
                stage = stage_of.get(number, len(plan.stages) - 1)
                before = found.get(stage, False)
                found[stage] = logical_or(before, less(limit, absolute(value)))
    return found


def width(mechanism: Mechanism) -> float:
    """Return about how wide the loops are [m], as far as constants tell; at most 1."""
    lengths = [
        abs(x)
        for closure in mechanism.closures
        for end in (closure.first, closure.second)
        for x in (*end.position, *_places(mechanism, end.link))
        if x.__class__ is float
    ]
    return min(1.0, max(lengths, default=1.0) or 1.0)


def _places(mechanism: Mechanism, link: int) -> list[Any]:
    return [
        x
        for k in mechanism.tree.ancestors(link)
        for x in mechanism.tree.links[k].position
    ]
