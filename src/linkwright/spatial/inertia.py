"""The ten inertial parameters of a body about its frame's origin.

    m,   h = m c,   J = integral of x x^T dm

J is the second moment; the usual inertia matrix about the origin is tr(J) 1 - J. With
it, shifts and turns are plain polynomials, and the rate of angular momentum is the
vector of a product (see `newton_euler`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array, identity, outer, trace_of, zeros
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True, eq=False)
class Inertia:
    """Mass [kg], first moment h [kg m] (3,) and second moment J [kg m^2] (3, 3)."""

    mass: Any
    first_moment: Array
    second_moment: Array

    @staticmethod
    def massless() -> Inertia:
        """Return the inertia of a body without mass."""
        return Inertia(0.0, zeros(3), zeros(3, 3))

    @property
    def is_nothing(self) -> bool:
        """Whether all ten parameters are the constant zero."""
        numbers = (self.mass, *self.first_moment, *self.second_moment.entries)
        return all(x.__class__ is float and x == 0.0 for x in numbers)

    @staticmethod
    def about_center(mass: Any, center: Array, inertia: Array) -> Inertia:
        """Return the parameters of a body given m, c and its inertia about c.

        J = (tr(I)/2) 1 - I + m c c^T, I with tensor signs.
        """
        central = identity(3) * (0.5 * trace_of(inertia)) - inertia
        return Inertia(mass, center * mass, central + outer(center, center) * mass)

    def __add__(self, other: Inertia) -> Inertia:
        return Inertia(
            self.mass + other.mass,
            self.first_moment + other.first_moment,
            self.second_moment + other.second_moment,
        )

    def __sub__(self, other: Inertia) -> Inertia:
        return Inertia(
            self.mass - other.mass,
            self.first_moment - other.first_moment,
            self.second_moment - other.second_moment,
        )

    def turned(self, rotation: Rotation) -> Inertia:
        """Return the same body in components of the rotation's parent frame."""
        return Inertia(
            self.mass,
            rotation.apply(self.first_moment),
            rotation.congruence(self.second_moment),
        )

    def shifted(self, p: Array) -> Inertia:
        """Return the same body about an origin at -p: every x becomes x + p.

        J + u p^T + p u^T with u = h + m p / 2; symmetric, so six entries.
        """
        u = self.first_moment + p * (self.mass * 0.5)
        rows: list[list[Any]] = [[0.0] * 3 for _ in range(3)]
        for r in range(3):
            for c in range(r, 3):
                moment = u[r] * p[c] + p[r] * u[c]
                rows[r][c] = rows[c][r] = self.second_moment[r, c] + moment
        h = self.first_moment + p * self.mass
        return Inertia(self.mass, h, Array.matrix(rows))

    def matrix(self) -> Array:
        """Return the inertia matrix about the origin, tr(J) 1 - J."""
        return trace_less(self.second_moment)

    def angular(self, w: Array) -> Array:
        """Return (tr(J) 1 - J) w, the angular momentum of a turn about the origin."""
        return self.matrix() @ w


def trace_less(j: Array) -> Array:
    """Return tr(J) 1 - J for any J: each diagonal entry the sum of the other two."""
    x, y, z = j[0, 0], j[1, 1], j[2, 2]
    return Array.matrix(
        [
            [y + z, -j[0, 1], -j[0, 2]],
            [-j[1, 0], x + z, -j[1, 2]],
            [-j[2, 0], -j[2, 1], x + y],
        ]
    )
