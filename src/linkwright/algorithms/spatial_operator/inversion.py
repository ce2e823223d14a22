"""Forward dynamics by the factors of D, without forming it.

With articulated inertias P, E = P H, d = H' P H, K = E d^-1 carried to the parent, and
Psi = (1 - (B - K H'))^-1,

    D^-1 = (1 - H' Psi' K)' d^-1 (1 - H' Psi' K),

so D^-1 T is one sweep from the tips inwards and one outwards ("fast algorithms for
mass matrix inversion", KUKA Sec. 2).
[RodriguezJainKreutz1991] A spatial operator algebra for manipulator modelling and
control, Secs. 5, 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.articulated_body import clusters
from linkwright.algorithms.articulated_inertia import ArticulatedInertia
from linkwright.algorithms.factorization import factorize
from linkwright.algorithms.newton_euler import Wrench
from linkwright.algorithms.spatial_operator.inverse import inverse_dynamics
from linkwright.algorithms.spatial_operator.matrices import mass_matrix
from linkwright.algorithms.spatial_operator.operators import (
    Operators,
    Spatial,
    nothing,
    operators,
    power,
)
from linkwright.expr import Array, identity, zeros
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.rotation import Rotation

_SAME_AXES = Rotation(())
Pivots = dict[int, Any]


def forward_dynamics(
    model: Model, q: Array, v: Array, tau: Array, external: list[Wrench] | None = None
) -> tuple[Array, Pivots]:
    """Accelerations D^-1 (T - C q' - G - Q) (nv,), and the pivots d by velocity.

    By the factors of D where coupled joints are siblings, else by D itself.
    """
    bias = inverse_dynamics(model, q, v, zeros(model.nv), external)
    groups = clusters(model)
    if groups is None:
        factors = factorize(mass_matrix(model, q), tuple(range(model.nv)))
        return factors.solve(tau - bias), factors.pivots
    factored = _factored(operators(model, q), groups)
    return factored.solve(tau - bias), factored.pivots


def mass_matrix_inverse(model: Model, q: Array) -> tuple[Array, Pivots]:
    """D^-1 (nv, nv), column by column, and the pivots."""
    n = model.nv
    groups = clusters(model)
    if groups is None:
        factors = factorize(mass_matrix(model, q), tuple(range(n)))
    else:
        factors = _factored(operators(model, q), groups)
    columns = [factors.solve(Array(row)) for row in identity(n).rows]
    entries = (columns[max(i, j)][min(i, j)] for i in range(n) for j in range(n))
    return Array(entries, n), factors.pivots


@dataclass(frozen=True, eq=False)
class _Step:
    """One velocity taken out.

    Attributes:
        index: of the velocity.
        parts: for each body it moves: the body, its column H, and P H.
        d: H' P H, the pivot.
    """

    index: int
    parts: tuple[tuple[int, Spatial, Spatial], ...]
    d: Any
    d_inverse: Any


@dataclass(frozen=True, eq=False)
class _Factored:
    """D in factors: for each joint, tips first, its bodies and its velocities' steps.

    Joints that follow one drive are one joint here (decision 19).
    """

    found: Operators
    joints: tuple[tuple[tuple[int, ...], tuple[_Step, ...]], ...]

    @property
    def pivots(self) -> Pivots:
        """The pivots by velocity."""
        return {step.index: step.d for _, steps in self.joints for step in steps}

    def solve(self, right: Array) -> Array:
        """Return D^-1 times a vector."""
        bodies = self.found.bodies
        felt = [nothing() for _ in bodies]
        left: dict[int, Any] = {}
        for links, steps in self.joints:  # inward: d^-1 (1 - H' Psi' ...) T
            for step in steps:
                e = right[step.index]
                for k, column, _ in step.parts:
                    e = e - power(column, felt[k])
                left[step.index] = e * step.d_inverse
                for k, _, along in step.parts:
                    felt[k] = felt[k] + along * left[step.index]
            for k in links:
                i = bodies[k].parent
                if i != WORLD:
                    felt[i] = felt[i] + bodies[k].B_transposed(felt[k])
        a: list[Any] = [0.0] * self.found.model.nv
        moved = [nothing() for _ in bodies]
        for links, steps in reversed(self.joints):  # outward: (1 - H' Psi' ...)'
            for k in links:
                if bodies[k].parent != WORLD:
                    moved[k] = bodies[k].B(moved[bodies[k].parent])
            for step in reversed(steps):
                before: Any = 0.0
                for k, _, along in step.parts:
                    before = before + power(along, moved[k])
                a[step.index] = left[step.index] - before * step.d_inverse
                for k, column, _ in step.parts:
                    moved[k] = moved[k] + column * a[step.index]
        return Array(a)


def _factored(found: Operators, groups: list[tuple[int, ...]]) -> _Factored:
    """Return the factors of D: P_i = M_i + sum of B' (P - E E'/d) B, tips first."""
    P = [
        ArticulatedInertia(body.J, zeros(3, 3), identity(3) * body.mass)
        for body in found.bodies
    ]
    joints = []
    for links in reversed(groups):
        take_out = _joint if len(links) == 1 else _siblings
        joints.append((links, take_out(found, links, P)))
    return _Factored(found, tuple(joints))


def _joint(
    found: Operators, links: tuple[int, ...], P: list[ArticulatedInertia]
) -> tuple[_Step, ...]:
    """Take a joint's velocities out one by one; hand on what the parent feels."""
    (k,) = links
    body, left = found.bodies[k], P[k]
    steps = []
    for (index, column), armature in zip(body.H, body.armature, strict=True):
        along = _along(left, column)
        d = power(column, along) + armature
        steps.append(_Step(index, ((k, column, along),), d, 1.0 / d))
        left = _without(left, along, steps[-1].d_inverse)
    if body.parent != WORLD:
        P[body.parent] = P[body.parent] + left.from_parent(_SAME_AXES, body.r_ij)
    return tuple(steps)


def _siblings(
    found: Operators, links: tuple[int, ...], P: list[ArticulatedInertia]
) -> tuple[_Step, ...]:
    """Take out one velocity of several joints on one body."""
    parts = []
    felt = nothing()
    d: Any = 0.0
    index = found.bodies[links[0]].H[0][0]
    parent = found.bodies[links[0]].parent
    for k in links:
        body = found.bodies[k]
        ((_, column),), (armature,) = body.H, body.armature
        along = _along(P[k], column)
        d = d + power(column, along) + armature
        parts.append((k, column, along))
        felt = felt + body.B_transposed(along)
        if parent != WORLD:
            P[parent] = P[parent] + P[k].from_parent(_SAME_AXES, body.r_ij)
    step = _Step(index, tuple(parts), d, 1.0 / d)
    if parent != WORLD:
        P[parent] = _without(P[parent], felt, step.d_inverse)
    return (step,)


def _along(P: ArticulatedInertia, column: Spatial) -> Spatial:
    """Return E = P H."""
    wrench = P.wrench(column.angular, column.linear)
    return Spatial(wrench.force, wrench.torque)


def _without(
    P: ArticulatedInertia, along: Spatial, d_inverse: Any
) -> ArticulatedInertia:
    """Return P - E E'/d."""
    scaled = along * d_inverse
    return P.without(
        Wrench(along.linear, along.angular), Wrench(scaled.linear, scaled.angular)
    )
