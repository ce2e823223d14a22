"""The operators of a tree at a configuration: B, H and M, body by body.

KUKA Eqs. 2-8, 36, 37, 45, 46, for any joint. A body's frame has the world's axes and
its origin at the centre of mass (of a massless body: at its joint). i is the body that
j hangs on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linkwright.algorithms.kinematics import kinematics_from_roots
from linkwright.expr import Array, cross, dot, equal, where, zeros
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.rotation import MatrixTurn, Rotation


@dataclass(frozen=True, eq=False)
class Spatial:
    """Six components: of a motion (r', w) or of a force (f, n), linear ones first."""

    linear: Array
    angular: Array

    def __add__(self, other: Spatial) -> Spatial:
        return Spatial(self.linear + other.linear, self.angular + other.angular)

    def __sub__(self, other: Spatial) -> Spatial:
        return Spatial(self.linear - other.linear, self.angular - other.angular)

    def __mul__(self, scale: Any) -> Spatial:
        return Spatial(self.linear * scale, self.angular * scale)


def power(motion: Spatial, force: Spatial) -> Any:
    """Return motion' force."""
    return dot(motion.linear, force.linear) + dot(motion.angular, force.angular)


def nothing() -> Spatial:
    """Return zeros."""
    return Spatial(zeros(3), zeros(3))


@dataclass(frozen=True, eq=False)
class Body:
    """A body of the tree in terms of the operators.

    Attributes:
        parent: index of body i, or WORLD.
        A: rotation to the world (3, 3).
        center: of mass, from the body's origin.
        r_ij: from the centre of i to that of j; zero where i is the world.
        H: for each of the joint's freedoms the index of its velocity, and its column.
        mass: m_j.
        J: inertia about the centre of mass (3, 3).
        armature: inertia of the drive at each freedom.
    """

    parent: int
    A: Array
    center: Array
    r_ij: Array
    H: tuple[tuple[int, Spatial], ...]
    mass: Any
    J: Array
    armature: tuple[Any, ...]

    def B(self, V: Spatial) -> Spatial:
        """Return B_ij V_i: body i's motion at the centre of j [KUKA Eq. 36]."""
        return Spatial(V.linear + cross(V.angular, self.r_ij), V.angular)

    def B_transposed(self, F: Spatial) -> Spatial:
        """Return B_ij' F: a force on j as felt at the centre of i."""
        return Spatial(F.linear, F.angular + cross(self.r_ij, F.linear))

    def M(self, motion: Spatial) -> Spatial:
        """Return M_j times a motion [KUKA Eq. 45]."""
        return Spatial(motion.linear * self.mass, self.J @ motion.angular)

    def moved(self, rates: Array) -> Spatial:
        """Return H_j times the joint's velocities, or its accelerations."""
        total = nothing()
        for index, column in self.H:
            total = total + column * rates[index]
        return total


@dataclass(frozen=True, eq=False)
class Operators:
    """The bodies of a tree, parents first."""

    model: Model
    bodies: tuple[Body, ...]

    @cached_property
    def columns(self) -> list[dict[int, Spatial]]:
        """Phi H: for each body its motion per velocity [KUKA Eqs. 11, 42].

        (Phi H)_j = B_ij (Phi H)_i + H_j.
        """
        found: list[dict[int, Spatial]] = []
        for body in self.bodies:
            above = {} if body.parent == WORLD else found[body.parent]
            columns = {k: body.B(x) for k, x in above.items()}
            for index, column in body.H:
                columns[index] = columns.get(index, nothing()) + column
            found.append(columns)
        return found


def operators(model: Model, q: Array) -> Operators:
    """Return the operators at q (nq,)."""
    poses = kinematics_from_roots(model, q)
    centers: list[Array] = []
    bodies: list[Body] = []
    for pose, link in zip(poses, model.links, strict=True):
        inertia = link.inertia
        local = _center(inertia)
        center = pose.R @ local
        centers.append(pose.O + center)
        r_ij = zeros(3)
        if link.parent != WORLD:
            r_ij = centers[-1] - centers[link.parent]
        columns = []
        for index, ratio, angular, linear in link.freedoms:
            h = pose.R @ angular
            # -h~ s_ji, s_ji from the centre to the joint; and the joint's own slide.
            at_center = cross(h, center) + pose.R @ linear
            columns.append((index, Spatial(at_center, h) * ratio))
        about_center = inertia.shifted(-local)
        turn = Rotation.of(MatrixTurn(pose.R))
        J = turn.congruence(about_center.matrix())
        armature = tuple(
            link.armature * (ratio * ratio) for _, ratio, _, _ in link.freedoms
        )
        bodies.append(
            Body(
                link.parent,
                pose.R,
                center,
                r_ij,
                tuple(columns),
                inertia.mass,
                J,
                armature,
            )
        )
    return Operators(model, tuple(bodies))


def armatures(operators: Operators) -> dict[int, Any]:
    """Return the drives' inertia by velocity, which stands on the diagonal of D."""
    total: dict[int, Any] = {}
    for body in operators.bodies:
        for (index, _), inertia in zip(body.H, body.armature, strict=True):
            total[index] = total.get(index, 0.0) + inertia
    return total


def _center(inertia: Inertia) -> Array:
    """Return the centre of mass; the origin where there is none, now or ever."""
    mass = inertia.mass
    if mass.__class__ is not float:  # varied, and perhaps to zero
        mass = where(equal(mass, 0.0), 1.0, mass)
    if mass.__class__ is float and mass == 0.0:
        return zeros(3)
    return inertia.first_moment / mass
