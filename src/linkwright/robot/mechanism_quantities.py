"""What a robot with loops or elements computes: the tree's quantities, embedded.

With y = (q, s(q)) and G = dy/dv: what depends on the configuration alone is taken at y,
Jacobians are J G, joint forces G' tau, the mass matrix G' M G (decision 18). Elements
add their forces; bias, forward dynamics and energies include them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from linkwright.algorithms import configuration, factorization
from linkwright.algorithms.actuators import (
    drive_forces,
    drive_jacobian,
    drive_length,
    drive_positions,
)
from linkwright.algorithms.contact import contact_states
from linkwright.algorithms.contact.pressing import implicit_forces, pressed
from linkwright.algorithms.drive_positions import from_drives
from linkwright.algorithms.elements import TENSIONS
from linkwright.algorithms.elements.forces import (
    angle_near_reference,
    beyond_limits,
    element_energy,
    element_joint_forces,
    less_elements,
    loaded,
)
from linkwright.algorithms.elements.line import Line, line_of
from linkwright.algorithms.kinematics import Pose, forward_kinematics
from linkwright.algorithms.loops.embedding import Embedding, embed
from linkwright.algorithms.loops.plan import Plan
from linkwright.algorithms.loops.state import loop_distances
from linkwright.algorithms.mechanism_reactions import (
    mechanism_forces,
    mechanism_reactions,
)
from linkwright.algorithms.reactions import ReactionChoice
from linkwright.expr import (
    Array,
    Node,
    cross,
    dot,
    identity,
    jacobian,
    less,
    less_equal,
    lifted,
    logical_or,
    sqrt,
    where,
    zeros,
)
from linkwright.model.joint_space import joint_space_model
from linkwright.model.mechanism import Mechanism, Sharing
from linkwright.model.tree import WORLD, PointOnBody
from linkwright.robot.failed_rows import NEGATIVE_REASON, STATUS, refusing
from linkwright.robot.quantities import (
    FORMULATION,
    QUANTITIES,
    Inputs,
    Options,
    Outputs,
    external_of,
)

# Of a joint's own inertia: what elimination of the others leaves of a zero.
_ELIMINATED = 1e13
_OF_BODIES = {"reactions", "body_motions"}


@dataclass(frozen=True, eq=False)
class Embedded:
    """A mechanism at a configuration, and what its quantities share.

    Attributes:
        plan: how its loops are closed.
        motion: the embedding at q.
        inputs, options: of the quantity.
    """

    mechanism: Mechanism
    plan: Plan
    motion: Embedding
    inputs: Inputs
    options: Options

    def of_tree(self, name: str, **inputs: Array) -> Outputs:
        """Return a quantity of the spanning tree."""
        what = QUANTITIES[name]
        tree = self.mechanism.tree
        if what.needs == "joint_space" and not self.moves_bodies:
            tree = joint_space_model(tree)
        wrench = {k: x for k, x in self.inputs.items() if k == "wrench"}
        given = {"q": self.motion.y, **wrench, **inputs}
        return what.trace(tree, given, self.options)

    @property
    def moves_bodies(self) -> bool:
        """Whether every body's own motion is needed: by loads on it, or beside it.

        Regrouped inertias would save less than computing two motions costs. And by a
        formulation that is named.
        """
        beside = {name.partition(".")[0] for name in self.options.get("several", ())}
        named = self.options.get("points") or self.options.get(FORMULATION)
        return bool(named or beside & _OF_BODIES)

    @property
    def v(self) -> Array:
        """The independent velocities, zero where they are no input."""
        return self.inputs.get("v", zeros(self.mechanism.nv))

    @property
    def a(self) -> Array:
        """The independent accelerations, zero where they are no input."""
        return self.inputs.get("a", zeros(self.mechanism.nv))

    def rates(self, v: Array | None = None) -> Array:
        """Return the tree's velocities."""
        return self.motion.velocity(self.v if v is None else v)

    def accelerations(self, v: Array, a: Array) -> Array:
        """Return the tree's accelerations."""
        return self.motion.acceleration(v, a)

    def projected(self, tau: Array) -> Array:
        """Return G' tau."""
        return self.motion.slope_of_sum([], [], tau)


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


