"""The 6 by 6 inertia of a body with joints hanging on it, as three 3 by 3 blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.newton_euler import Wrench
from linkwright.expr import Array, identity, skew
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True, eq=False)
class ArticulatedInertia:
    """torque = A wd + B pdd;  force = B' wd + C pdd;  A and C symmetric."""

    A: Array
    B: Array
    C: Array

    @staticmethod
    def of(inertia: Inertia) -> ArticulatedInertia:
        """Return a rigid body's."""
        return ArticulatedInertia(
            inertia.matrix(),
            skew(inertia.first_moment),
            identity(3) * inertia.mass,
        )

    def __add__(self, other: ArticulatedInertia) -> ArticulatedInertia:
        return ArticulatedInertia(self.A + other.A, self.B + other.B, self.C + other.C)

    def wrench(self, wd: Array, pdd: Array) -> Wrench:
        """Return what the accelerations need."""
        return Wrench(self.B.T @ wd + self.C @ pdd, self.A @ wd + self.B @ pdd)

    def without(
        self, U: Wrench, scaled: Wrench, freedom: tuple[Array, Array] | None = None
    ) -> ArticulatedInertia:
        """Return I - U U'/D, with ``scaled`` = U/D.

        ``freedom`` is the motion that U belongs to: along it the result is zero, and
        where that is a coordinate direction the zeros are written as such.
        """
        free = [True] * 6 if freedom is None else _not_along(freedom)
        angular, linear = free[:3], free[3:]
        return ArticulatedInertia(
            _less_symmetric(self.A, scaled.torque, U.torque, angular),
            Array(
                (
                    self.B[i, j] - scaled.torque[i] * U.force[j]
                    if angular[i] and linear[j]
                    else 0.0
                    for i in range(3)
                    for j in range(3)
                ),
                3,
            ),
            _less_symmetric(self.C, scaled.force, U.force, linear),
        )

    def from_parent(self, R: Rotation, p: Array) -> ArticulatedInertia:
        """Return X' I X, the same inertia seen from the parent.

        C' = C;  B' = B + p~ C;  A' = A + p~ B^T - B' p~, of which half is formed.
        """
        a, b, c = R.congruence(self.A), R.similarity(self.B), R.congruence(self.C)
        s = skew(p)
        moved = b + s @ c
        x, y = s @ b.T, moved @ s
        rows: list[list[Any]] = [[0.0] * 3 for _ in range(3)]
        for i in range(3):
            for j in range(i, 3):
                rows[i][j] = rows[j][i] = a[i, j] + (x[i, j] - y[i, j])
        return ArticulatedInertia(Array.matrix(rows), moved, c)


def _less_symmetric(block: Array, scaled: Array, u: Array, free: list[bool]) -> Array:
    rows: list[list[Any]] = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(i, 3):
            if free[i] and free[j]:
                rows[i][j] = rows[j][i] = block[i, j] - scaled[i] * u[j]
    return Array.matrix(rows)


def _not_along(freedom: tuple[Array, Array]) -> list[bool]:
    """Return, for each of the six directions, whether the freedom leaves it alone."""
    entries = (*freedom[0], *freedom[1])
    used = [i for i, x in enumerate(entries) if x.__class__ is not float or x != 0.0]
    along = len(used) == 1
    return [not (along and i in used) for i in range(6)]
