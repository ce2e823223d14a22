"""Whether every independent joint of a mechanism moves mass, dependent ones included.

With s' = -J_s^+ J_q v the mass matrix of the independent joints is G' M G; where one of
them moves no mass, elimination leaves nothing of its entry.
"""

from __future__ import annotations

import numpy as np

from linkwright.algorithms.composite_body import mass_matrix_in_body_frames
from linkwright.description import Joint
from linkwright.errors import NumericalError
from linkwright.expr import Array
from linkwright.model.mechanism import Mechanism
from linkwright.robot.assembly import Assembly
from linkwright.robot.certain_mass import matrix
from linkwright.robot.loop_numbers import RANK, constraint_jacobian
from linkwright.robot.moved_mass import NEED_MOVED_MASS, check_masses

_ELIMINATED = 1e-12


def check_mechanism_masses(
    quantity: str,
    mechanism: Mechanism,
    assembly: Assembly,
    joints: tuple[Joint, ...],
) -> None:
    """Refuse a quantity that has no answer for the mechanism's masses."""
    if quantity not in NEED_MOVED_MASS:
        check_masses(quantity, mechanism.tree, joints)
        return
    y = (assembly.samples or (assembly.reference,))[-1]
    M = matrix(mass_matrix_in_body_frames(mechanism.tree, Array(y.tolist())))
    G = _embedding(mechanism, y)
    left = G.T @ M @ G
    scale = np.diag(left).copy()
    for k in reversed(range(mechanism.nv)):
        if scale[k] <= 0.0 or left[k, k] <= _ELIMINATED * scale[k]:
            raise _immovable(mechanism, joints, k)
        left = left - np.outer(left[:, k], left[k]) / left[k, k]


def _embedding(mechanism: Mechanism, y: np.ndarray) -> np.ndarray:
    nv = mechanism.nv
    if not mechanism.dependents:
        return np.eye(nv)
    J = constraint_jacobian(mechanism, y)
    return np.vstack([np.eye(nv), -np.linalg.pinv(J[:, nv:], RANK) @ J[:, :nv]])


def _immovable(
    mechanism: Mechanism, joints: tuple[Joint, ...], index: int
) -> NumericalError:
    name = mechanism.velocity_names[index]
    place = next((j.place for j in joints if name.startswith(j.name)), None)
    return NumericalError(
        f"joint '{name}' moves no mass that others do not move as well: no force gives"
        " it a definite acceleration",
        place=place,
        expectation="Forward dynamics needs mass, or an armature, beyond every joint;"
        " kinematics and inverse dynamics do not.",
        remedy="Give what the joint moves a mass, give the joint an armature, or lock"
        " it.",
    )
