"""Taking a chain of bodies out of a robot."""

from __future__ import annotations

from dataclasses import replace

from linkwright.description.description import Description
from linkwright.description.joints import WORLD, Joint
from linkwright.errors import DescriptionError, did_you_mean


def chain(description: Description, first: str, last: str) -> Description:
    """Return the bodies from one to another that hangs on it, and nothing else.

    The first one's joint stands on the world as it stood on its parent. Elements,
    loops, sharing rules and walls go; so do couplings to joints outside the chain.
    """
    carried = {joint.body: joint for joint in description.joints}
    for name in (first, last):
        if name not in carried:
            raise DescriptionError(
                f"chain: body '{name}' does not exist.",
                expectation=f"Bodies: {', '.join(carried) or 'none'}.",
                remedy=did_you_mean(name, carried),
            )
    path = [last]
    while path[-1] != first:
        parent = carried[path[-1]].parent
        if parent == WORLD:
            raise DescriptionError(
                f"chain: body '{last}' does not hang on body '{first}'.",
                place=carried[last].place,
                expectation=f"It hangs on {', '.join(path[1:]) or 'the world'}.",
                remedy=f"Start with one of those, or with '{last}' itself.",
            )
        path.append(parent)
    kept = {carried[name].name for name in path}
    joints = tuple(
        _of_chain(joint, first, kept)
        for joint in description.joints
        if joint.name in kept
    )
    bodies = tuple(body for body in description.bodies if body.name in path)
    return replace(
        description,
        bodies=bodies,
        joints=joints,
        elements=(),
        loops=(),
        sharing=(),
        walls=(),
    )


def _of_chain(joint: Joint, first: str, kept: set[str]) -> Joint:
    if joint.body == first:
        joint = replace(joint, parent=WORLD)
    if joint.coupling is not None and joint.coupling.joint not in kept:
        joint = replace(joint, coupling=None)
    return replace(joint, dependent=False)
