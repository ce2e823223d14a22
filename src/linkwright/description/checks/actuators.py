"""Actuators: each able to move the joint it drives, and none fighting another."""

from __future__ import annotations

from linkwright.description.connections import bodies_of_points
from linkwright.description.couplings import resolve_couplings
from linkwright.description.description import Description
from linkwright.description.elements import Element
from linkwright.description.expanding import SLIDE, is_expanded
from linkwright.description.joints import JOINT_KINDS, Joint
from linkwright.description.paths import carriers_of, joints_between
from linkwright.errors import DescriptionError


def check_actuators(description: Description) -> None:
    """Refuse actuators that cannot move their joint, or share it by no rule."""
    driven: dict[str, list[Element]] = {}
    carriers = carriers_of(resolve_couplings(description).joints)
    on = bodies_of_points(description)
    dependent = {joint.name for joint in description.joints if joint.dependent}
    for element in description.elements:
        if element.type == "linear_actuator" and element.joint:
            between = joints_between(carriers, on[element.first], on[element.second])
            _check_path(element, between, dependent)
            driven.setdefault(element.joint, []).append(element)
    for joint, elements in driven.items():
        if len(elements) > 1:
            _check_shared(description, joint, elements)


def _check_path(element: Element, between: list[Joint], dependent: set[str]) -> None:
    """Refuse a path between its ends that its joint has no part in.

    Where a dependent joint lies on the path, loops may carry the motion on.
    """
    movers = [
        joint.coupling.joint if joint.coupling else joint.name
        for joint in between
        if JOINT_KINDS[joint.type].freedoms
    ]
    if element.joint in movers or dependent & set(movers):
        return
    raise DescriptionError(
        f"element '{element.name}', drives: joint '{element.joint}' does not move its "
        "ends apart.",
        place=element.place,
        expectation=f"Joints between its ends: {', '.join(movers) or 'none'}.",
        remedy="Drive one of them, or choose other points.",
    )


def _check_shared(
    description: Description, joint: str, elements: list[Element]
) -> None:
    slides = [
        f"{each.name}{SLIDE}" if is_expanded(each) else each.name for each in elements
    ]
    for share in description.sharing:
        shares = "drive" in share.components and share.rule != "none"
        if shares and set(slides) <= set(share.of):
            return
    names = " and ".join(f"'{each.name}'" for each in elements)
    raise DescriptionError(
        f"joint '{joint}' is driven by {names}.",
        place=elements[-1].place,
        expectation="What each of them gives must be declared.",
        remedy=f"Add a rule under 'sharing' with 'of: [{', '.join(slides)}]' and "
        "'components: [drive]'.",
    )
