"""Design parameters as run-time inputs: the same numbers, batched, differentiated."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import Formula, Parameter
from linkwright.errors import InputError
from linkwright.expr import Node, Program
from linkwright.expr.counts import count_nodes
from tests.robot.crane import crane as build

BOOM, LOAD = 1.7, 0.4
CALLS = {
    "inverse_dynamics": lambda r, x, **p: r.inverse_dynamics(*x, **p),
    "forward_dynamics": lambda r, x, **p: r.forward_dynamics(*x, **p),
    "mass_matrix": lambda r, x, **p: r.mass_matrix(x.q, **p),
    "coriolis_matrix": lambda r, x, **p: r.coriolis_matrix(x.q, x.v, **p),
    "derivatives": lambda r, x, **p: r.inverse_dynamics_derivatives(*x, **p).by_q,
    "pose": lambda r, x, **p: r.forward_kinematics(x.q, **p)["tip"].position,
    "motion": lambda r, x, **p: r.body_motions(*x, **p)["tip"].acceleration,
    "reactions": lambda r, x, **p: r.reactions(*x, **p).array,
    "jacobian": lambda r, x, **p: r.jacobian("tip", x.q, **p),
    "center_of_mass": lambda r, x, **p: r.center_of_mass(x.q, **p),
    "kinetic_energy": lambda r, x, **p: r.kinetic_energy(x.q, x.v, **p),
    "momentum": lambda r, x, **p: r.momentum(x.q, x.v, **p),
}


@pytest.fixture(scope="module")
def other() -> lw.Robot:
    """The crane as a file with other numbers describes it."""
    return build(boom=f"{BOOM} m", load=f"{LOAD} kg")


@pytest.mark.parametrize("name", CALLS)
def test_values_are_those_of_a_robot_with_that_number(
    crane, other, varied, motion, name: str
) -> None:
    call = CALLS[name]
    expected = call(other, motion)
    scale = np.abs(expected).max()
    found = call(varied, motion, boom=BOOM, load=LOAD)
    assert np.abs(found - expected).max() / scale < 1e-14
    # What is not given keeps its declared value.
    declared = call(crane, motion)
    assert np.abs(call(varied, motion) - declared).max() / scale < 1e-13
    assert np.abs(declared - expected).max() / scale > 1e-3


def test_parameters_defined_by_others_follow_them(varied) -> None:
    """The arm's centre lies at half the boom, which nobody varied."""
    q = np.zeros(3)
    for boom in (0.5, 3.0):
        pose = varied.forward_kinematics(q, boom=boom)
        center = varied.center_of_mass(q, boom=boom, load=1e-30)
        masses = 4 * np.array([0, 0, 0.6]) + 2 * (
            pose["arm"].position + pose["arm"].rotation @ [boom / 2, 0.1, 0]
        )
        assert center == pytest.approx(masses / 6, abs=1e-14)


def test_a_parameter_given_a_value_no_longer_follows_its_formula() -> None:
    robot = build().vary("half")
    found = robot.center_of_mass(np.zeros(3), half=0.1)
    expected = build(half="0.1 m").center_of_mass(np.zeros(3))
    assert found == pytest.approx(expected, abs=1e-15)


def test_batches_of_parameters_broadcast_against_states(varied, motion) -> None:
    boom = np.array([0.5, 1.2, 2.0, 3.0])[:, None]
    load = np.linspace(1, 2, 5)
    tau = varied.inverse_dynamics(*motion, boom=boom, load=load)
    assert tau.shape == (4, 5, 3)
    for i in range(4):
        for j in range(5):
            one = varied.inverse_dynamics(
                *(x[j] for x in motion), boom=float(boom[i, 0]), load=load[j]
            )
            assert np.array_equal(tau[i, j], one)
    poses = varied.forward_kinematics(motion.q[0], boom=boom)
    assert poses["tip"].position.shape == (4, 1, 3)
    assert varied.inverse_dynamics(*motion, load=load).shape == (5, 3)


@pytest.mark.parametrize("name", ["boom", "load"])
def test_derivatives_by_a_parameter_match_differences(varied, motion, name) -> None:
    declared = {"boom": 1.2, "load": 3.0}[name]
    h = 1e-6
    for quantity, arrays, result in (
        ("inverse_dynamics", tuple(motion), "tau"),
        ("forward_dynamics", tuple(motion), "a"),
        ("mass_matrix", (motion.q,), "M"),
        ("center_of_mass", (motion.q,), "center"),
    ):
        D = varied.derivative(quantity, *arrays, with_respect_to=name)
        found = D.matrices[f"{result}_by_{name}"]
        function = getattr(varied, quantity)
        ahead = function(*arrays, **{name: declared + h})
        behind = function(*arrays, **{name: declared - h})
        assert found.shape == ahead.shape
        expected = (ahead - behind) / (2 * h)
        scale = np.abs(ahead).max() + np.abs(expected).max()
        # Central differences of 1e-6: rounding of 1e-16 / 1e-6.
        assert np.abs(found - expected).max() / scale < 1e-8


