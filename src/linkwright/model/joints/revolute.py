"""A hinge: the body turns about an axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, cos, identity, outer, sin, skew, zeros
from linkwright.model.joints.contract import (
    OneFreedom,
    Subspace,
    frame_with_z_along,
    is_constant,
    unit_axis_index,
)
from linkwright.spatial.rotation import AxisTurn, MatrixTurn, Rotation, Turn


@dataclass(frozen=True, eq=False)
class Revolute(OneFreedom):
    """Rotation by q + zero about a unit axis; q in rad.

    ``zero`` is the angle that reframing moved into the joint.
    """

    axis: Array
    zero: Any = 0.0
    type_name = "revolute"

    @property
    def subspace(self) -> Subspace:
        """Angular velocity along the axis."""
        return ((self.axis, zeros(3)),)

    def motion(self, q: Array) -> tuple[Rotation, Array]:
        """Return the turn about the axis."""
        return Rotation.of(*axis_turns(self.axis, q[0] + self.zero)), zeros(3)


def axis_turns(axis: Array, angle: Any) -> tuple[Turn, ...]:
    """Return the rotation by an angle about any unit axis, as turns.

    About a coordinate axis one plane turn; about another constant axis Q Rz Q^T with a
    constant Q; about an axis that is itself a variable Rodrigues' formula.
    """
    along = unit_axis_index(axis)
    if along is not None:
        index, direction = along
        return (AxisTurn(index, cos(angle), direction * sin(angle)),)
    if is_constant(axis):
        frame = frame_with_z_along(axis)
        z_turn = AxisTurn(2, cos(angle), sin(angle))
        return (MatrixTurn(frame), z_turn, MatrixTurn(frame.T))
    c, s = cos(angle), sin(angle)
    matrix = identity(3) * c + skew(axis) * s + outer(axis, axis) * (1.0 - c)
    return (MatrixTurn(matrix),)
