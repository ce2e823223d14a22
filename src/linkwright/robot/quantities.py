"""What a robot can compute: each quantity's inputs, outputs and algorithm, in a table.

A quantity is traced to a program on demand. ``needs`` says which model its algorithm
may use: the joint space's cheaper one, or the bodies as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from linkwright.algorithms import (
    articulated_body,
    configuration,
    definite,
    derivatives,
    energy,
    factorization,
    forward_dynamics,
    friction,
    jacobian,
    kinematics,
    reactions,
    regressor,
)
from linkwright.algorithms.newton_euler import Wrench
from linkwright.algorithms.reactions import ReactionChoice
from linkwright.expr import Array, Result, less, where, zeros
from linkwright.model.tree import WORLD, Model
from linkwright.robot.failed_rows import NEGATIVE_REASON, STATUS

Inputs = Mapping[str, Array]
Options = Mapping[str, Any]
Outputs = Mapping[str, Any]


@dataclass(frozen=True)
class Quantity:
    """One thing a robot computes.

    Attributes:
        inputs: names of the arrays it takes, in order.
        needs: which model its algorithm may use.
        trace: from model, inputs and options to named outputs.
        options: names of what may be chosen when it is compiled.
    """

    inputs: tuple[str, ...]
    needs: Literal["joint_space", "bodies"]
    trace: Callable[[Model, Inputs, Options], Outputs]
    options: tuple[str, ...] = ()


def function_of(quantity: str, options: Mapping[str, Any]) -> Callable[..., Any]:
    """Return the function of a quantity in the formulation that options name.

    All formulations are imported when a program is traced: cached ones need none.
    """
    from linkwright.robot import formulations

    return formulations.function_of(quantity, options)


def size_of(input_name: str, model: Model, options: Options) -> int:
    """Return the number of entries of an input."""
    if input_name in ("q", "q_end"):
        return model.nq
    if input_name == "contact_step":
        return 1
    if input_name == "wrench":
        return 6 * len(options["points"])
    return model.nv  # as many drives as velocities


def input_names(quantity: str, options: Options) -> tuple[str, ...]:
    """Return the names of a quantity's inputs, those that options add among them."""
    names = QUANTITIES[quantity].inputs
    if options.get("points"):
        names = (*names, "wrench")
    return (*names, *(name for name in ADDED if options.get(name)))


def meaning_of(input_name: str) -> str:
    """Return what the entries of an input are, for messages."""
    if input_name in ("q", "q_end"):
        return "one entry for each of robot.coordinate_names"
    if input_name == "wrench":
        return "force and torque on each named point"
    if input_name == "contact_step":
        return "the step at whose end contacts press"
    if input_name == "added_inertia":
        return "one entry for each of robot.velocity_names"
    if input_name == "parameters":
        return "one entry for each varied design parameter"
    if input_name == "position":
        return "one entry for each of robot.drive_position_names"
    if input_name in ("rate", "acceleration"):
        return "one entry for each of robot.drive_names"
    return "one entry for each of robot.velocity_names"


def external_of(model: Model, x: Inputs, options: Options) -> list[Wrench] | None:
    """Return the external wrench on each body, None where there are none."""
    points = options.get("points")
    if not points:
        return None
    given = [x["wrench"][6 * i : 6 * i + 6] for i in range(len(points))]
    places = [place_of(model, name) for name in points]
    frame = options.get("frame", "world")
    frames = (frame,) * len(points) if isinstance(frame, str) else frame
    return reactions.external_wrenches(model, x["q"], places, given, frames)


CENTER = ".center_of_mass"


def place_of(model: Model, name: str) -> tuple[int, Array]:
    """Return the link and the position in its frame of a named point or body.

    Or of a body's centre of mass: its name with `CENTER` behind.
    """
    for point in model.points:
        if point.name == name:
            return point.link, point.position
    for k, link in enumerate(model.links):
        if link.name == name and not link.hidden:
            return k, zeros(3)
        if link.name + CENTER == name and not link.hidden:
            return k, link.inertia.first_moment / link.inertia.mass
    raise AssertionError(name)