def joint_forces(m: Embedded, v: Array, a: Array) -> Array:
    """Return G' tau - Q: the joint forces that produce a, less what elements give."""
    tree = m.of_tree("inverse_dynamics", v=m.rates(v), a=m.accelerations(v, a))
    pads = "contact_step" not in m.inputs  # else they are added at the step's end
    return less_elements(m.motion, v, tree["tau"], pads=pads)


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
    return {"Lambda": inertia, STATUS: _singular(m, less(0.5, singular))}


def _reactions(m: Embedded) -> Outputs:
    external = external_of(m.mechanism.tree, _with_y(m), m.options)
    forces = mechanism_forces(m.motion, m.v, m.a, external, m.plan)
    choice = m.options.get("choice", ReactionChoice())
    rows = [(*w.force, *w.torque) for w in mechanism_reactions(forces, choice)]
    return {"joints": _rows(rows, 6), STATUS: _singular(m, forces.singular)}


def _with_y(m: Embedded) -> Inputs:
    return {**m.inputs, "q": m.motion.y}


def _rows(rows: list[tuple[Any, ...]], width: int) -> Array:
    return Array((entry for row in rows for entry in row), width)


def _singular(m: Embedded, singular: Any) -> Any:
    if not isinstance(singular, Node):
        return 0.0
    return where(singular, singular_status(m.mechanism, m.plan), 0.0)


def singular_status(mechanism: Mechanism, plan: Plan) -> float:
    """Return the status of loops whose forces are undefined."""
    return 2.0 * len(plan.stages) + 2.0 * mechanism.nv + 1.0


def massless_status(mechanism: Mechanism, plan: Plan) -> float:
    """Return the status of a mass matrix that is not positive definite."""
    return singular_status(mechanism, plan) + 1.0


def negative_status(mechanism: Mechanism, plan: Plan) -> float:
    """Return the status of a varied number that may not be negative."""
    return massless_status(mechanism, plan) + 1.0


def no_length_status(mechanism: Mechanism, plan: Plan, strut: int) -> float:
    """Return the status of an element without length."""
    return negative_status(mechanism, plan) + 1.0 + strut


def out_of_reach_status(plan: Plan, drive: int) -> float:
    """Return the status of a drive's coordinate that no configuration has."""
    return 2.0 * len(plan.stages) + 2.0 * drive + 1.0


def _reach(m: Embedded, out: list[Any], dead: list[Any]) -> Any:
    """Return the status of drives: out of reach, or at a dead point (one more)."""
    status: Any = 0.0
    for k, (missed, stuck) in enumerate(zip(out, dead, strict=True)):
        base = out_of_reach_status(m.plan, k)
        if isinstance(stuck, Node):
            status = where(stuck, base + 1.0, status)
        if isinstance(missed, Node):
            status = where(missed, base, status)
    return status


def _element_rows(m: Embedded) -> Outputs:
    """Length, rate, acceleration, angle, tension, limits, pose of elements.

    An actuator's tension follows from the robot's motion and is not told here: NaN.
    """
    tensions = {each.line.strut.name: each.tension for each in loaded(m.motion, m.v)}
    tree = m.mechanism.tree
    poses = forward_kinematics(tree, m.motion.y)
    rows = []
    for strut in m.mechanism.struts:
        line = line_of(tree, m.motion.y, strut)
        length = line.length
        direction = axes_of(poses, strut.first.link) @ line.direction
        rows.append(
            (
                length,
                m.motion.rate_of(length, m.v),
                m.motion.second_rate_of(length, m.v, m.a),
                line.angle,
                tensions.get(strut.name, sqrt(-1.0 - length * length)),  # or NaN
                beyond_limits(strut, length),
                *direction,
                *_element_axes(line, axes_of(poses, strut.first.link)).entries,
                *place_of_point(poses, strut.first),
                *place_of_point(poses, strut.second),
            )
        )
    return {"elements": _rows(rows, ELEMENT_WIDTH)}


