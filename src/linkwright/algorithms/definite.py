"""Whether the mass matrix is positive definite, told by the pivots of elimination.

Taking joint after joint out of the tree leaves one pivot D for each velocity: the
inertia that resists it while the joints beyond it give way [Featherstone2008,
Sec. 7.3]. M is positive definite if and only if all pivots are positive. Rounding
leaves of a zero about the machine's precision times the joint's scale: what the pivot
would be with all the mass that hangs on the joint far from its axis.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.expr import Array, dot, less_equal, logical_or, trace_of
from linkwright.model.tree import WORLD, Model

# A pivot this small, of its scale, is what rounding leaves of a zero.
ROUNDING: dict[str, float] = {"float64": 1e-14, "float32": 5e-7}


def pivot_scales(model: Model, q: Array) -> list[Any]:
    """Return |w|^2 tr(J) + |u|^2 m (nv,), plus armature, for unit motions (w, u).

    m and J: mass and second moment, about the joint's origin, of what hangs on it.
    """
    spread = [trace_of(link.inertia.second_moment) for link in model.links]
    moment = [link.inertia.first_moment for link in model.links]
    mass = [link.inertia.mass for link in model.links]
    scales: list[Any] = [0.0] * model.nv
    for k in reversed(range(len(model.links))):
        link = model.links[k]
        for index, ratio, w, u in link.freedoms:
            scale = dot(w, w) * spread[k] + dot(u, u) * mass[k] + link.armature
            scales[index] = scales[index] + scale * (ratio * ratio)
        if link.parent != WORLD:
            R, p = link.placement(q)
            h = R.apply(moment[k])
            above = link.parent
            spread[above] = spread[above] + spread[k] + dot(p, h * 2.0 + p * mass[k])
            moment[above] = moment[above] + h + p * mass[k]
            mass[above] = mass[above] + mass[k]
    return scales


def indefinite(pivots: Mapping[int, Any], floors: list[Any]) -> Any:
    """Return whether some pivot is not above its floor: a truth value.

    ``floors`` are the scales times `ROUNDING`. False where a number is NaN.
    """
    failed: Any = False
    for index, pivot in pivots.items():
        failed = logical_or(failed, less_equal(pivot, floors[index]))
    return failed