def _inverse_dynamics(model: Model, x: Inputs, options: Options) -> Outputs:
    external = external_of(model, x, options)
    inverse = function_of("inverse_dynamics", options)
    tau = inverse(model, x["q"], x["v"], x["a"], external)
    if options.get("friction"):
        tau = tau + friction.friction_forces(model, x["v"])
    return {"tau": tau}


def _forward_dynamics(model: Model, x: Inputs, options: Options) -> Outputs:
    external = external_of(model, x, options)
    tau = x["tau"]
    if options.get("friction"):
        tau = tau - friction.friction_forces(model, x["v"])
    if options.get("added_inertia"):
        model = _with_inertia(model, x["added_inertia"])
    q, v = x["q"], x["v"]
    forward = function_of("forward_dynamics", options)
    a, pivots = forward(model, q, v, tau, external)
    return _definite({"a": a}, pivots, options)


def _with_inertia(model: Model, added: Array) -> Model:
    """Return the model with more inertia at each joint, as its drive's rotor gives.

    Not at joints of several freedoms, nor at coupled ones.
    """
    return replace(
        model,
        links=tuple(
            replace(link, armature=link.armature + added[link.v_index])
            if link.nv == 1 and not link.coupled
            else link
            for link in model.links
        ),
    )


def _friction_forces(model: Model, x: Inputs, options: Options) -> Outputs:
    smooth = options.get("smooth", 0.0)
    return {"tau": friction.friction_forces(model, x["v"], smooth)}


def _mass_matrix(model: Model, x: Inputs, options: Options) -> Outputs:
    return {"M": function_of("mass_matrix", options)(model, x["q"])}


def _gravity_forces(model: Model, x: Inputs, options: Options) -> Outputs:
    return {"tau": function_of("gravity_forces", options)(model, x["q"])}


def _bias_forces(model: Model, x: Inputs, options: Options) -> Outputs:
    return {"tau": function_of("bias_forces", options)(model, x["q"], x["v"])}


def _external_forces(model: Model, x: Inputs, options: Options) -> Outputs:
    external = external_of(model, x, options)
    given = function_of("external_forces", options)(model, x["q"], external)
    return {"Q": -given}


def _coriolis_matrix(model: Model, x: Inputs, options: Options) -> Outputs:
    return {"C": function_of("coriolis_matrix", options)(model, x["q"], x["v"])}


def _mass_matrix_inverse(model: Model, x: Inputs, options: Options) -> Outputs:
    inverse, pivots = function_of("mass_matrix_inverse", options)(model, x["q"])
    return _definite({"M_inverse": inverse}, pivots, options)


def _solve_mass_matrix(model: Model, x: Inputs, options: Options) -> Outputs:
    still = zeros(model.nv)
    if articulated_body.clusters(model) is None:
        factors = forward_dynamics.mass_factors(model, x["q"])
        return _definite({"x": factors.solve(x["b"])}, factors.pivots, options)
    free = model.without_gravity()
    a, pivots = articulated_body.articulated_body(free, x["q"], still, x["b"])
    return _definite({"x": a}, pivots, options)


def _inverse_dynamics_derivatives(m: Model, x: Inputs, options: Options) -> Outputs:
    by_q, by_v, mass = derivatives.inverse_dynamics_derivatives(
        m, x["q"], x["v"], x["a"], external_of(m, x, options)
    )
    return _asked({"by_q": by_q, "by_v": by_v, "by_a": mass}, options)


def _forward_dynamics_derivatives(m: Model, x: Inputs, options: Options) -> Outputs:
    by_q, by_v, inverse, pivots = forward_dynamics.forward_dynamics_derivatives(
        m, x["q"], x["v"], x["tau"], external_of(m, x, options)
    )
    asked = _asked({"by_q": by_q, "by_v": by_v, "by_tau": inverse}, options)
    return _definite(asked, pivots, options)


def _asked(matrices: dict[str, Array], options: Options) -> dict[str, Any]:
    """Return the derivatives that option ``by`` names; what they share costs once."""
    names = options.get("by") or [name.removeprefix("by_") for name in matrices]
    return {f"by_{name}": matrices[f"by_{name}"] for name in names}


