"""The tree's matrix and forces out of those of its branches  [IMPACT Sec. 3.1.3]."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from linkwright.algorithms.branches.branch import Branch, branches_of
from linkwright.algorithms.composite_body import with_armature
from linkwright.algorithms.symmetric import SymmetricSum
from linkwright.expr import Array
from linkwright.model.tree import Link, Model

# Two freedoms, each a link and which of its freedoms, and the entry between them.
Freedom = tuple[Link, int]
Entries = Iterable[tuple[Freedom, Freedom, Any]]
Forces = Iterable[tuple[Freedom, Any]]


def assembled_matrix(model: Model, of_branch: Callable[[Branch], Entries]) -> Array:
    """Return the sum of the branches' inertia matrices, and the armatures (nv, nv).

    ``of_branch`` yields one entry of each pair that mirror each other.
    """
    total = SymmetricSum(model.nv)
    for branch in branches_of(model):
        for (first, r), (second, s), value in of_branch(branch):
            total.add(
                first.v_index + r,
                second.v_index + s,
                _as_driven(second, _as_driven(first, value)),
                diagonal=first is second,
            )
    return with_armature(model, total)


def assembled_forces(
    model: Model, a: Array | None, of_branch: Callable[[Branch], Forces]
) -> Array:
    """Return the sum of the forces that the branches need, and the armatures' (nv,).

    The branches' own torques never enter: a torque at a shared joint would be counted
    once for each of its branches (errata I3).
    """
    tau: list[Any] = [0.0] * model.nv
    for branch in branches_of(model):
        for (link, s), value in of_branch(branch):
            index = link.v_index + s
            tau[index] = tau[index] + _as_driven(link, value)
    if a is not None:
        for link in model.links:
            for index, ratio, _, _ in link.freedoms:
                tau[index] = tau[index] + link.armature * (ratio * ratio) * a[index]
    return Array(tau)


def _as_driven(link: Link, value: Any) -> Any:
    """Return what a joint's drive feels of what the joint itself feels."""
    return value * link.ratio if link.coupled else value
