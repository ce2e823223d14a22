"""Each element by itself: its type, what it needs, and the joint it acts at."""

from __future__ import annotations

from linkwright.description.belonging import refuse_foreign_keys
from linkwright.description.description import Description
from linkwright.description.elements import DIRECTIONS, ELEMENT_KINDS, Element
from linkwright.description.formula import Formula
from linkwright.description.joints import JOINT_KINDS, Joint
from linkwright.description.law import check_law
from linkwright.description.parameters import kinds_of
from linkwright.errors import DescriptionError, did_you_mean


def check_elements(description: Description) -> None:
    """Refuse unknown types, properties amiss, and joints that cannot be meant."""
    joints = {joint.name: joint for joint in description.joints}
    kinds = kinds_of(description)
    for element in description.elements:
        if element.type not in ELEMENT_KINDS:
            raise DescriptionError(
                f"element '{element.name}': the type '{element.type}' is unknown.",
                place=element.place,
                expectation=f"Types: {', '.join(ELEMENT_KINDS)}.",
                remedy=did_you_mean(element.type, ELEMENT_KINDS),
            )
        _check_properties(element)
        _check_pins(element)
        _check_masses(element)
        if ELEMENT_KINDS[element.type].contact:
            _check_balls(element)
        if element.joint:
            _check_joint(element, joints)
        if "law" in ELEMENT_KINDS[element.type].needs:
            subject = f"element '{element.name}', law"
            check_law(element, kinds, subject)


def _check_properties(element: Element) -> None:
    kind = ELEMENT_KINDS[element.type]
    joint = "joint" if kind.at_joint else "drives"
    given = {
        "between": bool(element.second or (element.first and not element.wall)),
        "point": bool(element.wall and element.first),
        "wall": bool(element.wall),
        joint: bool(element.joint),
        "pins": element.pins is not None,
        "second_pins": element.second_pins is not None,
        "acts": element.acts != DIRECTIONS[0],
        **{key: True for key, _ in element.numbers},
    }
    present = [key for key, value in given.items() if value]
    refuse_foreign_keys(element.name, element.type, present, element.place)
    ends = ("point", "wall") if element.wall else ("between",)
    needed = [*(("joint",) if kind.at_joint else ends), *kind.needs]
    for key in needed:
        if key not in present:
            article = "an" if element.type[0] in "aeiou" else "a"
            raise DescriptionError(
                f"element '{element.name}': {article} {element.type} needs '{key}'.",
                place=element.place,
                expectation=f"It needs: {', '.join(needed)}.",
                remedy=f"Add '{key}:'.",
            )
    if element.acts not in DIRECTIONS:
        raise DescriptionError(
            f"element '{element.name}': it acts '{element.acts}'.",
            place=element.place,
            expectation=f"Known: {', '.join(DIRECTIONS)}.",
            remedy=did_you_mean(element.acts, DIRECTIONS),
        )


def _check_pins(element: Element) -> None:
    if element.pins is None:
        if element.second_pins is not None:
            raise DescriptionError(
                f"element '{element.name}': second_pins is given, but no pins.",
                place=element.place,
                expectation="Both are the pins' axis, in the two bodies.",
                remedy="Add 'pins:'.",
            )
    elif any(isinstance(part, Formula) for part in element.pins):
        raise DescriptionError(
            f"element '{element.name}': pins depends on a design parameter.",
            place=element.place,
            expectation="The axis of pins is constant.",
            remedy="Write x, y, z or three numbers.",
        )


def _check_masses(element: Element) -> None:
    """Refuse a barrel or rod whose mass has no place to be."""
    given = dict(element.numbers)
    for part in ("barrel", "rod"):
        keys = [key for key in (f"{part}_mass", f"{part}_length") if key in given]
        if keys and element.pins is None:
            raise DescriptionError(
                f"element '{element.name}': {keys[0]} is given, but no pins.",
                place=element.place,
                expectation="An actuator with ball ends is a force along its line; with"
                " pins it has a barrel and a rod.",
                remedy="Add 'pins:', or give the mass to one of the two bodies.",
            )
        if f"{part}_mass" in given and f"{part}_length" not in given:
            raise DescriptionError(
                f"element '{element.name}': {part}_mass is given, but no"
                f" {part}_length.",
                place=element.place,
                expectation=f"The {part} is a thin rod of that length.",
                remedy=f"Add '{part}_length:'.",
            )


def _check_balls(element: Element) -> None:
    """Refuse balls without a size, and a second one where there is but a wall."""
    given = dict(element.numbers)
    if not element.wall and not element.second:
        raise DescriptionError(
            f"element '{element.name}': a point is given, but no wall.",
            place=element.place,
            expectation="It presses on a wall; or it runs 'between' two points.",
            remedy="Add 'wall:'.",
        )
    if element.wall and "second_radius" in given:
        raise DescriptionError(
            f"element '{element.name}': second_radius is given, but no second point.",
            place=element.place,
            expectation="It is the radius of the ball about the second point.",
            remedy="Remove 'second_radius'.",
        )
    if not element.wall and not {"radius", "second_radius"} & set(given):
        raise DescriptionError(
            f"element '{element.name}': two points touch only where they coincide.",
            place=element.place,
            expectation="A contact between two points is one of balls about them.",
            remedy="Add 'radius:', 'second_radius:' or both.",
        )


def _check_joint(element: Element, joints: dict[str, Joint]) -> None:
    kind = ELEMENT_KINDS[element.type]
    subject = f"element '{element.name}', {'joint' if kind.at_joint else 'drives'}"
    if element.joint not in joints:
        raise DescriptionError(
            f"{subject}: joint '{element.joint}' does not exist.",
            place=element.place,
            expectation=f"Joints: {', '.join(joints) or 'none'}.",
            remedy=did_you_mean(element.joint, joints),
        )
    joint = joints[element.joint]
    known = [name for name, each in JOINT_KINDS.items() if each.coordinate]
    owners = ["revolute"] if kind.at_joint else known
    if joint.type not in owners:
        raise DescriptionError(
            f"{subject}: joint '{joint.name}' is {joint.type}.",
            place=element.place,
            expectation=f"It must be {' or '.join(owners)}.",
        )
    if kind.may_drive and (joint.dependent or joint.coupling):
        follows = (
            f"follows joint '{joint.coupling.joint}'"
            if joint.coupling
            else "is dependent"
        )
        raise DescriptionError(
            f"{subject}: joint '{joint.name}' {follows}.",
            place=element.place,
            expectation="An actuator drives a joint with a coordinate of its own.",
            remedy=f"Drive '{joint.coupling.joint}' instead."
            if joint.coupling
            else "Name the joint whose coordinate it decides, or leave 'drives' out.",
        )