def _definite(
    outputs: dict[str, Any], pivots: Mapping[int, Any], options: Options
) -> dict[str, Any]:
    """Return outputs with the status `INDEFINITE` where M is not positive.

    As they are for a robot whose M is positive definite certainly (no ``floors``).
    """
    if "floors" not in options:
        return dict(outputs)
    failed = definite.indefinite(pivots, options["floors"])
    if isinstance(failed, bool):
        return dict(outputs)  # constant pivots: `check_masses` has judged them
    return outputs | {STATUS: where(failed, float(INDEFINITE), 0.0)}


def _forward_kinematics(model: Model, x: Inputs, options: Options) -> Outputs:
    poses = function_of("forward_kinematics", options)(model, x["q"])
    rows = [
        (*pose.R.entries, *pose.O)
        for pose, link in zip(poses, model.links, strict=True)
        if not link.hidden
    ]
    points = [tuple(p) for p in kinematics.point_positions(model, poses)]
    return {"bodies": _rows(rows, 12), "points": _rows(points, 3)}


def _body_motions(model: Model, x: Inputs, options: Options) -> Outputs:
    poses = kinematics.kinematics_from_roots(model, x["q"])
    motions = kinematics.body_motions(model, poses, x["v"], x["a"])
    bodies = [
        (*m.v, *m.w, *m.a, *m.wd)
        for m, link in zip(motions, model.links, strict=True)
        if not link.hidden
    ]
    points = []
    for point in model.points:
        r = poses[point.link].R @ point.position
        velocity, acceleration = motions[point.link].of_point(r)
        points.append((*velocity, *acceleration))
    return {"bodies": _rows(bodies, 12), "points": _rows(points, 6)}


def _rows(rows: list[tuple[Any, ...]], width: int) -> Array:
    return Array((entry for row in rows for entry in row), width)


def _reactions(model: Model, x: Inputs, options: Options) -> Outputs:
    wrenches = function_of("reactions", options)(
        model,
        x["q"],
        x["v"],
        x["a"],
        options.get("choice", ReactionChoice()),
        external_of(model, x, options),
    )
    rows: list[tuple[Any, ...]] = [(*w.force, *w.torque) for w in wrenches]
    return {"joints": _rows(rows, 6)}


def _jacobian(model: Model, x: Inputs, options: Options) -> Outputs:
    link, local = place_of(model, options["point"])
    frame = options.get("frame", "world_aligned")
    return {"J": jacobian.point_jacobian(model, x["q"], link, local, frame)}


def _jacobian_rate(model: Model, x: Inputs, options: Options) -> Outputs:
    J = _jacobian(model, x, options)["J"]
    return {"J_rate": configuration.time_derivative(model, J, x["q"], x["v"])}


def _center_of_mass(model: Model, x: Inputs, options: Options) -> Outputs:
    poses = kinematics.forward_kinematics(model, x["q"])
    mass, moment = jacobian.center_of_mass(model, poses)
    return {"center": moment / mass}


def _center_of_mass_jacobian(model: Model, x: Inputs, options: Options) -> Outputs:
    frame = options.get("frame", "world")
    axes = WORLD if frame == "world" else place_of(model, frame)[0]
    return {"J": jacobian.center_of_mass_jacobian(model, x["q"], axes)}


def _center_of_mass_jacobian_rate(m: Model, x: Inputs, options: Options) -> Outputs:
    J = _center_of_mass_jacobian(m, x, options)["J"]
    return {"J_rate": configuration.time_derivative(m, J, x["q"], x["v"])}


def _centroidal_momentum_matrix(m: Model, x: Inputs, options: Options) -> Outputs:
    return {"A": energy.centroidal_momentum_matrix(m, x["q"])}


def _centroidal_momentum_matrix_rate(m: Model, x: Inputs, o: Options) -> Outputs:
    A = energy.centroidal_momentum_matrix(m, x["q"])
    return {"A_rate": configuration.time_derivative(m, A, x["q"], x["v"])}


def _momentum(model: Model, x: Inputs, options: Options) -> Outputs:
    return {"momentum": energy.centroidal_momentum_matrix(model, x["q"]) @ x["v"]}


