"""A screw: the body turns about an axis and moves along it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array
from linkwright.model.joints.contract import OneFreedom, Subspace
from linkwright.model.joints.revolute import axis_turns
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True, eq=False)
class Helical(OneFreedom):
    """Rotation by q [rad] about a unit axis and translation by pitch * q along it.

    The pitch is in metres per radian.
    """

    axis: Array
    pitch: Any
    type_name = "helical"

    @property
    def subspace(self) -> Subspace:
        """Angular velocity along the axis, linear velocity pitch times that."""
        return ((self.axis, self.axis * self.pitch),)

    def motion(self, q: Array) -> tuple[Rotation, Array]:
        """Return the screw motion."""
        turns = Rotation.of(*axis_turns(self.axis, q[0]))
        return turns, self.axis * (self.pitch * q[0])
