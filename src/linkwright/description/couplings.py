"""Chains of couplings, followed to the joint that drives them all."""

from __future__ import annotations

from dataclasses import replace

from linkwright.description.algebra import as_number, term
from linkwright.description.description import Description
from linkwright.description.joints import JOINT_KINDS, Coupling, Joint
from linkwright.description.numbers_in import ratio_quantity


def resolve_couplings(description: Description) -> Description:
    """Return the description with every coupling to a joint that follows none.

    q_a = r_a q_b + o_a with q_b = r_b q_c + o_b is q_a = r_a r_b q_c + (r_a o_b + o_a).
    """
    joints = {joint.name: joint for joint in description.joints}
    resolved = tuple(_resolved(joint, joints) for joint in description.joints)
    return replace(description, joints=resolved)


def _resolved(joint: Joint, joints: dict[str, Joint]) -> Joint:
    coupling = joint.coupling
    while coupling is not None:
        through = joints[coupling.joint].coupling
        if through is None:
            break
        own = JOINT_KINDS[joint.type].coordinate
        drive = JOINT_KINDS[joints[through.joint].type].coordinate
        ratio, offset = term(coupling.ratio), term(coupling.offset)
        coupling = Coupling(
            through.joint,
            as_number(ratio * term(through.ratio), ratio_quantity(own, drive)),
            as_number(ratio * term(through.offset) + offset, own),
        )
    return replace(joint, coupling=coupling)
