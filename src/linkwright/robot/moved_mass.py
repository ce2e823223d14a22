"""Whether every joint moves mass: without it, no force gives a definite acceleration.

M of a robot is positive definite where its bodies are solid. Massless bodies, points
and rods may make it singular, everywhere or nowhere: one configuration tells.
"""

from __future__ import annotations

import math

import numpy as np

from linkwright.algorithms.composite_body import mass_matrix_in_body_frames
from linkwright.algorithms.forward_dynamics import elimination_order
from linkwright.errors import NumericalError
from linkwright.expr import Array, dot, trace_of
from linkwright.model import WORLD, Link, Model
from linkwright.spatial.inertia import Inertia

_NEED_MASS = (
    "center_of_mass",
    "center_of_mass_jacobian",
    "centroidal_momentum_matrix",
    "centroidal_momentum_matrix_rate",
    "momentum",
)
_NEED_MOVED_MASS = (
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "mass_matrix_inverse",
    "solve_mass_matrix",
    "operational_inertia",
)
# Of what is summed up in an entry of M: what rounding leaves of a zero.
_ROUNDING = 1e-14
# Of a joint's own entry of M: what elimination of the joints beyond it leaves of a
# zero. A chain of 60 solid bodies keeps 1e-6.
_ELIMINATED = 1e-12


def needs_mass(quantity: str) -> bool:
    """Return whether a quantity has an answer only where there is mass."""
    return quantity in _NEED_MASS or quantity in _NEED_MOVED_MASS


def check_masses(quantity: str, model: Model) -> None:
    """Refuse a quantity that has no answer for masses such as the model's (floats)."""
    if quantity in _NEED_MASS and not any(link.inertia.mass for link in model.links):
        raise NumericalError(
            f"{quantity}: no body of robot '{model.name}' has a mass",
            expectation="Without mass there is no centre of mass.",
        )
    if quantity in _NEED_MOVED_MASS and not all(map(_is_solid, model.links)):
        _check_moved_mass(model)


def _is_solid(link: Link) -> bool:
    """Return whether the body resists every motion, or hides in a joint."""
    if link.hidden:
        return True
    m, h = link.inertia.mass, np.array(link.inertia.first_moment.entries)
    if m <= 0.0:
        return False
    central = _matrix(link.inertia.second_moment) - np.outer(h, h) / m
    least, _, largest = np.linalg.eigvalsh(central)
    return bool(least > 1e-9 * largest)


def _check_moved_mass(model: Model) -> None:
    """Eliminate joint after joint, as forward dynamics will, at some configuration."""
    q = Array(0.4 + 0.6 * math.sin(1.7 * i + 1.0) for i in range(model.nq))
    M = _matrix(mass_matrix_in_body_frames(model, q))
    scales = _scales(model, q)
    left = M.copy()
    for k in reversed(elimination_order(model)):
        if M[k, k] <= _ROUNDING * scales[k]:
            raise _immovable(model, k, "moves no mass")
        if left[k, k] <= _ELIMINATED * M[k, k]:
            raise _immovable(model, k, "moves no mass that others do not move as well")
        left = left - np.outer(left[:, k], left[k]) / left[k, k]


def _scales(model: Model, q: Array) -> list[float]:
    """Return for each velocity what M's entry would be with all mass far from it.

    |w|^2 tr(J) + |u|^2 m of what hangs on the joint, for its motion (w, u).
    """
    composite: list[Inertia] = [link.inertia for link in model.links]
    scales = [0.0] * model.nv
    for k in reversed(range(len(model.links))):
        link = model.links[k]
        J, m = composite[k].second_moment, composite[k].mass
        for index, ratio, w, u in link.freedoms:
            scale = dot(w, w) * trace_of(J) + dot(u, u) * m + link.armature
            scales[index] += scale * ratio * ratio
        if link.parent != WORLD:
            R, p = link.placement(q)
            moved = composite[k].turned(R).shifted(p)
            composite[link.parent] = composite[link.parent] + moved
    return scales


def _immovable(model: Model, index: int, finding: str) -> NumericalError:
    links = [k for k, link in enumerate(model.links) if not link.coupled]
    k = next(
        k for k in links if 0 <= index - model.links[k].v_index < model.links[k].nv
    )
    body = next(link for link in model.links[k:] if not link.hidden)
    return NumericalError(
        f"joint '{model.links[k].joint_name}' {finding}: no force gives it a"
        " definite acceleration",
        expectation="Forward dynamics needs mass, or an armature, beyond every joint;"
        " kinematics and inverse dynamics do not.",
        remedy=f"Give body '{body.name}' mass that the joint moves, give the joint an"
        " armature, or lock it.",
    )


def _matrix(array: Array) -> np.ndarray:
    return np.array(array.entries, float).reshape(array.shape)
