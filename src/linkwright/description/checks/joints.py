"""Each joint by itself: its type, and what only some types have."""

from __future__ import annotations

from linkwright.description.description import Description
from linkwright.description.formula import Formula
from linkwright.description.joints import JOINT_KINDS, Joint, Limits
from linkwright.description.rotation import EULER_ORDERS, VALUE_COUNTS, Rotation
from linkwright.errors import DescriptionError, did_you_mean


def check_joints(description: Description) -> None:
    """Refuse unknown types and properties that a type does not have."""
    for joint in description.joints:
        _check_type(joint)
        _check_properties(joint)
        check_rotation(joint.rotation, f"joint '{joint.name}'", joint.place)
    for body in description.bodies:
        for visual in body.visuals:
            subject = f"body '{body.name}', visual"
            check_rotation(visual.rotation, subject, visual.place)


def _check_type(joint: Joint) -> None:
    if joint.type not in JOINT_KINDS:
        raise DescriptionError(
            f"joint '{joint.name}': the type '{joint.type}' is unknown.",
            place=joint.place,
            expectation=f"Types: {', '.join(JOINT_KINDS)}.",
            remedy=did_you_mean(joint.type, JOINT_KINDS),
        )


def _check_properties(joint: Joint) -> None:
    _check_one_type(joint, "pitch", "helical", joint.pitch is not None)
    _check_one_type(joint, "second_axis", "universal", joint.second_axis is not None)
    if joint.type != "spherical" and joint.coordinates != "quaternion":
        raise _foreign(joint, "coordinates", "spherical")
    if joint.coordinates not in ("quaternion", *EULER_ORDERS):
        raise DescriptionError(
            f"joint '{joint.name}': the coordinates '{joint.coordinates}' are unknown.",
            place=joint.place,
            expectation=f"Known: quaternion, {', '.join(EULER_ORDERS)}.",
            remedy=did_you_mean(joint.coordinates, EULER_ORDERS),
        )
    if JOINT_KINDS[joint.type].coordinate:
        return
    given = {
        "limits": joint.limits != Limits(),
        "coupled_to": joint.coupling is not None,
        **{
            name: isinstance(value, Formula) or value != 0.0
            for name, value in (
                ("armature", joint.armature),
                ("damping", joint.damping),
                ("friction", joint.friction),
            )
        },
        "reference": joint.reference is not None,
    }
    for name, present in given.items():
        if present:
            owners = [each for each, kind in JOINT_KINDS.items() if kind.coordinate]
            raise _foreign(joint, name, ", ".join(owners))


def _check_one_type(joint: Joint, name: str, owner: str, present: bool) -> None:
    if present and joint.type != owner:
        raise _foreign(joint, name, owner)
    if joint.type == owner and not present:
        raise DescriptionError(
            f"joint '{joint.name}': a {owner} joint needs '{name}'.",
            place=joint.place,
            expectation="Found none.",
            remedy=f"Add '{name}:'.",
        )


def _foreign(joint: Joint, name: str, owners: str) -> DescriptionError:
    return DescriptionError(
        f"joint '{joint.name}': a {joint.type} joint has no '{name}'.",
        place=joint.place,
        expectation=f"'{name}' belongs to: {owners}.",
        remedy=f"Remove '{name}'.",
    )


def check_rotation(rotation: Rotation, subject: str, place: object) -> None:
    """Refuse an unknown kind of rotation, or a wrong number of values."""
    kind = rotation.kind
    known = kind == "sequence" or kind in VALUE_COUNTS
    count = len(rotation.axes) if kind == "sequence" else VALUE_COUNTS.get(kind)
    if known and len(rotation.values) == count and set(rotation.axes) <= set("xyz"):
        return
    wanted = "" if not known else f"{kind} takes {count} values. "
    raise DescriptionError(
        f"{subject}: the rotation {kind!r} has {len(rotation.values)} values"
        + (f" and axes {rotation.axes!r}." if rotation.axes else "."),
        place=place,
        expectation=f"{wanted}Kinds: {', '.join(VALUE_COUNTS)}, sequence.",
        remedy=did_you_mean(str(kind), [*VALUE_COUNTS, "sequence"])
        if not known
        else "",
    )
