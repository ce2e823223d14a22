"""The KUKA as seven free bodies with five constraints a hinge, from the paper's tables.

Nothing is shared with linkwright's robot, not even its file: centroidal frames, joint
points and axes stand here as the appendix prints them (link 7 turns by q7, errata K6).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from kuka_problem import DAMPING, DURATION, START, STIFFNESS, trajectory
from reference_solutions.absolute_coordinates import (
    AbsoluteRun,
    Assembly,
    FreeBody,
    simulate,
)
from scipy.spatial.transform import Rotation

Array = np.ndarray
GRAVITY = (0.0, -9.81, 0.0)  # value assumed, errata K10
# Frames C_ij, C_ji as turns about moving axes; heights of s_ij and s_ji along z [m].
_SAME, _SIDEWAYS = ("ZY", (0.0, 0.0)), ("ZY", (np.pi / 2, -np.pi / 2))
_UPRIGHT = ("XZ", (-np.pi / 2, -np.pi / 2))
_JOINTS = (
    (_UPRIGHT, _SAME, 0.0, -0.2105),
    (_SIDEWAYS, _SIDEWAYS, 0.1, -0.1),
    (_SAME, _SAME, 0.1, -0.1),
    (_SIDEWAYS, _SIDEWAYS, 0.1, -0.0975),
    (_SAME, _SAME, 0.0975, -0.0975),
    (_SIDEWAYS, _SIDEWAYS, 0.0975, 0.0),
    (_SAME, _SAME, 0.0, -0.0309),
)
# Masses [kg] and principal moments of inertia [kg m^2], Table 2.
_LINKS = (
    *((3.0, (1.27e-2, 1.27e-2, 5.4e-3)),) * 3,
    *((2.5, (1.017e-3, 4.5e-3, 4.5e-3)),) * 2,
    (1.0, (1.44e-3, 1.44e-3, 1.44e-3)),
    (0.5, (3.66e-4, 3.66e-4, 2.25e-4)),
)


def bodies() -> tuple[FreeBody, ...]:
    """Return the links as free bodies with the hinges that hold them."""
    found = []
    for j, ((C_ij, C_ji, s_ij, s_ji), (mass, J)) in enumerate(
        zip(_JOINTS, _LINKS, strict=True)
    ):
        on_parent, on_body = _matrix(C_ij), _matrix(C_ji)
        found.append(
            FreeBody(
                mass,
                np.diag(J),
                j - 1,
                np.array([0.0, 0.0, s_ij]),
                np.array([0.0, 0.0, s_ji]),
                on_body[:, 2],
                on_parent[:, 0],
                on_parent[:, 1],
                on_body[:, 0],
            )
        )
    return tuple(found)


def placed(q: Array) -> tuple[Array, Array]:
    """Return centres (7, 3) and quaternions x y z w (7, 4) at joint angles."""
    A, r = np.eye(3), np.zeros(3)
    centers, quaternions = [], []
    for angle, (C_ij, C_ji, s_ij, s_ji) in zip(q, _JOINTS, strict=True):
        turn = Rotation.from_euler("Z", angle).as_matrix()
        above = r + A[:, 2] * s_ij
        A = A @ _matrix(C_ij) @ turn @ _matrix(C_ji).T
        r = above - A[:, 2] * s_ji
        centers.append(r)
        quaternions.append(Rotation.from_matrix(A).as_quat())
    return np.array(centers), np.array(quaternions)


def torques(t: Any, angles: Array, rates: Array) -> Array:
    """Return the PD controllers' torques, Eq. 32."""
    q, v = (x.reshape(*np.shape(t), 7) for x in trajectory(np.ravel(t))[:2])
    return np.array(STIFFNESS) * (q - angles) + np.array(DAMPING) * (v - rates)


def simulated(times: Array, tolerance: float) -> AbsoluteRun:
    """Return the motion at times, of which the first is 0."""
    assembly = Assembly(bodies(), np.array(GRAVITY), torques)
    assert times[0] == 0.0 and times[-1] <= DURATION
    return simulate(assembly, *placed(START), times, tolerance)


def _matrix(turns: tuple[str, tuple[float, ...]]) -> Array:
    return Rotation.from_euler(*turns).as_matrix()
