"""The inertial-parameter regressor:  tau = Y(q, v, a) pi.

[Atkeson1986] C. Atkeson, C. An, J. Hollerbach: Estimation of inertial parameters.
pi lists for each body m, h = m c (3), and the inertia matrix about the body's origin
as xx, xy, yy, xz, yz, zz (tensor signs). Armature is not part of it.
"""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.newton_euler import BodyMotion, Wrench, body_motion
from linkwright.expr import Array, cross, dot, identity, zeros
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.inertia import Inertia

PARAMETER_NAMES = ("m", "hx", "hy", "hz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
_INERTIA_ENTRIES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))


def regressor(model: Model, q: Array, v: Array, a: Array) -> Array:
    """Y (nv, 10 bodies) with tau = Y pi [Atkeson1986, Eq. 11], on the spanning tree."""
    motion = list(body_motion(model, q, v, a))
    bodies = [k for k, link in enumerate(model.links) if not link.hidden]
    rows: list[list[Any]] = [[0.0] * (10 * len(bodies)) for _ in range(model.nv)]
    for place, k in enumerate(bodies):
        for parameter, wrench in enumerate(unit_wrenches(motion[k])):
            column = 10 * place + parameter
            for j in model.ancestors(k):
                for index, ratio, angular, linear in model.links[j].freedoms:
                    power = dot(angular, wrench.torque) + dot(linear, wrench.force)
                    rows[index][column] = rows[index][column] + ratio * power
                if model.links[j].parent != WORLD:
                    force = motion[j].R.apply(wrench.force)
                    arm = cross(motion[j].p, force)
                    wrench = Wrench(force, motion[j].R.apply(wrench.torque) + arm)
    return Array.matrix(rows)


def unit_wrenches(motion: BodyMotion) -> list[Wrench]:
    """Return the wrench that a unit of each parameter needs, body frame, origin.

    force = m pdd + U h;  torque = h x pdd + I wd + w x (I w).
    """
    wrenches = [Wrench(motion.pdd, zeros(3))]
    for i, e in enumerate(identity(3)):
        wrenches.append(Wrench(motion.U.column(i), cross(e, motion.pdd)))
    for r, c in _INERTIA_ENTRIES:
        unit = Array(
            (
                1.0 if (i, j) in ((r, c), (c, r)) else 0.0
                for i in range(3)
                for j in range(3)
            ),
            3,
        )
        torque = unit @ motion.wd + cross(motion.w, unit @ motion.w)
        wrenches.append(Wrench(zeros(3), torque))
    return wrenches


def inertial_parameters(model: Model) -> list[Any]:
    """Return pi, ten entries for each body."""
    values: list[Any] = []
    for link in model.links:
        if not link.hidden:
            values += _parameters(link.inertia)
    return values


def _parameters(inertia: Inertia) -> list[Any]:
    matrix = inertia.matrix()
    entries = [matrix[r, c] for r, c in _INERTIA_ENTRIES]
    return [inertia.mass, *inertia.first_moment, *entries]
