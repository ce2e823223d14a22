"""Setting a robot's base free."""

from __future__ import annotations

from dataclasses import replace

from linkwright.description.description import Description
from linkwright.description.joints import WORLD
from linkwright.errors import DescriptionError, did_you_mean


def float_base(description: Description, base: str | None = None) -> Description:
    """Return the description with its base's fixed joint to the world made free.

    Args:
        description: a robot whose base is fixed to the world.
        base: the body to set free, where several stand on the world.
    """
    standing = [joint for joint in description.joints if joint.parent == WORLD]
    names = ", ".join(joint.body for joint in standing)
    if base is not None and base not in [joint.body for joint in standing]:
        raise DescriptionError(
            f"floating: body '{base}' does not stand on the world.",
            place=description.place,
            expectation=f"Bodies on the world: {names or 'none'}.",
            remedy=did_you_mean(base, [joint.body for joint in standing]),
        )
    chosen = [joint for joint in standing if base in (None, joint.body)]
    if len(chosen) != 1:
        raise DescriptionError(
            f"floating: {len(chosen)} bodies stand on the world.",
            place=description.place,
            expectation=f"Bodies on the world: {names or 'none'}.",
            remedy="Name the one to set free.",
        )
    joint = chosen[0]
    if joint.type == "free":
        return description
    if joint.type != "fixed":
        raise DescriptionError(
            f"floating: body '{joint.body}' moves on the world by the {joint.type} "
            f"joint '{joint.name}'.",
            place=joint.place,
            expectation="A base to set free is fixed to the world.",
            remedy="Add a base body that is fixed to the world and carries that joint.",
        )
    joints = tuple(
        replace(each, type="free") if each is joint else each
        for each in description.joints
    )
    return replace(description, joints=joints)
