"""How the operators change as the robot moves: B', H', Omega.

KUKA Eqs. 38, 39, 47, 48, as in the errata (K2, K3): the tilde spans the whole bracket.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.algorithms.spatial_operator.operators import (
    Body,
    Operators,
    Spatial,
    nothing,
)
from linkwright.expr import Array, cross, zeros
from linkwright.model.tree import WORLD


@dataclass(frozen=True, eq=False)
class Rates:
    """A body's angular velocity, and what follows from it.

    Attributes:
        w: w_j = w_i + h q'.
        r_ij_rate: of the vector between the centres, w_i~ r_ij + (H_j q')_linear.
        H_rate: H_j' q', the acceleration that turning axes add.
    """

    body: Body
    w: Array
    r_ij_rate: Array
    H_rate: Spatial

    def B_rate(self, V: Spatial) -> Spatial:
        """Return B_ij' V_i = -(r_ij')~ w_i  [KUKA Eq. 38]."""
        return Spatial(cross(V.angular, self.r_ij_rate), zeros(3))

    def turned(self, column: Spatial) -> Spatial:
        """Return the rate of a column of H_j, which body j carries along [Eq. 39]."""
        return Spatial(cross(self.w, column.linear), cross(self.w, column.angular))

    def Omega(self, V: Spatial) -> Spatial:  # noqa: N802
        """Return Omega_j V = -w~ J w of the angular part  [KUKA Eq. 47]."""
        return Spatial(zeros(3), -cross(self.w, self.body.J @ V.angular))


def rates_of(operators: Operators, v: Array) -> list[Rates]:
    """Return the rates at velocities v (nv,), body by body."""
    found: list[Rates] = []
    for body in operators.bodies:
        joint = body.moved(v)
        above = zeros(3) if body.parent == WORLD else found[body.parent].w
        w = above + joint.angular
        r_ij_rate = zeros(3)
        if body.parent != WORLD:
            r_ij_rate = cross(above, body.r_ij) + joint.linear
        # The columns are constant in the body: H' q' = w x (H q').
        H_rate = Spatial(cross(w, joint.linear), cross(w, joint.angular))
        found.append(Rates(body, w, r_ij_rate, H_rate if body.H else nothing()))
    return found
