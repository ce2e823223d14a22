"""Loops: the joints that close them, and how undetermined reactions are shared."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.description.formula import Number, Vector3
from linkwright.description.joints import Z
from linkwright.description.place import Place
from linkwright.description.rotation import IDENTITY, Rotation

# What a closing joint may be: the types of joints that need no zero of their own.
LOOP_TYPES = (
    "fixed",
    "revolute",
    "prismatic",
    "cylindrical",
    "universal",
    "planar",
    "spherical",
)
COMPONENTS = (
    "force x",
    "force y",
    "force z",
    "torque x",
    "torque y",
    "torque z",
    "drive",
)
RULES = ("equal", "none", "all_to", "ratios", "compliance", "minimum_norm")


@dataclass(frozen=True)
class Loop:
    """A joint that closes a loop: it holds two named points together.

    Attributes:
        type: one of ``LOOP_TYPES``.
        first, second: the points; the joint's predecessor is the first one's body.
        axis: of the joint, in the first one's body.
        second_axis: the same axis in the second one's body (the other axis of a
            universal joint); None where its components are those of ``axis``.
        rotation: of the second body's axes in the first one's where the joint is
            closed, for a type that holds the orientation.
    """

    name: str
    type: str
    first: str
    second: str
    axis: Vector3 = Z
    second_axis: Vector3 | None = None
    rotation: Rotation = IDENTITY
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Share:
    """How connections of a body share reaction components that nothing determines.

    Every component is that of the force, or of the torque at the connection, which a
    connection passes on to the body, in that body's axes; "drive" is what the
    connection gives along its own freedom.

    Attributes:
        name: of the rule.
        on: the body.
        of: joints, closing joints or elements that hold it.
        components: some of ``COMPONENTS``.
        rule: "equal"; "none": all are zero; "all_to": one takes all, the others are
            zero; "ratios": as given numbers; "compliance": the sum of compliance
            times square is least; "minimum_norm": the sum of squares is least, of
            torques divided by a length.
        to: the one that takes all.
        weights: ratios or compliances [m/N or rad/(N m)], one for each of ``of``; of
            "minimum_norm" that length alone [m].
    """

    name: str
    on: str
    of: tuple[str, ...]
    components: tuple[str, ...]
    rule: str = "equal"
    to: str = ""
    weights: tuple[Number, ...] = ()
    place: Place | None = field(default=None, compare=False)
