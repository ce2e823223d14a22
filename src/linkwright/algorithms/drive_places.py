"""What the entries of the drives' positions are: lengths, or coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.algorithms import configuration
from linkwright.model.mechanism import Mechanism


@dataclass(frozen=True)
class Place:
    """What an entry of the drives' positions is: a drive's length, or a coordinate.

    Attributes:
        drive: number of the drive; None for a coordinate.
        coordinate: index in q; None for a length.
    """

    drive: int | None = None
    coordinate: int | None = None


def drive_places(mechanism: Mechanism) -> list[Place]:
    """Return what the entries of the drives' positions are, joint by joint.

    The lengths of the actuators that drive it, or else its own coordinates: a free
    joint has six lengths where a hexapod's legs drive it, seven coordinates where
    nothing does.
    """
    found = []
    by_velocity = {drive.index: k for k, drive in enumerate(mechanism.drives)}
    for link in configuration.independent(mechanism.coordinates):
        drives = [by_velocity[link.v_index + i] for i in range(link.nv)]
        if any(mechanism.drives[k].actuators for k in drives):
            for i, k in enumerate(drives):
                length = bool(mechanism.drives[k].actuators)
                found.append(Place(k) if length else Place(None, link.q_index + i))
        else:
            found += [Place(None, link.q_index + i) for i in range(link.nq)]
    return found
