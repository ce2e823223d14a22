"""The floating base of a branch  [IMPACT Eqs. 10-12]."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.algorithms.branches.branch import Branch
from linkwright.algorithms.branches.joint_matrices import combination, transform
from linkwright.expr import Array, zeros
from linkwright.model.tree import Link
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True, eq=False)
class Base:
    """Where a branch begins.

    Attributes:
        slides: links of the base's own coordinates X_k, none where it stands fast.
        axes: of the slides, in the reference frame.
        E_0: place of the first joint (4, 4).
        U3: dE_0/dX_k, one for each slide.
    """

    slides: tuple[Link, ...]
    axes: tuple[Array, ...]
    E_0: Array
    U3: tuple[Array, ...]

    def rate(self, rates: Array | None) -> Array:
        """Return E_0' = sum of U3_k X_k', or E_0'' of accelerations."""
        if rates is None or not self.slides:
            return zeros(4, 4)
        return combination(self.U3, self.of_slides(rates))

    def of_slides(self, rates: Array) -> Array:
        """Return the slides' entries of the robot's velocities or accelerations."""
        return Array(rates[link.v_index] for link in self.slides)


def base_of(branch: Branch, q: Array) -> Base:
    """Return the base of a branch at q."""
    turn, p = Rotation(()), zeros(3)
    axes: list[Array] = []
    for link in branch.slides:
        R, shift = link.placement(q)
        p = p + turn.apply(shift)
        turn = turn.then(R)
        axes.append(turn.apply(link.joint.subspace[0][1]))
    place = transform(turn.matrix(), p + turn.apply(branch.links[0].position))
    return Base(branch.slides, tuple(axes), place, tuple(map(_shift, axes)))


def _shift(axis: Array) -> Array:
    """Return [0 u; 0 0]."""
    rows = [(0.0, 0.0, 0.0, x) for x in axis]
    return Array.matrix([*rows, (0.0, 0.0, 0.0, 0.0)])
