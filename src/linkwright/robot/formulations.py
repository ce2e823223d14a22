"""Formulations side by side: which provides which quantity, by which function.

A new formulation is one folder under ``algorithms`` and one entry of `FORMULATIONS`.
The functions of a quantity all have one signature:

    inverse_dynamics(model, q, v, a, external) -> tau
    forward_dynamics(model, q, v, tau, external) -> (a, pivots by velocity)
    mass_matrix(model, q) -> M
    mass_matrix_inverse(model, q) -> (M^-1, pivots by velocity)
    coriolis_matrix(model, q, v) -> C with bias = C v + g and M' - 2 C skew
    gravity_forces(model, q), bias_forces(model, q, v) -> tau
    external_forces(model, q, external) -> what wrenches on the bodies give the joints
    reactions(model, q, v, a, choice, external) -> a wrench for each joint
    forward_kinematics(model, q) -> a pose for each link

``pivots`` tell where M is not positive definite (`algorithms.definite`). A formulation
that is named uses the bodies as they are; by default (None) every quantity has the
quickest function known, and regrouped inertias where they are true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwright.algorithms import (
    articulated_body,
    composite_body,
    denavit_hartenberg,
    dense_solution,
    derivatives,
    forward_dynamics,
    gibbs_appell,
    gibbs_appell_rotations,
    kinematics,
    lagrange,
    newton_euler,
    reactions,
    spatial_operator,
)
from linkwright.errors import InputError
from linkwright.expr import Array
from linkwright.expr.counts import count_nodes
from linkwright.expr.program import live_nodes
from linkwright.model.tree import Model
from linkwright.robot.results import unknown_name


@dataclass(frozen=True)
class Formulation:
    """One way to write a robot's equations of motion.

    Attributes:
        about: what it is, and its source.
        provides: the function of each quantity that it gives.
        written: stand-ins, for counting operations as they are written, of functions
            that need a model's numbers to know what to write.
    """

    about: str
    provides: Mapping[str, Callable[..., Any]]
    written: Mapping[str, Callable[..., Any]] = field(default_factory=dict)


def quickest_mass_matrix(model: Model, q: Array) -> Array:
    """Return M by composite bodies, in the frames that take fewer operations."""
    candidates = (
        composite_body.mass_matrix_in_body_frames(model, q),
        composite_body.mass_matrix_in_root_frame(model, q),
    )
    return min(candidates, key=flops)


def flops(array: Array) -> int:
    """Return the multiplications and additions that an array of expressions takes."""
    nodes = [entry for entry in array.entries if not isinstance(entry, float)]
    return count_nodes(live_nodes(nodes[0].trace, nodes)).flops if nodes else 0


def of_matrix_and_forces(
    mass_matrix: Callable[[Model, Array], Array], forces: Callable[..., Array]
) -> dict[str, Callable[..., Any]]:
    """Return what M(q) and forces(q, v, a), without a the bias, provide together."""
    tau = dense_solution.inverse_dynamics_by(forces)
    return {
        "inverse_dynamics": tau,
        "bias_forces": forces,
        "gravity_forces": dense_solution.gravity_forces_by(tau),
        "mass_matrix": mass_matrix,
        "mass_matrix_inverse": dense_solution.mass_matrix_inverse_by(mass_matrix),
        "forward_dynamics": dense_solution.forward_dynamics_by(mass_matrix, tau),
    }


_tau = newton_euler.inverse_dynamics
_columns = dense_solution.mass_matrix_by(_tau)
_composite = composite_body.mass_matrix_in_body_frames

DEFAULT = Formulation(
    "the quickest known of each",
    {
        "inverse_dynamics": _tau,
        "forward_dynamics": forward_dynamics.forward_dynamics,
        "mass_matrix": quickest_mass_matrix,
        "mass_matrix_inverse": dense_solution.mass_matrix_inverse_by(_composite),
        "coriolis_matrix": derivatives.coriolis_matrix,
        "gravity_forces": dense_solution.gravity_forces_by(_tau),
        "bias_forces": dense_solution.bias_forces_by(_tau),
        "external_forces": newton_euler.forces_of_wrenches,
        "reactions": reactions.joint_reactions,
        "forward_kinematics": kinematics.forward_kinematics,
    },
)

FORMULATIONS: dict[str, Formulation] = {
    "newton_euler": Formulation(
        "recursive Newton-Euler in body frames [Luh1980; MBD Eqs. 28-34]; M by unit"
        " accelerations [Walker1982, method 1]",
        {
            "inverse_dynamics": _tau,
            "gravity_forces": dense_solution.gravity_forces_by(_tau),
            "bias_forces": dense_solution.bias_forces_by(_tau),
            "external_forces": newton_euler.forces_of_wrenches,
            "reactions": reactions.joint_reactions,
            "mass_matrix": _columns,
            "mass_matrix_inverse": dense_solution.mass_matrix_inverse_by(_columns),
            "forward_dynamics": dense_solution.forward_dynamics_by(_columns, _tau),
        },
    ),
    "spatial_operator": Formulation(
        "spatial operators at the centres of mass [KUKA Eqs. 2-27, 36-50]; D^-1 by its"
        " factors [RodriguezJainKreutz1991]",
        {
            "inverse_dynamics": spatial_operator.inverse_dynamics,
            "forward_dynamics": spatial_operator.forward_dynamics,
            "mass_matrix": spatial_operator.mass_matrix,
            "mass_matrix_inverse": spatial_operator.mass_matrix_inverse,
            "coriolis_matrix": spatial_operator.coriolis_matrix,
            "gravity_forces": spatial_operator.gravity_forces,
            "bias_forces": spatial_operator.bias_forces,
            "external_forces": spatial_operator.external_forces,
            "reactions": spatial_operator.joint_reactions,
        },
    ),
    "composite_body": Formulation(
        "composite bodies [Walker1982; Featherstone2008, Table 6.2], C by"
        " [Echeandia2021, Alg. 1]; M factored, bias by Newton-Euler",
        {
            "mass_matrix": _composite,
            "mass_matrix_inverse": dense_solution.mass_matrix_inverse_by(_composite),
            "forward_dynamics": dense_solution.forward_dynamics_by(_composite, _tau),
            "coriolis_matrix": derivatives.coriolis_matrix,
        },
    ),
    "articulated_body": Formulation(
        "articulated bodies [Featherstone2008, Table 7.1]; M^-1 by unit forces",
        {
            "forward_dynamics": articulated_body.articulated_body,
            "mass_matrix_inverse": articulated_body.mass_matrix_inverse,
        },
    ),
    "gibbs_appell": Formulation(
        "recursive Gibbs-Appell, 3 by 3 rotations with 4 by 4 matrices [IMPACT Eqs."
        " 13-42]; the branches' sums taken in one frame",
        of_matrix_and_forces(gibbs_appell.mass_matrix, gibbs_appell.forces),
    ),
    "gibbs_appell_branches": Formulation(
        "the same branch by branch, as printed [IMPACT Appendix]",
        of_matrix_and_forces(
            gibbs_appell.branch_mass_matrix, gibbs_appell.branch_forces
        ),
    ),
    "gibbs_appell_rotations": Formulation(
        "recursive Gibbs-Appell with 3 by 3 rotations alone, by branches [Mata2002]",
        of_matrix_and_forces(
            gibbs_appell_rotations.mass_matrix, gibbs_appell_rotations.forces
        ),
    ),
    "lagrange": Formulation(
        "recursive Lagrange with 4 by 4 matrices, by branches [Hollerbach1980]",
        of_matrix_and_forces(lagrange.mass_matrix, lagrange.forces),
    ),
    "three_steps": Formulation(
        "a point taken, turned and placed, body by body outwards [FK Eqs. 1-6]",
        {"forward_kinematics": kinematics.forward_kinematics},
    ),
    "denavit_hartenberg": Formulation(
        "products of 4 x 4 transforms of a serial chain, parameters derived"
        " [DenavitHartenberg1955; Siciliano2009, Sec. 2.8.2]",
        {"forward_kinematics": denavit_hartenberg.forward_kinematics},
        {"forward_kinematics": denavit_hartenberg.written_kinematics},
    ),
}

# What a robot with loops or elements asks of its spanning tree (decision 18).
_OF_TREE: dict[str, tuple[str, ...]] = {
    "inverse_dynamics": ("inverse_dynamics",),
    "bias_forces": ("inverse_dynamics",),
    "gravity_forces": ("gravity_forces",),
    "external_forces": ("external_forces",),
    "forward_dynamics": ("inverse_dynamics", "mass_matrix"),
    "mass_matrix": ("mass_matrix",),
    "mass_matrix_inverse": ("mass_matrix",),
    "coriolis_matrix": ("coriolis_matrix", "mass_matrix"),
    "forward_kinematics": ("forward_kinematics",),
}


def function_of(quantity: str, options: Mapping[str, Any]) -> Callable[..., Any]:
    """Return the function of a quantity in the formulation that options name.

    Or the one that options give in its place.
    """
    if "function" in options:
        return options["function"]
    name = options.get("formulation")
    chosen = DEFAULT if name is None else FORMULATIONS[name]
    return chosen.provides[quantity]


def providing(quantity: str, mechanism: bool = False) -> tuple[str, ...]:
    """Return the names of the formulations that provide a quantity.

    ``mechanism``: for robots with loops or elements.
    """
    return tuple(name for name in FORMULATIONS if _provides(name, quantity, mechanism))


def check_formulation(name: str, quantity: str, mechanism: bool = False) -> None:
    """Refuse a formulation that is unknown or does not provide a quantity."""
    if name not in FORMULATIONS:
        raise unknown_name("formulation", name, tuple(FORMULATIONS))
    if _provides(name, quantity, mechanism):
        return
    known = providing(quantity, mechanism)
    of = " of robots with loops or elements" if mechanism else ""
    raise InputError(
        f"formulation '{name}' does not provide {quantity}{of}",
        expectation=f"Those that do: {', '.join(known) or 'none'}.",
        remedy="Leave formulation out for the quickest known.",
    )


def _provides(name: str, quantity: str, mechanism: bool) -> bool:
    provides = FORMULATIONS[name].provides
    if not mechanism:
        return quantity in provides
    needed = _OF_TREE.get(quantity)
    return needed is not None and all(each in provides for each in needed)
