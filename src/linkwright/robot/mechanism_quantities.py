"""What a robot with loops or elements computes: the tree's quantities, embedded.

With y = (q, s(q)) and G = dy/dv: what depends on the configuration alone is taken at y,
Jacobians are J G, joint forces G' tau, the mass matrix G' M G (decision 18). Elements
add their forces; bias, forward dynamics and energies include them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from linkwright.algorithms import configuration, factorization
from linkwright.algorithms.actuators import (
    drive_jacobian,
)
from linkwright.algorithms.contact.pressing import implicit_forces
from linkwright.algorithms.elements import TENSIONS
from linkwright.algorithms.elements.forces import (
    element_energy,
    element_joint_forces,
)
from linkwright.algorithms.elements.line import line_of
from linkwright.algorithms.loops.embedding import Embedding, embed
from linkwright.algorithms.loops.plan import Plan
from linkwright.algorithms.mechanism_reactions import (
    mechanism_forces,
    mechanism_reactions,
)
from linkwright.algorithms.reactions import ReactionChoice
from linkwright.expr import (
    Array,
    Node,
    jacobian,
    less,
    less_equal,
    lifted,
    logical_or,
    where,
    zeros,
)
from linkwright.model.mechanism import Mechanism
from linkwright.robot.failed_rows import STATUS, refusing
from linkwright.robot.mechanism_contacts import (
    contact_forces,
    contact_jacobian,
    contact_place_jacobian,
    contact_places,
    gap_accelerations,
    gap_rates,
    gaps,
)
from linkwright.robot.mechanism_drives import (
    forces_of_drives,
    from_actuators,
    to_actuators,
)
from linkwright.robot.mechanism_elements import (
    dependent,
    element_rows,
    loop_state,
    tree_state,
)
from linkwright.robot.mechanism_embedded import (
    Embedded,
    joint_forces,
    packed_rows,
    singular_where,
)
from linkwright.robot.mechanism_status import (
    massless_status,
    no_length_status,
)
from linkwright.robot.quantities import (
    QUANTITIES,
    Inputs,
    Options,
    Outputs,
    external_of,
)

# Of a joint's own inertia: what elimination of the others leaves of a zero.
_ELIMINATED = 1e13


def at_configuration(name: str) -> Callable[[Embedded], Outputs]:
    """Return the quantity that the tree has at y."""
    return lambda m: m.of_tree(name)


def times_velocities(name: str, output: str) -> Callable[[Embedded], Outputs]:
    """Return the matrix per tree velocity, times G."""

    def trace(m: Embedded) -> Outputs:
        return {output: m.of_tree(name)[output] @ m.motion.G}

    return trace


def _rate_of(name: str, output: str, rate: str) -> Callable[[Embedded], Outputs]:
    def trace(m: Embedded) -> Outputs:
        matrix = m.of_tree(name)[output] @ m.motion.G
        return {rate: _time_derivative(m, matrix)}

    return trace


def _time_derivative(m: Embedded, matrix: Array) -> Array:
    entries = (m.motion.rate_of(entry, m.v) for entry in matrix.entries)
    return Array(entries, matrix.columns)


def mass_matrix(m: Embedded) -> Array:
    """Return G' M G."""
    M = m.of_tree("mass_matrix")["M"]
    return m.motion.G.T @ M @ m.motion.G if m.mechanism.dependents else M


def _mass_factors(
    m: Embedded, more: Array | None = None
) -> tuple[factorization.Factors, Any]:
    """Return the factors of G' M G, and where it is not positive definite."""
    M = mass_matrix(m)
    if more is not None:
        M = M + more
    added = m.inputs.get("added_inertia")
    if added is not None:
        M = M + Array.matrix(
            [x if i == j else 0.0 for j in range(len(M))] for i, x in enumerate(added)
        )
    factors = factorization.factorize(M, tuple(range(m.mechanism.nv)))
    failed: Any = False
    for k, inverse in enumerate(factors.D_inverse):
        kept = inverse * M[k, k]  # a joint's inertia, by what elimination leaves of it
        failed = logical_or(failed, less_equal(kept, 0.0))
        failed = logical_or(failed, less(_ELIMINATED, kept))
    return factors, failed


def _moving_mass(m: Embedded, outputs: Outputs, failed: Any) -> Outputs:
    """Return outputs with a status where some joint moves no mass."""
    return refusing(outputs, [failed], massless_status(m.mechanism, m.plan))


def _forward(m: Embedded) -> tuple[Array, Any]:
    still = zeros(m.mechanism.nv)
    tau = m.inputs["tau"] - joint_forces(m, m.v, still)
    if "contact_step" not in m.inputs:
        factors, failed = _mass_factors(m)
        return factors.solve(tau), failed
    (step,) = m.inputs["contact_step"]
    pressed, matrix = implicit_forces(m.motion, m.v, step)
    factors, failed = _mass_factors(m, matrix)
    return factors.solve(tau + pressed), failed