ELEMENT_WIDTH = 24


def axes_of(poses: list[Pose], link: int) -> Array:
    """Return a body's rotation, the world's for the world."""
    return identity(3) if link == WORLD else poses[link].R


def place_of_point(poses: list[Pose], point: PointOnBody) -> Array:
    """Return a point's position in the world."""
    if point.link == WORLD:
        return point.position
    return poses[point.link].place(point.position)


def _element_axes(line: Line, R: Array) -> Array:
    """Return the element's axes in the world (3, 3): z along it, x along its pins.

    Where its ends are balls, x is square to it as near the first body's x as may be.
    """
    z = line.direction
    x = line.strut.pins - z * dot(line.strut.pins, z)
    x = x / sqrt(dot(x, x))
    y = cross(z, x)
    return R @ Array.matrix((x, y, z)).T


def _loop_state(m: Embedded) -> Outputs:
    """Distance from a singular position, and branch, of every stage's loops."""
    distances = loop_distances(m.motion, m.plan)
    rows = [
        (distance, stage.branch)
        for distance, stage in zip(distances, m.plan.stages, strict=True)
    ]
    return {"loops": _rows(rows, 2)}


def _drive_forces(m: Embedded) -> Outputs:
    tau = joint_forces(m, m.v, m.a)
    forces, dead = drive_forces(m.motion, tau, dict(_drive_shares(m.mechanism)))
    return {"forces": forces, STATUS: _reach(m, [False] * len(dead), dead)}


def _drive_shares(mechanism: Mechanism) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield for each drive of several actuators the ratio of their forces."""
    for drive in mechanism.drives:
        if len(drive.actuators) < 2:
            continue
        parts = [(f"{name}.slide", name) for name in drive.actuators]
        for share in mechanism.sharing:
            if "drive" in share.components and set(share.of) & {
                name for pair in parts for name in pair
            }:
                ratios = _ratios(share)
                yield (
                    drive.name,
                    tuple(ratios.get(a, ratios.get(b, 0.0)) for a, b in parts),
                )


def _ratios(share: Sharing) -> dict[str, Any]:
    """Return what each connection takes of a drive's force, relative to the others."""
    if share.rule == "all_to":
        return {name: float(name == share.to) for name in share.of}
    if share.rule == "compliance":  # the stiffer takes more
        inverse = (1.0 / weight for weight in share.weights)
        return dict(zip(share.of, inverse, strict=True))
    if share.rule == "ratios":
        return dict(zip(share.of, share.weights, strict=True))
    return dict.fromkeys(share.of, 1.0)


def _to_actuators(m: Embedded) -> Outputs:
    v, a = m.v, m.a
    rates, accelerations = [], []
    for drive in m.mechanism.drives:
        if drive.actuators:
            length = drive_length(m.motion, drive)
            rates.append(m.motion.rate_of(length, v))
            accelerations.append(m.motion.second_rate_of(length, v, a))
        else:
            rates.append(v[drive.index])
            accelerations.append(a[drive.index])
    return {
        "position": drive_positions(m.motion),
        "rate": Array(rates),
        "acceleration": Array(accelerations),
    }


def _dependent(m: Embedded) -> Outputs:
    links = {link.q_index: link for link in m.mechanism.tree.links if link.dependent}
    places = range(m.mechanism.nq, m.mechanism.tree.nq)
    return {
        "dependent": Array(angle_near_reference(m.motion, links[i]) for i in places)
    }


def _gaps(m: Embedded) -> Outputs:
    return {"gaps": Array(each.gap for each in contact_states(m.motion))}


def _gap_rates(m: Embedded) -> Outputs:
    return {"rates": Array(each.rate(m.v) for each in contact_states(m.motion))}


def _gap_accelerations(m: Embedded) -> Outputs:
    return {
        "accelerations": Array(
            dot(each.row, m.a) + each.bias(m.v) for each in contact_states(m.motion)
        )
    }


