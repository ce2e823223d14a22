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
    found: dict[str, Joint] = {}
    for joint in description.joints:
        chain = [joint]  # up to one that is resolved, or follows none
        while chain[-1].name not in found and (coupling := chain[-1].coupling):
            chain.append(joints[coupling.joint])
        for each in reversed(chain):
            if each.name not in found:
                found[each.name] = _resolved(each, found)
    resolved = tuple(found[joint.name] for joint in description.joints)
    return replace(description, joints=resolved)


def _resolved(joint: Joint, found: dict[str, Joint]) -> Joint:
    """Return a joint whose drive is resolved already."""
    coupling = joint.coupling
    through = coupling and found[coupling.joint].coupling
    if coupling is None or through is None:
        return joint
    own = JOINT_KINDS[joint.type].coordinate
    drive = JOINT_KINDS[found[through.joint].type].coordinate
    ratio, offset = term(coupling.ratio), term(coupling.offset)
    coupling = Coupling(
        through.joint,
        as_number(ratio * term(through.ratio), ratio_quantity(own, drive)),
        as_number(ratio * term(through.offset) + offset, own),
    )
    return replace(joint, coupling=coupling)