def _operational_inertia(model: Model, x: Inputs, options: Options) -> Outputs:
    J = _jacobian(model, x, options)["J"]
    factors = forward_dynamics.mass_factors(model, x["q"])
    inertia, status = factorization.operational_inertia(J, factors)
    guarded = _definite({"Lambda": inertia}, factors.pivots, options)
    if STATUS in guarded:
        indefinite = less(0.0, guarded[STATUS])
        status = where(indefinite, guarded[STATUS], status)
    return guarded | {STATUS: status}


def _integrate_derivatives(model: Model, x: Inputs, options: Options) -> Outputs:
    by_q, by_step = configuration.integrate_derivatives(model, x["q"], x["step"])
    return {"by_q": by_q, "by_step": by_step}


def _difference_derivatives(model: Model, x: Inputs, options: Options) -> Outputs:
    by_start, by_end = configuration.difference_derivatives(model, x["q"], x["q_end"])
    return {"by_start": by_start, "by_end": by_end}


# What a status other than 0 says.
SINGULAR, INDEFINITE, NEGATIVE = 1, 2, 3


def _of_mechanism(model: Model, x: Inputs, options: Options) -> Outputs:
    raise AssertionError("traced by mechanism_quantities")


REASONS = {
    SINGULAR: "the Jacobian has not full rank: a singular position",
    INDEFINITE: "some joint moves no mass, or negative mass, so M is not definite",
    NEGATIVE: NEGATIVE_REASON,
}

