"""No joint at all: the body floats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.expr import (
    Array,
    cosc_of_square,
    cross,
    dot,
    identity,
    less,
    polynomial,
    sinc_of_square,
    where,
    zeros,
)
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
class Free:
    """Position in the joint's frame, then a quaternion x y z w.

    Velocity is linear then angular, both in the body's frame.
    """

    type_name = "free"
    coordinate_suffixes: tuple[str, ...] = (
        ".px",
        ".py",
        ".pz",
        ".x",
        ".y",
        ".z",
        ".w",
    )
    velocity_suffixes: tuple[str, ...] = (".vx", ".vy", ".vz", ".wx", ".wy", ".wz")
    neutral: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)

    @property
    def subspace(self) -> Subspace:
        """Linear velocity along, then angular velocity about, each body axis."""
        linear = tuple((zeros(3), e) for e in identity(3))
        angular = tuple((e, zeros(3)) for e in identity(3))
        return linear + angular

    def motion(self, q: Array) -> tuple[Rotation, Array]:
        """Return the quaternion's rotation and the position."""
        return Rotation((MatrixTurn(matrix_of(q[3:])),)), q[:3]

    def rate_matrix(self, q: Array) -> Array:
        """Return N (7, 6): the rotated linear velocity, the quaternion's rate."""
        r = matrix_of(q[3:])
        turn = rate_matrix(q[3:])
        upper = [(*r.rows[i], 0.0, 0.0, 0.0) for i in range(3)]
        lower = [(0.0, 0.0, 0.0, *row) for row in turn.rows]
        return Array.matrix(upper + lower)

    def integrate(self, q: Array, step: Array) -> Array:
        """Return q moved along the screw (step's linear and angular part).

        p + R V(w) v with V = 1 + b [w]x + c [w]x^2,
        b = (1 - cos t)/t^2, c = (t - sin t)/t^3, t = |w|.
        """
        v, w = step[:3], step[3:]
        square = dot(w, w)
        b, c = cosc_of_square(square), _sine_defect(square)
        wv = cross(w, v)
        moved = v + wv * b + cross(w, wv) * c
        position = q[:3] + matrix_of(q[3:]) @ moved
        return Array((*position, *normalised(product(q[3:], exponential(w)))))

    def difference(self, start: Array, end: Array) -> Array:
        """Return the screw from start to end, in start's frame.

        V^-1 = 1 - [w]x / 2 + d [w]x^2,
        d = (1 - (t/2) cot(t/2)) / t^2 = (1 - a / (2 b)) / t^2, a = sin t / t.
        """
        turn = product(conjugate(normalised(start[3:])), normalised(end[3:]))
        w = logarithm(turn)
        moved = matrix_of(start[3:]).T @ (end[:3] - start[:3])
        square = dot(w, w)
        wp = cross(w, moved)
        linear = moved - wp * 0.5 + cross(w, wp) * _inverse_defect(square)
        return Array((*linear, *w))


# (x - sin x)/x^3 in x^2 for |x| <= 1/2, the next term below 1e-19.
_DEFECT = (1 / 6, -1 / 120, 1 / 5040, -1 / 362880, 1 / 39916800, -1 / 6227020800)
# (1 - (x/2) cot(x/2))/x^2 in x^2: Bernoulli numbers |B_2k| / (2k)!.
_INVERSE = (
    1 / 12,
    1 / 720,
    1 / 30240,
    1 / 1209600,
    1 / 47900160,
    691 / 1307674368000,
    1 / 74724249600,
    3617 / 10670622842880000,
)


def _sine_defect(square: Any) -> Any:
    small = less(square, 0.25)
    guarded = where(small, 1.0, square)
    return where(
        small,
        polynomial(square, _DEFECT),
        (1.0 - sinc_of_square(guarded)) / guarded,
    )


def _inverse_defect(square: Any) -> Any:
    small = less(square, 0.25)
    guarded = where(small, 1.0, square)
    ratio = sinc_of_square(guarded) / (2.0 * cosc_of_square(guarded))
    return where(small, polynomial(square, _INVERSE), (1.0 - ratio) / guarded)
