"""Actuators: each able to move the joint it drives, and none fighting another."""

from __future__ import annotations

from linkwright.description.connections import bodies_of_points
from linkwright.description.couplings import resolve_couplings
from linkwright.description.description import Description
from linkwright.description.elements import Element
from linkwright.description.expanding import SLIDE, is_expanded
from linkwright.description.joints import JOINT_KINDS, UNDRIVEN, Joint
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


def check_number_of_actuators(description: Description) -> None:
    """Refuse actuators that name no joint, where no freedom is left for them."""
    left = [
        each
        for each in description.elements
        if each.type == "linear_actuator" and not each.joint
    ]
    free = {
        joint.name: JOINT_KINDS[joint.type].freedoms
        for joint in description.joints
        if joint.type in UNDRIVEN and not joint.dependent
    }
    if len(left) <= sum(free.values()):
        _check_whole(description, left)
        return
    names = ", ".join(f"'{each.name}'" for each in left)
    have = " and ".join(f"{count} of joint '{name}'" for name, count in free.items())
    drive = "an actuator drives" if len(left) == 1 else "these actuators drive"
    raise DescriptionError(
        f"{names}: {drive} no joint.",
        place=left[-1].place,
        expectation="An actuator without 'drives' stands for a freedom that has no"
        f" drive of its own: {have or 'there is none'}.",
        remedy="Name the joint it drives, 'drives: ...'.",
    )


def _check_whole(description: Description, left: list[Element]) -> None:
    """Refuse actuators for some but not all freedoms of a ball or a free body.

    Its quaternion is one thing: lengths cannot stand for a part of it.
    """
    count = len(left)
    for joint in description.joints:
        if joint.type not in UNDRIVEN or joint.dependent:
            continue
        freedoms = JOINT_KINDS[joint.type].freedoms
        whole = joint.type == "free" or (
            joint.type == "spherical" and joint.coordinates == "quaternion"
        )
        if whole and 0 < count < freedoms:
            raise DescriptionError(
                f"joint '{joint.name}': {count} actuator{'s' if count > 1 else ''}"
                f" stand{'' if count > 1 else 's'} for its {freedoms} freedoms.",
                place=left[-1].place,
                expectation=f"As many as it has freedoms, or none: {freedoms}.",
                remedy="Add actuators, drive joints by name ('drives: ...'), or give"
                " the joint Euler coordinates.",
            )
        count = max(0, count - freedoms)


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