_MOTION = ("q", "v", "a")
# Of robots with drives, elements, loops and walls; traced by `mechanism_quantities`.
_DRIVEN = (
    ("elements", _MOTION),
    ("element_forces", ("q", "v")),
    ("dependent_coordinates", ("q",)),
    ("tree_state", ("q", "v")),
    ("loop_state", ("q",)),
    ("actuator_jacobian", ("q",)),
    ("actuator_forces", _MOTION),
    ("to_actuators", _MOTION),
    ("from_actuators", ("position", "rate", "acceleration")),
    ("gaps", ("q",)),
    ("gap_rates", ("q", "v")),
    ("gap_accelerations", _MOTION),
    ("contact_jacobian", ("q",)),
    ("contact_places", ("q",)),
    ("contact_place_jacobian", ("q",)),
    ("contact_forces", ("q", "v")),
)
FORMULATION = "formulation"
_CHOICE = (FORMULATION,)
_FORCES = ("points", "frame", "friction")
_LOADED = ("by", "points", "frame")
# Inputs of forward dynamics for steps of simulations.
ADDED = ("added_inertia", "contact_step")
_POINT = ("point", "frame")
QUANTITIES: dict[str, Quantity] = {
    "inverse_dynamics": Quantity(
        ("q", "v", "a"), "joint_space", _inverse_dynamics, (*_FORCES, FORMULATION)
    ),
    "forward_dynamics": Quantity(
        ("q", "v", "tau"),
        "joint_space",
        _forward_dynamics,
        (*_FORCES, *ADDED, FORMULATION),
    ),
    "friction_forces": Quantity(
        ("q", "v"), "joint_space", _friction_forces, ("smooth",)
    ),
    "mass_matrix": Quantity(("q",), "joint_space", _mass_matrix, _CHOICE),
    "mass_matrix_inverse": Quantity(
        ("q",), "joint_space", _mass_matrix_inverse, _CHOICE
    ),
    "solve_mass_matrix": Quantity(("q", "b"), "joint_space", _solve_mass_matrix),
    "gravity_forces": Quantity(("q",), "joint_space", _gravity_forces, _CHOICE),
    "bias_forces": Quantity(("q", "v"), "joint_space", _bias_forces, _CHOICE),
    "external_forces": Quantity(
        ("q",), "bodies", _external_forces, ("points", "frame", FORMULATION)
    ),
    "coriolis_matrix": Quantity(("q", "v"), "joint_space", _coriolis_matrix, _CHOICE),
    "inverse_dynamics_derivatives": Quantity(
        ("q", "v", "a"), "joint_space", _inverse_dynamics_derivatives, _LOADED
    ),
    "forward_dynamics_derivatives": Quantity(
        ("q", "v", "tau"), "joint_space", _forward_dynamics_derivatives, _LOADED
    ),
    "forward_kinematics": Quantity(("q",), "bodies", _forward_kinematics, _CHOICE),
    "body_motions": Quantity(("q", "v", "a"), "bodies", _body_motions),
    "reactions": Quantity(
        ("q", "v", "a"),
        "bodies",
        _reactions,
        ("choice", "points", "frame", "undetermined", FORMULATION),
    ),
    "jacobian": Quantity(("q",), "bodies", _jacobian, _POINT),
    "jacobian_rate": Quantity(("q", "v"), "bodies", _jacobian_rate, _POINT),
    "center_of_mass": Quantity(("q",), "bodies", _center_of_mass),
    "center_of_mass_jacobian": Quantity(
        ("q",), "bodies", _center_of_mass_jacobian, ("frame",)
    ),
    "center_of_mass_jacobian_rate": Quantity(
        ("q", "v"), "bodies", _center_of_mass_jacobian_rate, ("frame",)
    ),
    "centroidal_momentum_matrix": Quantity(
        ("q",), "bodies", _centroidal_momentum_matrix
    ),
    "centroidal_momentum_matrix_rate": Quantity(
        ("q", "v"), "bodies", _centroidal_momentum_matrix_rate
    ),
    "momentum": Quantity(("q", "v"), "bodies", _momentum),
    "kinetic_energy": Quantity(
        ("q", "v"),
        "bodies",
        lambda m, x, o: {"energy": energy.kinetic_energy(m, x["q"], x["v"])},
    ),
    "potential_energy": Quantity(
        ("q",),
        "bodies",
        lambda m, x, o: {"energy": energy.potential_energy(m, x["q"])},
    ),
    "operational_inertia": Quantity(("q",), "bodies", _operational_inertia, _POINT),
    "regressor": Quantity(
        ("q", "v", "a"),
        "bodies",
        lambda m, x, o: {"Y": regressor.regressor(m, x["q"], x["v"], x["a"])},
    ),
    "integrate": Quantity(
        ("q", "step"),
        "joint_space",
        lambda m, x, o: {"q": configuration.integrate(m, x["q"], x["step"])},
    ),
    "difference": Quantity(
        ("q", "q_end"),
        "joint_space",
        lambda m, x, o: {"step": configuration.difference(m, x["q"], x["q_end"])},
    ),
    "integrate_derivatives": Quantity(
        ("q", "step"), "joint_space", _integrate_derivatives
    ),
    "difference_derivatives": Quantity(
        ("q", "q_end"), "joint_space", _difference_derivatives
    ),
    "rate_matrix": Quantity(
        ("q",),
        "joint_space",
        lambda m, x, o: {"N": configuration.rate_matrix(m, x["q"])},
    ),
    **{name: Quantity(inputs, "bodies", _of_mechanism) for name, inputs in _DRIVEN},
    "several": Quantity(_MOTION, "bodies", _of_mechanism, ("several",)),
    "loop_rows": Quantity(("q", "v"), "bodies", _of_mechanism),
    "loop_projection": Quantity(("q", "v"), "bodies", _of_mechanism),
    "tree_equations": Quantity(
        ("q", "v", "tau"),
        "bodies",
        _of_mechanism,
        ("points", "frame", "added_inertia"),
    ),
    "loop_motion": Quantity(
        ("q", "v", "tau"),
        "bodies",
        _of_mechanism,
        ("points", "frame", "added_inertia"),
    ),
}


DRIVEN = (*(name for name, _ in _DRIVEN), "several")
# Of robots with loops; all with coordinates="tree".
ON_TREE = ("loop_rows", "loop_projection", "tree_equations", "loop_motion")


def results_of(outputs: Outputs) -> tuple[Result, ...]:
    """Return the program results of a quantity's outputs, without empty ones.

    Unless all but a status are: a robot without freedoms has joint forces, none.
    """
    results = tuple(
        value if isinstance(value, Result) else Result.of(name, value)
        for name, value in outputs.items()
    )
    filled = tuple(result for result in results if result.entries)
    return filled if any(result.name != STATUS for result in filled) else results