def _forward_dynamics(m: Embedded) -> Outputs:
    a, failed = _forward(m)
    return _moving_mass(m, {"a": a}, failed)


def _mass_matrix_inverse(m: Embedded) -> Outputs:
    factors, failed = _mass_factors(m)
    return _moving_mass(m, {"M_inverse": factorization.inverse(factors)}, failed)


def _solve_mass_matrix(m: Embedded) -> Outputs:
    factors, failed = _mass_factors(m)
    return _moving_mass(m, {"x": factors.solve(m.inputs["b"])}, failed)


def _coriolis(m: Embedded) -> Outputs:
    """G' (C G + M dG/dt): M' - 2 C stays skew."""
    G = m.motion.G
    C = m.of_tree("coriolis_matrix", v=m.rates())["C"]
    M = m.of_tree("mass_matrix")["M"]
    return {"C": G.T @ (C @ G + M @ _time_derivative(m, G))}


def _gravity(m: Embedded) -> Outputs:
    return {"tau": m.projected(m.of_tree("gravity_forces")["tau"])}


def _friction(m: Embedded) -> Outputs:
    return {"tau": m.projected(m.of_tree("friction_forces", v=m.rates())["tau"])}


def _potential(m: Embedded) -> Outputs:
    weight = m.of_tree("potential_energy")["energy"]
    return {"energy": weight + element_energy(m.motion)}


def _tangent(m: Embedded, value: Array) -> Array:
    """Return the derivative by q along body velocities."""
    N = configuration.rate_matrix(m.mechanism.coordinates, m.motion.q)
    return jacobian(value, m.motion.q) @ N


def _inverse_derivatives(m: Embedded) -> Outputs:
    tau = joint_forces(m, m.v, m.a)
    found = {
        "by_q": lambda: _tangent(m, tau),
        "by_v": lambda: jacobian(tau, m.v),
        "by_a": lambda: mass_matrix(m),
    }
    names = m.options.get("by") or ("q", "v", "a")
    return {f"by_{name}": found[f"by_{name}"]() for name in names}


def _forward_derivatives(m: Embedded) -> Outputs:
    """Return -M^-1 d tau at the acceleration that tau produces (Carpentier 2018)."""
    a, failed = _forward(m)
    nq, nv = m.mechanism.nq, m.mechanism.nv

    def slopes(x: Array) -> list[Any]:
        q, v, a = x[:nq], x[nq : nq + nv], x[nq + nv :]
        there = replace(m, motion=embed(m.mechanism, m.plan, q))
        tau = joint_forces(there, v, a)
        return [*_tangent(there, tau).entries, *jacobian(tau, v).entries]

    function = lifted(slopes, nq + 2 * nv, m.inputs["q"][0].trace)
    entries = function((*m.inputs["q"], *m.v, *a), function.constants)
    by_q, by_v = (Array(entries[k * nv * nv : (k + 1) * nv * nv], nv) for k in (0, 1))
    factors, _ = _mass_factors(m)

    def solved(matrix: Array) -> Array:
        return Array.matrix(factors.solve(column, -1.0) for column in matrix.T).T

    found = {
        "by_q": lambda: solved(by_q),
        "by_v": lambda: solved(by_v),
        "by_tau": lambda: factorization.inverse(factors),
    }
    names = m.options.get("by") or ("q", "v", "tau")
    outputs = {f"by_{name}": found[f"by_{name}"]() for name in names}
    return _moving_mass(m, outputs, failed)


def _operational_inertia(m: Embedded) -> Outputs:
    J = m.of_tree("jacobian")["J"] @ m.motion.G
    inertia, singular = factorization.operational_inertia(J, _mass_factors(m)[0])
    return {"Lambda": inertia, STATUS: singular_where(m, less(0.5, singular))}


def _reactions(m: Embedded) -> Outputs:
    external = external_of(m.mechanism.tree, _with_y(m), m.options)
    forces = mechanism_forces(m.motion, m.v, m.a, external, m.plan)
    choice = m.options.get("choice", ReactionChoice())
    rows = [(*w.force, *w.torque) for w in mechanism_reactions(forces, choice)]
    return {"joints": packed_rows(rows, 6), STATUS: singular_where(m, forces.singular)}


def _with_y(m: Embedded) -> Inputs:
    return {**m.inputs, "q": m.motion.y}


def _of_coordinates(name: str) -> Callable[[Embedded], Outputs]:
    """Return a quantity of configuration space, of the independent coordinates."""
    return lambda m: QUANTITIES[name].trace(
        m.mechanism.coordinates, m.inputs, m.options
    )


