"""A ball joint: the body turns freely about a point."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.expr import Array, identity, zeros
from linkwright.model.joints.contract import Subspace
from linkwright.spatial.quaternion import (
    conjugate,
    exponential,
    logarithm,
    matrix_of,
    normalised,
    product,
    rate_matrix,
)
from linkwright.spatial.rotation import MatrixTurn, Rotation


@dataclass(frozen=True)
class Spherical:
    """Rotation by a quaternion x y z w; velocity is angular, in the body's frame."""

    type_name = "spherical"
    coordinate_suffixes: tuple[str, ...] = (".x", ".y", ".z", ".w")
    velocity_suffixes: tuple[str, ...] = (".wx", ".wy", ".wz")
    neutral: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0)

    @property
    def subspace(self) -> Subspace:
        """Angular velocity along each body axis."""
        return tuple((e, zeros(3)) for e in identity(3))

    def motion(self, q: Array) -> tuple[Rotation, Array]:
        """Return the quaternion's rotation."""
        return Rotation((MatrixTurn(matrix_of(q)),)), zeros(3)

    def rate_matrix(self, q: Array) -> Array:
        """Return N (4, 3)."""
        return rate_matrix(q)

    def integrate(self, q: Array, step: Array) -> Array:
        """Return q turned by the rotation vector, in the body's frame."""
        return normalised(product(q, exponential(step)))

    def difference(self, start: Array, end: Array) -> Array:
        """Return the rotation vector from start to end, in start's frame."""
        turn = product(conjugate(normalised(start)), normalised(end))
        return logarithm(turn)
