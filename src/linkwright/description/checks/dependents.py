"""Dependent joints, and the coordinates of the reference configuration."""

from __future__ import annotations

from linkwright.description.connections import closings_of
from linkwright.description.description import Description
from linkwright.description.joints import JOINT_KINDS, Joint
from linkwright.description.paths import carriers_of, joints_between
from linkwright.errors import DescriptionError


def check_dependents(description: Description) -> None:
    """Refuse dependent joints that nothing determines, or more than one thing."""
    in_loops: set[str] = set()
    carriers = carriers_of(description.joints)
    for ends in closings_of(description):
        in_loops.update(joint.name for joint in joints_between(carriers, *ends))
    for joint in description.joints:
        _check_reference(joint)
        if joint.driven and not joint.dependent:
            raise DescriptionError(
                f"joint '{joint.name}': it is driven, and not dependent.",
                place=joint.place,
                expectation="Independent joints have drives anyway; 'driven' gives a"
                " dependent one a motor too.",
                remedy="Remove 'driven', or make it dependent.",
            )
        if not joint.dependent:
            continue
        _check_may_depend(joint)
        if joint.name not in in_loops:
            raise DescriptionError(
                f"joint '{joint.name}': it is dependent, but in no loop.",
                place=joint.place,
                expectation="A loop, a bar or an actuator with pins must join what it "
                "carries to the rest.",
                remedy="Add one under 'loops' or 'elements', or remove 'dependent'.",
            )


def _check_may_depend(joint: Joint) -> None:
    if joint.coupling is not None:
        raise DescriptionError(
            f"joint '{joint.name}': it is dependent, and follows joint "
            f"'{joint.coupling.joint}' too.",
            place=joint.place,
            expectation="A joint follows from another joint or from its loops.",
            remedy="Remove 'coupled_to' or 'dependent'.",
        )
    quaternion = joint.type == "spherical" and joint.coordinates == "quaternion"
    if quaternion or joint.type in ("fixed", "free"):
        able = [
            name for name in JOINT_KINDS if name not in ("fixed", "spherical", "free")
        ]
        raise DescriptionError(
            f"joint '{joint.name}': a {joint.type} joint cannot be dependent.",
            place=joint.place,
            expectation=f"These can: {', '.join(able)}, spherical with Euler angles "
            "as coordinates.",
            remedy="Write 'coordinates: zxz'." if quaternion else "Remove 'dependent'.",
        )


def _check_reference(joint: Joint) -> None:
    if joint.reference is None or joint.coupling is None:
        return
    raise DescriptionError(
        f"joint '{joint.name}': it has a reference, but follows joint "
        f"'{joint.coupling.joint}'.",
        place=joint.place,
        expectation="Its coordinate is the ratio times the other's, plus the offset.",
        remedy=f"Give '{joint.coupling.joint}' the reference.",
    )