def test_derivatives_by_inputs_and_parameters_come_together(varied, motion) -> None:
    q, v, _ = motion
    names = ("q", "boom", "load")
    D = varied.derivative("bias_forces", q, v, with_respect_to=names, boom=2.0)
    assert [f"tau_by_{name}" for name in names] == list(D.matrices)
    assert D.tau_by_q.shape == (5, 3, 3) and D.tau_by_boom.shape == (5, 3)
    # Joint forces are linear in a mass.
    tau = varied.bias_forces(q, v, boom=2.0, load=[[1.0], [2.0]])
    assert D.tau_by_load == pytest.approx(tau[1] - tau[0], abs=1e-12)


def test_varying_again_names_all_that_is_varied() -> None:
    robot = build().vary("load").vary("boom", "load")
    assert robot.varied == ("boom", "load")
    assert "varied boom, load" in repr(robot)
    assert "varied" not in repr(build())


def test_float32_states_take_python_numbers_and_float32_parameters(
    varied, motion
) -> None:
    single = tuple(x.astype(np.float32) for x in motion)
    exact = varied.inverse_dynamics(*motion, boom=1.3, load=2.0)
    for load in (2, 2.0, np.float32(2.0), np.full(5, 2.0, np.float32)):
        tau = varied.inverse_dynamics(*single, boom=1.3, load=load)
        assert tau.dtype == np.float32
        assert np.abs(tau - exact).max() / np.abs(exact).max() < 1e-5
    assert varied.inverse_dynamics(*single).dtype == np.float32
    double = varied.inverse_dynamics(*single, load=np.full(5, 2.0))
    assert double.dtype == np.float64


def test_a_parameter_that_is_nan_spoils_its_own_rows(varied, motion) -> None:
    load = np.array([1.0, np.nan, 2.0, np.inf, 3.0])
    tau = varied.inverse_dynamics(*motion, load=load)
    fine = np.isfinite(load)
    assert not np.isfinite(tau[~fine]).all(axis=-1).any()
    expected = varied.inverse_dynamics(*(x[fine] for x in motion), load=load[fine])
    assert np.array_equal(tau[fine], expected)


def with_variable_masses(robot: lw.Robot) -> lw.Robot:
    """Return the robot with every mass a design parameter, all varied."""
    bodies, parameters = [], []
    for k, each in enumerate(robot.bodies):
        assert each.inertial is not None
        name = f"mass_{k}"
        mass = replace(each.inertial, mass=Formula(name, ""))
        bodies.append(replace(each, inertial=mass))
        parameters.append(Parameter(name, float(each.inertial.mass), None, "kg"))
    described = replace(
        robot.description, bodies=tuple(bodies), parameters=tuple(parameters)
    )
    return lw.Robot(described).vary(*(p.name for p in parameters))


def flops_per_state(program: Program) -> int:
    """Return the multiplications and additions that depend on a state."""
    changing: set[int] = set()
    axes = [x.axes for x in program.arguments for _ in range(x.size)]
    nodes = []
    for node in program.live():
        if node.op == "input":
            depends = "sample" in axes[int(node.data)]
        else:
            parts = (x for x in node.args if isinstance(x, Node))
            depends = any(x.number in changing for x in parts)
        if depends:
            changing.add(node.number)
            nodes.append(node)
    return count_nodes(nodes).flops


def test_a_varied_robot_is_regrouped_as_well() -> None:
    arm = lw.load("arm7")
    varied = with_variable_masses(arm)
    constant = flops_per_state(arm.program("inverse_dynamics"))
    found = flops_per_state(varied.program("inverse_dynamics"))
    # Regrouping runs in the case prologue; the rest per state is nearly that of the
    # constants (decision 2: 1610 against 1604 on CHARMIE).
    assert found <= 1.02 * constant
    q, v, a = np.random.default_rng(1).normal(size=(3, 4, 7))
    tau = arm.inverse_dynamics(q, v, a)
    assert np.abs(varied.inverse_dynamics(q, v, a) - tau).max() < 1e-12


TAKEN = """
    undetermined formulation given position rate acceleration quantities
    self q v a tau b step q_end name quantity by space point frame external friction
    on at expressed_in with_respect_to out threads on_failure wrench
""".split()


@pytest.mark.parametrize("name", TAKEN)
def test_a_parameter_named_like_a_keyword_is_refused(name: str) -> None:
    """Given by keyword, it would never arrive: the method's own would take it."""
    with pytest.raises(InputError) as caught:
        build(**{name: "1"}).vary("boom", name)
    error = caught.value
    assert error.finding == (
        f"design parameter '{name}' has the name of a keyword of the robot's methods"
    )
    assert error.place is not None
    assert "threads" in error.expectation
    assert "Rename it" in error.remedy and f"{name}_value" in error.remedy


def test_every_keyword_of_a_method_with_parameters_is_refused() -> None:
    for method in (
        lw.Robot.inverse_dynamics,
        lw.Robot.reactions,
        lw.Robot.derivative,
        lw.Robot.from_actuators,
        lw.Robot.compute,
    ):
        for name, what in signature(method).parameters.items():
            if what.kind in (what.POSITIONAL_OR_KEYWORD, what.KEYWORD_ONLY):
                assert name in TAKEN
