"""Energies, momentum and the centroidal momentum matrix.

[Orin2013] D. Orin, A. Goswami, S. Lee: Centroidal dynamics of a humanoid robot.
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.composite_body import momentum
from linkwright.algorithms.jacobian import center_of_mass
from linkwright.algorithms.kinematics import (
    axes_in_world,
    forward_kinematics,
    kinematics_from_first_root,
)
from linkwright.algorithms.newton_euler import relative_velocity
from linkwright.expr import Array, cross, dot, zeros
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.rotation import MatrixTurn, Rotation


def kinetic_energy(model: Model, q: Array, v: Array) -> Any:
    """T = sum of (p . v + l . w) / 2 over bodies [J], plus the drives' armatures.

    Velocities and momenta in each body's own axes, about its origin.
    """
    energy: Any = 0.0
    velocities: list[tuple[Array, Array]] = []
    for link in model.links:
        R, p = link.placement(q)
        r, u = relative_velocity(link, link.velocities(v))
        if link.parent != WORLD:
            w_p, v_p = velocities[link.parent]
            r = r + R.apply_inverse(w_p)
            u = u + R.apply_inverse(v_p + cross(w_p, p))
        velocities.append((r, u))
        m = momentum(link.inertia, r, u)
        energy = energy + dot(m.force, u) + dot(m.torque, r)
        for index, ratio, _, _ in link.freedoms:
            spinning = v[index] * ratio
            energy = energy + link.armature * (spinning * spinning)
    return energy * 0.5


def potential_energy(model: Model, q: Array) -> Any:
    """V = -g . sum(m c) [J], zero with the centre of mass at the world's origin."""
    _, moment = center_of_mass(model, forward_kinematics(model, q))
    return -dot(model.gravity, moment)


def centroidal_momentum_matrix(model: Model, q: Array) -> Array:
    """A (6, nv): linear momentum, and angular momentum about the centre of mass.

    (p, l) = A v in the world's axes [Orin2013, Eq. 13]: the momentum of joint j's
    composite body under its unit motion, taken about the common centre of mass.
    """
    poses = kinematics_from_first_root(model, q)
    mass, moment = center_of_mass(model, poses)
    center = moment / mass
    composite = []
    for link, pose in zip(model.links, poses, strict=True):
        turn = Rotation.of(MatrixTurn(pose.R))
        composite.append(link.inertia.turned(turn).shifted(pose.O - center))
    for k in reversed(range(len(model.links))):
        parent = model.links[k].parent
        if parent != WORLD:
            composite[parent] = composite[parent] + composite[k]
    columns: list[tuple[Array, Array]] = [(zeros(3), zeros(3))] * model.nv
    for link, pose, body in zip(model.links, poses, composite, strict=True):
        for index, ratio, z, u in axes_in_world(link, pose):
            at_center = u + cross(pose.O - center, z)
            m = momentum(body, z, at_center)
            p, angular = columns[index]
            columns[index] = (p + m.force * ratio, angular + m.torque * ratio)
    return Array.matrix((*p, *angular) for p, angular in columns).T
