"""Where each joint's coordinates stand in q and v, and what they are called.

Only independent joints have coordinates; a coupled joint reads those of its drive, at
the end of the chain where drives follow one another. Dependent joints, which follow
from loops, come after all the others: they are coordinates of the spanning tree only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from linkwright.description import Description, Joint, Number
from linkwright.expr import Array
from linkwright.model.sequences import joint_sequence


class Evaluator(Protocol):
    """What turns a described number into a scalar."""

    def number(self, number: Number) -> Any:
        """Return the value of a number."""
        ...


@dataclass(frozen=True)
class Coordinates:
    """The layout of q and v, in the order of the file.

    Attributes:
        coordinate_names, velocity_names: every entry of q and of v.
        q_start, v_start: for each joint that is not coupled, where its entries begin;
            those of dependent joints follow all the others.
        drives: for each coupled joint, the joints it follows, nearest first.
        dependent_names: the coordinates that loops determine, one velocity each.
    """

    coordinate_names: tuple[str, ...]
    velocity_names: tuple[str, ...]
    q_start: dict[str, int]
    v_start: dict[str, int]
    drives: dict[str, tuple[Joint, ...]]
    dependent_names: tuple[str, ...] = ()

    def start_of(self, joint: Joint) -> tuple[int, int]:
        """Return where the joint's coordinates and velocities begin."""
        chain = self.drives.get(joint.name)
        name = chain[-1].name if chain else joint.name
        return self.q_start[name], self.v_start[name]

    def ratio(self, joint: Joint, evaluator: Evaluator) -> Any:
        """Return d q_joint / d q_drive along the chain of couplings."""
        ratio: Any = 1.0
        for link in (joint, *self.drives[joint.name][:-1]):
            assert link.coupling is not None
            ratio = ratio * evaluator.number(link.coupling.ratio)
        return ratio

    def offset(self, joint: Joint, evaluator: Evaluator) -> Any:
        """Return q_joint at q_drive = 0."""
        offset: Any = 0.0
        for link in reversed((joint, *self.drives[joint.name][:-1])):
            assert link.coupling is not None
            ratio = evaluator.number(link.coupling.ratio)
            offset = offset * ratio + evaluator.number(link.coupling.offset)
        return offset


def coordinates_of(description: Description) -> Coordinates:
    """Return the layout of a description's coordinates."""
    by_name = {joint.name: joint for joint in description.joints}
    names: list[str] = []
    velocities: list[str] = []
    q_start: dict[str, int] = {}
    v_start: dict[str, int] = {}
    drives: dict[str, tuple[Joint, ...]] = {}
    for joint in description.joints:
        if joint.coupling is not None:
            drives[joint.name] = _chain(joint, by_name)
        if joint.coupling is not None or joint.dependent:
            continue
        q_start[joint.name], v_start[joint.name] = len(names), len(velocities)
        for suffix, kind in _freedoms(joint):
            full = f"{joint.name}{suffix}"
            names += [f"{full}{more}" for more in kind.coordinate_suffixes]
            velocities += [f"{full}{more}" for more in kind.velocity_suffixes]
    following: list[str] = []
    for joint in description.joints:
        if joint.dependent:
            q_start[joint.name] = len(names) + len(following)
            v_start[joint.name] = len(velocities) + len(following)
            following += [f"{joint.name}{suffix}" for suffix, _ in _freedoms(joint)]
    return Coordinates(
        tuple(names), tuple(velocities), q_start, v_start, drives, tuple(following)
    )


def _freedoms(joint: Joint) -> Any:
    z = Array((0.0, 0.0, 1.0))
    return joint_sequence(joint.type, z, second_axis=z, coordinates=joint.coordinates)


def _chain(joint: Joint, by_name: dict[str, Joint]) -> tuple[Joint, ...]:
    chain: list[Joint] = []
    while joint.coupling is not None:
        joint = by_name[joint.coupling.joint]
        chain.append(joint)
    return tuple(chain)
