"""Checks that a quantity makes before it is compiled."""

from __future__ import annotations

from typing import Any

from linkwright.errors import NumericalError
from linkwright.model import WORLD, Model


def check_forward_dynamics(model: Model) -> None:
    """Refuse a joint that moves no mass: its acceleration would be any.

    A joint moves mass if its subtree has some, or it has an armature, or a joint that
    shares its coordinate does.
    """
    moved = [_has_some(link.inertia.mass) for link in model.links]
    for k in reversed(range(len(model.links))):
        parent = model.links[k].parent
        if parent != WORLD:
            moved[parent] = moved[parent] or moved[k]
    alive = {
        link.v_index
        for link, moves in zip(model.links, moved, strict=True)
        if moves or _has_some(link.armature)
    }
    for link in model.links:
        if link.nv and link.v_index not in alive:
            raise NumericalError(
                f"joint '{link.joint_name}' moves no mass: no force gives it a"
                " definite acceleration",
                expectation="Forward dynamics needs mass, or an armature, beyond"
                " every joint; kinematics and inverse dynamics do not.",
                remedy=f"Give body '{link.name}' a mass, give the joint an armature,"
                " or lock it.",
            )


def _has_some(value: Any) -> bool:
    return value.__class__ is not float or value > 0.0
