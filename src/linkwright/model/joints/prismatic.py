"""A slider: the body moves along an axis."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.expr import Array, zeros
from linkwright.model.joints.contract import OneFreedom, Subspace
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True, eq=False)
class Prismatic(OneFreedom):
    """Translation by q along a unit axis; q in m."""

    axis: Array
    type_name = "prismatic"

    @property
    def subspace(self) -> Subspace:
        """Linear velocity along the axis."""
        return ((zeros(3), self.axis),)

    def motion(self, q: Array) -> tuple[Rotation, Array]:
        """Return the shift along the axis."""
        return Rotation(()), self.axis * q[0]
