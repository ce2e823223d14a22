"""What the velocities of a robot measure: metres or radians a second."""

from __future__ import annotations

from linkwright.description import Description, Joint
from linkwright.expr import Array
from linkwright.model.sequences import joint_sequence

_FREE = ("m", "m", "m", "rad", "rad", "rad")


def velocity_units(description: Description) -> dict[str, str]:
    """Return "m" or "rad" for every velocity by name, those of dependent joints last.

    A velocity's coordinate is in that unit, where it is its rate; its joint force is
    in N for "m", in N m for "rad".
    """
    ordered = sorted(description.joints, key=lambda joint: joint.dependent)
    return {
        name: unit
        for joint in ordered
        if joint.coupling is None
        for name, unit in _of_joint(joint)
    }


def force_unit(unit: str) -> str:
    """Return the unit of the force that works along a velocity of this unit."""
    return "N" if unit == "m" else "N m"


def _of_joint(joint: Joint) -> list[tuple[str, str]]:
    z = Array((0.0, 0.0, 1.0))
    kinds = joint_sequence(joint.type, z, second_axis=z, coordinates=joint.coordinates)
    found = []
    for suffix, kind in kinds:
        if kind.type_name == "free":
            units = _FREE
        else:
            unit = "m" if kind.type_name == "prismatic" else "rad"
            units = (unit,) * len(kind.velocity_suffixes)
        for more, unit in zip(kind.velocity_suffixes, units, strict=True):
            found.append((f"{joint.name}{suffix}{more}", unit))
    return found
