"""Whether every joint moves mass: without it, no force gives a definite acceleration.

M of a robot is positive definite where its bodies are solid. Massless bodies, points
and rods may make it singular, everywhere or nowhere: one configuration tells.
"""

from __future__ import annotations

import math

import numpy as np

from linkwright.algorithms.composite_body import mass_matrix_in_body_frames
from linkwright.algorithms.definite import ROUNDING, pivot_scales
from linkwright.algorithms.dense_solution import elimination_order
from linkwright.description import Joint
from linkwright.errors import NumericalError
from linkwright.expr import Array
from linkwright.model import Model
from linkwright.robot.certain_mass import is_solid, matrix

_NEED_MASS = (
    "center_of_mass",
    "center_of_mass_jacobian",
    "center_of_mass_jacobian_rate",
    "centroidal_momentum_matrix",
    "centroidal_momentum_matrix_rate",
    "momentum",
)
NEED_MOVED_MASS = (
    "loop_motion",
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "mass_matrix_inverse",
    "solve_mass_matrix",
    "operational_inertia",
)
# Of a joint's own entry of M: what elimination of the joints beyond it leaves of a
# zero. A chain of 60 solid bodies keeps 1e-6.
_ELIMINATED = 1e-12


def needs_mass(quantity: str) -> bool:
    """Return whether a quantity has an answer only where there is mass."""
    return quantity in _NEED_MASS or quantity in NEED_MOVED_MASS


def check_masses(quantity: str, model: Model, joints: tuple[Joint, ...]) -> None:
    """Refuse a quantity that has no answer for masses such as the model's (floats).

    ``joints``, as described, tell where the one at fault was written.
    """
    if quantity in _NEED_MASS and not any(link.inertia.mass for link in model.links):
        raise NumericalError(
            f"{quantity}: no body of robot '{model.name}' has a mass",
            expectation="Without mass there is no centre of mass.",
        )
    solid = all(link.hidden or is_solid(link) for link in model.links)
    if quantity in NEED_MOVED_MASS and not solid:
        _check_moved_mass(model, joints)


def _check_moved_mass(model: Model, joints: tuple[Joint, ...]) -> None:
    """Eliminate joint after joint, as forward dynamics will, at some configuration."""
    q = Array(0.4 + 0.6 * math.sin(1.7 * i + 1.0) for i in range(model.nq))
    M = matrix(mass_matrix_in_body_frames(model, q))
    scales = pivot_scales(model, q)
    left = M.copy()
    for k in reversed(elimination_order(model)):
        if M[k, k] <= ROUNDING["float64"] * scales[k]:
            raise _immovable(model, joints, k, "moves no mass")
        if left[k, k] <= _ELIMINATED * M[k, k]:
            finding = "moves no mass that others do not move as well"
            raise _immovable(model, joints, k, finding)
        left = left - np.outer(left[:, k], left[k]) / left[k, k]


def _immovable(
    model: Model, joints: tuple[Joint, ...], index: int, finding: str
) -> NumericalError:
    links = [k for k, link in enumerate(model.links) if not link.coupled]
    k = next(
        k for k in links if 0 <= index - model.links[k].v_index < model.links[k].nv
    )
    body = next(link for link in model.links[k:] if not link.hidden)
    return NumericalError(
        f"joint '{model.links[k].joint_name}' {finding}: no force gives it a"
        " definite acceleration",
        place=next(joint.place for joint in joints if joint.body == body.name),
        expectation="Forward dynamics needs mass, or an armature, beyond every joint;"
        " kinematics and inverse dynamics do not.",
        remedy=f"Give body '{body.name}' mass that the joint moves, give the joint an"
        " armature, or lock it.",
    )
