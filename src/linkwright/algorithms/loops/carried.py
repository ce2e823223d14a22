"""A closing joint's unit wrenches, carried down the tree to where its two ways meet.

What reaches a link along a freedom is the closing joint's generalised force there, and,
by virtual work, also the rate of the residual per velocity: the loops' Jacobian.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwright.algorithms.loops.closure import unit_wrenches
from linkwright.algorithms.loops.relative import meeting, relative_place
from linkwright.algorithms.newton_euler import Wrench
from linkwright.expr import Array, cross, dot
from linkwright.model.mechanism import Closure
from linkwright.model.tree import Model

# For each component: what acts on the link and all it carries, at its origin, in its
# axes. Links that the joint's two ends move alike are left out.
Carried = list[dict[int, Wrench]]


def carried_wrenches(model: Model, y: Array, closure: Closure) -> Carried:
    """Return for every component the wrench that reaches each link of the loop."""
    a, b = closure.first, closure.second
    base = meeting(model, a.link, b.link)
    R, _ = relative_place(model, y, a.link, b.link)
    found: Carried = []
    for unit in unit_wrenches(model, y, closure):
        reached: dict[int, Wrench] = {}
        torque = unit.torque + cross(b.position, unit.force)
        _carry(model, y, Wrench(unit.force, torque), b.link, base, reached)
        back = -R.apply(unit.force)
        torque = cross(a.position, back) - R.apply(unit.torque_at_first)
        _carry(model, y, Wrench(back, torque), a.link, base, reached)
        found.append(reached)
    return found


def _carry(
    model: Model,
    y: Array,
    wrench: Wrench,
    link: int,
    base: int,
    reached: dict[int, Wrench],
) -> None:
    while link != base:
        reached[link] = wrench
        R, p = model.links[link].placement(y)
        force = R.apply(wrench.force)
        wrench = Wrench(force, R.apply(wrench.torque) + cross(p, force))
        link = model.links[link].parent


def along_freedoms(model: Model, reached: dict[int, Wrench]) -> dict[int, Any]:
    """Return the generalised force of wrenches on links, by velocity."""
    found: dict[int, Any] = {}
    for k, wrench in reached.items():
        for index, ratio, angular, linear in model.links[k].freedoms:
            power = dot(angular, wrench.torque) + dot(linear, wrench.force)
            found[index] = found.get(index, 0.0) + ratio * power
    return found


def loop_jacobian(
    model: Model, y: Array, closures: Sequence[Closure]
) -> list[list[dict[int, Any]]]:
    """Return for each closure and component the residual's rate per velocity."""
    return [
        [along_freedoms(model, reached) for reached in carried_wrenches(model, y, each)]
        for each in closures
    ]
