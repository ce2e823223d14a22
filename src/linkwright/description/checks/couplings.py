"""Couplings: of one-freedom joints, to another, and never in a circle."""

from __future__ import annotations

from linkwright.description.description import Description
from linkwright.description.joints import JOINT_KINDS
from linkwright.errors import DescriptionError, did_you_mean


def check_couplings(description: Description) -> None:
    """Refuse couplings to unknown or many-freedom joints, to themselves, in circles.

    Chains are fine: ``resolve_couplings`` follows them.
    """
    joints = {joint.name: joint for joint in description.joints}
    for joint in description.joints:
        coupling = joint.coupling
        if coupling is None:
            continue
        subject = f"joint '{joint.name}', coupled_to"
        if coupling.joint not in joints:
            raise DescriptionError(
                f"{subject}: joint '{coupling.joint}' does not exist.",
                place=joint.place,
                expectation=f"Joints: {', '.join(joints)}.",
                remedy=did_you_mean(coupling.joint, joints),
            )
        if coupling.joint == joint.name:
            raise DescriptionError(
                f"{subject}: the joint is coupled to itself.",
                place=joint.place,
                expectation="A joint follows another one.",
                remedy="Name the joint that drives it.",
            )
        drive = joints[coupling.joint]
        if not JOINT_KINDS[drive.type].coordinate:
            owners = [name for name, kind in JOINT_KINDS.items() if kind.coordinate]
            raise DescriptionError(
                f"{subject}: joint '{drive.name}' is {drive.type} and has "
                f"{JOINT_KINDS[drive.type].freedoms} freedoms.",
                place=joint.place,
                expectation=f"A drive has one freedom: {', '.join(owners)}.",
            )
    end: set[str] = set()  # joints whose chains are known to end
    for joint in description.joints:
        path = {joint.name: None}  # a set in order
        last = joint
        while last.name not in end and last.coupling is not None:
            last = joints[last.coupling.joint]
            if last.name in path:
                names = list(path)
                circle = [*names[names.index(last.name) :], last.name]
                raise DescriptionError(
                    f"the joints {' -> '.join(circle)} are coupled in a circle.",
                    place=joints[circle[0]].place,
                    expectation="One joint of a chain of couplings must be free.",
                    remedy="Remove one 'coupled_to'.",
                )
            path[last.name] = None
        end.update(path)
