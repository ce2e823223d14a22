"""The joints must make a tree that starts at the world."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.description.description import Description
from linkwright.description.joints import WORLD, Joint
from linkwright.errors import DescriptionError, did_you_mean


def check_tree(description: Description) -> None:
    """Refuse unknown bodies, bodies carried twice or never, and circles."""
    bodies = {body.name: body for body in description.bodies}
    known = {**bodies, WORLD: None}
    carriers: dict[str, Joint] = {}
    for joint in description.joints:
        _check_known(joint, "parent", joint.parent, known)
        _check_known(joint, "body", joint.body, bodies)
        if joint.body in carriers:
            raise DescriptionError(
                f"joint '{joint.name}': body '{joint.body}' is already carried by "
                f"joint '{carriers[joint.body].name}'.",
                place=joint.place,
                expectation="Every body is carried by one joint; the joints make a "
                "tree.",
                remedy="A second connection closes a loop and is no tree joint.",
            )
        carriers[joint.body] = joint
    for body in description.bodies:
        if body.name not in carriers:
            raise DescriptionError(
                f"body '{body.name}' is carried by no joint.",
                place=body.place,
                expectation="Every body is carried by one joint.",
                remedy=f"Add a joint with 'body: {body.name}'; for a base that stands "
                "still, {type: fixed, parent: world}.",
            )
    _check_circles(carriers)


def _check_known(joint: Joint, role: str, name: str, known: Mapping) -> None:
    if name in known:
        return
    raise DescriptionError(
        f"joint '{joint.name}': {role} '{name}' does not exist.",
        place=joint.place,
        expectation=f"Bodies: {', '.join(known) or 'none'}.",
        remedy=did_you_mean(name, known),
    )


def _check_circles(carriers: dict[str, Joint]) -> None:
    reaches_world = {WORLD}
    for start in carriers:
        path = {start: None}  # a set in order
        body = start
        while body not in reaches_world:
            body = carriers[body].parent
            if body in path:
                names = list(path)
                circle = [*names[names.index(body) :], body]
                raise DescriptionError(
                    f"the bodies {' -> '.join(circle)} carry each other in a circle.",
                    place=carriers[body].place,
                    expectation="Following the parents must lead to 'world'.",
                    remedy="Give one of their joints 'parent: world'.",
                )
            path[body] = None
        reaches_world.update(path)