_NEEDS_NO_LOOPS = (
    "integrate",
    "difference",
    "integrate_derivatives",
    "difference_derivatives",
    "rate_matrix",
)
MECHANISM: dict[str, Callable[[Embedded], Outputs]] = {
    "forward_kinematics": at_configuration("forward_kinematics"),
    "center_of_mass": at_configuration("center_of_mass"),
    "potential_energy": _potential,
    "kinetic_energy": lambda m: m.of_tree("kinetic_energy", v=m.rates()),
    "momentum": lambda m: m.of_tree("momentum", v=m.rates()),
    "body_motions": lambda m: m.of_tree(
        "body_motions", v=m.rates(), a=m.accelerations(m.v, m.a)
    ),
    "jacobian": times_velocities("jacobian", "J"),
    "jacobian_rate": _rate_of("jacobian", "J", "J_rate"),
    "center_of_mass_jacobian": times_velocities("center_of_mass_jacobian", "J"),
    "center_of_mass_jacobian_rate": _rate_of("center_of_mass_jacobian", "J", "J_rate"),
    "centroidal_momentum_matrix": times_velocities("centroidal_momentum_matrix", "A"),
    "centroidal_momentum_matrix_rate": _rate_of(
        "centroidal_momentum_matrix", "A", "A_rate"
    ),
    "inverse_dynamics": lambda m: {"tau": joint_forces(m, m.v, m.a)},
    "bias_forces": lambda m: {"tau": joint_forces(m, m.v, zeros(m.mechanism.nv))},
    "gravity_forces": _gravity,
    "friction_forces": _friction,
    "external_forces": lambda m: {"Q": m.projected(m.of_tree("external_forces")["Q"])},
    "forward_dynamics": _forward_dynamics,
    "mass_matrix": lambda m: {"M": mass_matrix(m)},
    "mass_matrix_inverse": _mass_matrix_inverse,
    "solve_mass_matrix": _solve_mass_matrix,
    "coriolis_matrix": _coriolis,
    "inverse_dynamics_derivatives": _inverse_derivatives,
    "forward_dynamics_derivatives": _forward_derivatives,
    "operational_inertia": _operational_inertia,
    "regressor": lambda m: {
        "Y": m.motion.G.T
        @ m.of_tree("regressor", v=m.rates(), a=m.accelerations(m.v, m.a))["Y"]
    },
    "reactions": _reactions,
    "elements": element_rows,
    "element_forces": lambda m: {"Q": element_joint_forces(m.motion, m.v)},
    "actuator_forces": forces_of_drives,
    "actuator_jacobian": lambda m: {"J": drive_jacobian(m.motion)},
    "to_actuators": to_actuators,
    "dependent_coordinates": dependent,
    "tree_state": tree_state,
    "loop_state": loop_state,
    "gaps": gaps,
    "gap_rates": gap_rates,
    "gap_accelerations": gap_accelerations,
    "contact_jacobian": contact_jacobian,
    "contact_places": contact_places,
    "contact_place_jacobian": contact_place_jacobian,
    "contact_forces": contact_forces,
    **{name: _of_coordinates(name) for name in _NEEDS_NO_LOOPS},
}


_NEEDS_LENGTHS = frozenset(
    (
        "inverse_dynamics",
        "bias_forces",
        "forward_dynamics",
        "inverse_dynamics_derivatives",
        "forward_dynamics_derivatives",
        "reactions",
        "elements",
        "element_forces",
        "actuator_forces",
    )
)
_NO_LENGTH = 1e-12  # m: such an element has no direction


def trace_quantity(
    name: str, mechanism: Mechanism, plan: Plan, inputs: Inputs, options: Options
) -> Outputs:
    """Return a quantity's outputs; with a status where loops may fail to close."""
    if name == "from_actuators":
        return from_actuators(mechanism, plan, inputs)
    if name in _NEEDS_NO_LOOPS:
        motion = Embedding(mechanism, inputs["q"], inputs["q"], 0.0)
        return MECHANISM[name](Embedded(mechanism, plan, motion, inputs, options))
    motion = embed(mechanism, plan, inputs["q"])
    embedded = Embedded(mechanism, plan, motion, inputs, options)
    found = dict(refused_lengths(name, embedded, MECHANISM[name](embedded)))
    status = found.pop(STATUS, 0.0)
    if isinstance(motion.status, Node):
        status = where(less(0.5, motion.status), motion.status, status)
    return found | {STATUS: status} if isinstance(status, Node) else found


def refused_lengths(name: str, m: Embedded, found: Outputs) -> Outputs:
    """Return outputs with a status where an element that has a part has no length."""
    if name not in _NEEDS_LENGTHS:
        return found
    for k, strut in enumerate(m.mechanism.struts):
        if strut.type in TENSIONS or name == "elements":
            length = line_of(m.mechanism.tree, m.motion.y, strut).length
            status = no_length_status(m.mechanism, m.plan, k)
            found = refusing(found, [less(length, _NO_LENGTH)], status)
    return found