def _contact_jacobian(m: Embedded) -> Outputs:
    rows = [tuple(each.row) for each in contact_states(m.motion)]
    return {"J": _rows(rows, m.mechanism.nv)}


def _contact_places(m: Embedded) -> Outputs:
    rows = [(*each.place, *each.normal) for each in contact_states(m.motion)]
    return {"contacts": _rows(rows, 6)}


def _contact_place_jacobian(m: Embedded) -> Outputs:
    rows = [row for each in contact_states(m.motion) for row in each.jacobian.rows]
    return {"J": _rows(rows, m.mechanism.nv)}


def _contact_forces(m: Embedded) -> Outputs:
    y = m.rates()
    rows = []
    for each in pressed(m.motion):
        rate, slip = each.slip(y)
        spot = each.spot
        normal = each.normal_force(spot.gap, rate)
        force, place = each.force_in_world(y), spot.place_in_world
        rows.append((*force, normal, -spot.gap, *(spot.R @ slip), *place))
    return {"contacts": _rows(rows, 11)}


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
    "elements": _element_rows,
    "element_forces": lambda m: {"Q": element_joint_forces(m.motion, m.v)},
    "actuator_forces": _drive_forces,
    "actuator_jacobian": lambda m: {"J": drive_jacobian(m.motion)},
    "to_actuators": _to_actuators,
    "dependent_coordinates": _dependent,
    "loop_state": _loop_state,
    "gaps": _gaps,
    "gap_rates": _gap_rates,
    "gap_accelerations": _gap_accelerations,
    "contact_jacobian": _contact_jacobian,
    "contact_places": _contact_places,
    "contact_place_jacobian": _contact_place_jacobian,
    "contact_forces": _contact_forces,
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
        return _from_actuators(mechanism, plan, inputs)
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


def _from_actuators(mechanism: Mechanism, plan: Plan, inputs: Inputs) -> Outputs:
    x, xd, xdd = (inputs[k] for k in ("position", "rate", "acceleration"))
    found = from_drives(mechanism, plan, x, xd, xdd)
    motion = Embedding(mechanism, found.q, found.q, 0.0)
    m = Embedded(mechanism, plan, motion, inputs, {})
    status = _reach(m, found.out_of_reach, found.dead)
    outputs: Mapping[str, Any] = {"q": found.q, "v": found.v, "a": found.a}
    return {**outputs, STATUS: status} if isinstance(status, Node) else outputs


def reasons_of(mechanism: Mechanism, plan: Plan) -> dict[int, str]:
    """Return what each status means."""
    found: dict[int, str] = {}
    for k, stage in enumerate(plan.stages):
        names = sorted({mechanism.closures[c].name for c, _ in stage.rows})
        loops = " and ".join(f"'{name}'" for name in names)
        found[2 * k + 1] = f"loop {loops} cannot be closed here"
        found[2 * k + 2] = f"loop {loops} closes on its other branch here"
    together = _listed(drive.name for drive in mechanism.drives if not drive.alone)
    for k, drive in enumerate(mechanism.drives):
        base = int(out_of_reach_status(plan, k))
        if drive.actuators and drive.alone:
            found[base] = f"actuator '{drive.name}' is out of reach"
            found[base + 1] = f"actuator '{drive.name}' is at a dead point"
        elif drive.actuators:
            found[base] = f"no position was found for the lengths of {together}"
            found[base + 1] = f"{together} are at a dead point, all together"
    found[int(singular_status(mechanism, plan))] = (
        "the loops' forces are undefined: a singular position"
    )
    found[int(massless_status(mechanism, plan))] = (
        "some joint moves no mass: M is not positive definite"
    )
    found[int(negative_status(mechanism, plan))] = NEGATIVE_REASON
    for k, strut in enumerate(mechanism.struts):
        found[int(no_length_status(mechanism, plan, k))] = (
            f"element '{strut.name}' has no length here, so no direction"
        )
    return found


def _listed(names: Iterable[str]) -> str:
    *others, last = [f"'{name}'" for name in names] or [""]
    return f"{', '.join(others)} and {last}" if others else last
