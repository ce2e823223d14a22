"""Formulations side by side: different equations, the same numbers."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.formats import read_text
from linkwright.robot.formulations import FORMULATIONS, providing
from tests.laws.random_trees import interpreted, random_state, random_tree, relative

INPUTS = {
    "inverse_dynamics": "qva",
    "forward_dynamics": "qva",
    "mass_matrix": "q",
    "mass_matrix_inverse": "q",
    "gravity_forces": "q",
    "bias_forces": "qv",
    "reactions": "qva",
    "forward_kinematics": "q",
}
SOLVED = ("forward_dynamics", "mass_matrix_inverse")
# charmie-fk has no masses: nothing accelerates there.
TREES = [name for name in lw.robots() if not name.startswith("charmie")]
MECHANISMS = ["charmie-mbd", "charmie-romansy"]
LARGE = ("human37", "hexapod", "dual27", "charmie-mbd")
SEEDS, SEEDED = range(12), 5


def _some(cases: Any, full: Any) -> list[Any]:
    """Return the cases, some of them for long runs alone."""
    return [
        pytest.param(case, marks=[pytest.mark.full] if case in full else [])
        for case in cases
    ]


def _agree(robot: lw.Robot, state: dict[str, Any], rounding: float) -> None:
    """Compare every formulation with the default, by the reference interpreter.

    What solves with M may be off by ``rounding`` times its condition.
    Denavit-Hartenberg has chains of its own to prove it.
    """
    solved = np.linalg.cond(robot.mass_matrix(state["q"])).max() * rounding
    factors = _factors(robot)
    for quantity, letters in INPUTS.items():
        arrays = [state[name] for name in letters]
        expected = interpreted(robot, quantity, *arrays)
        allowed = max(1e-11, solved) if quantity in SOLVED else 1e-11
        for formulation in providing(quantity, robot._kernels.is_mechanism):
            if formulation == "denavit_hartenberg":
                continue
            if formulation == "articulated_body" and not factors:
                continue
            found = interpreted(robot, quantity, *arrays, formulation=formulation)
            for name, array in expected.items():
                error = relative(found[name], array)
                assert error < allowed, (quantity, formulation, name, error)


def _state(robot: lw.Robot, seed: int, batch: int = 3) -> dict[str, Any]:
    return dict(zip("qva", random_state(robot, seed, batch), strict=True))


@pytest.mark.parametrize("name", _some(TREES, LARGE))
def test_formulations_agree_on_bundled_trees(name: str) -> None:
    robot = lw.load(name)
    _agree(robot, _state(robot, 1), 1e-15)


@pytest.mark.parametrize("name", _some(MECHANISMS, LARGE))
def test_formulations_agree_through_loops(name: str) -> None:
    robot = lw.load(name)
    rng = np.random.default_rng(4)
    q = robot.neutral + rng.uniform(-0.01, 0.01, size=(2, robot.nq))
    v, a = rng.normal(size=(2, 2, robot.nv))
    _agree(robot, {"q": q, "v": v, "a": a}, 1e-15)


@pytest.mark.parametrize("seed", _some(SEEDS, SEEDS[SEEDED:]))
def test_formulations_agree_on_random_trees(seed: int) -> None:
    robot = random_tree(seed, 3 + seed % 5)  # every joint type, coupled, massless
    _agree(robot, _state(robot, seed), 1e-14)


def _factors(robot: lw.Robot) -> bool:
    from linkwright.algorithms.articulated_body import clusters

    return clusters(robot._kernels.model("bodies")) is not None


@pytest.mark.parametrize("name", ["kuka-lwr4", "arm-6r", "quadruped"])
@pytest.mark.parametrize("formulation", providing("coriolis_matrix"))
def test_coriolis_matrices_differ_but_not_in_what_they_do(
    name: str, formulation: str
) -> None:
    robot = lw.load(name)
    x = _state(robot, 2)
    q, v = x["q"], x["v"]
    C = interpreted(robot, "coriolis_matrix", q, v, formulation=formulation)["C"]
    bias = np.einsum("bij,bj->bi", C, v) + robot.gravity_forces(q)
    assert relative(bias, robot.bias_forces(q, v)) < 1e-12
    step = 1e-5
    there = [robot.mass_matrix(robot.integrate(q, s * step * v)) for s in (1, -1)]
    rate = (there[0] - there[1]) / (2 * step)
    twice = rate - 2 * C
    symmetric = twice + np.swapaxes(twice, -1, -2)
    # A central difference: step^2 of the rate's own second derivative.
    assert np.abs(symmetric).max() < 1e-8 * np.abs(rate).max()


def test_external_wrenches_enter_every_formulation() -> None:
    robot = lw.load("kuka-lwr4")
    x = _state(robot, 3)
    wrench = np.random.default_rng(5).normal(size=(3, 6)) * 20
    q, v, a = x["q"], x["v"], x["a"]
    last = robot.bodies[-1].name
    given: dict[str, Any] = {"external": {last: wrench}, "frame": "body"}
    expected = robot.inverse_dynamics(q, v, a, **given)
    for name in providing("inverse_dynamics"):
        found = robot.inverse_dynamics(q, v, a, formulation=name, **given)
        assert relative(found, expected) < 1e-13
    for name in providing("forward_dynamics"):
        found = robot.forward_dynamics(q, v, expected, formulation=name, **given)
        assert relative(found, a) < 1e-11
    expected = robot.reactions(q, v, a, expressed_in="world", **given).array
    for name in providing("reactions"):
        found = robot.reactions(
            q, v, a, expressed_in="world", formulation=name, **given
        )
        assert relative(found.array, expected) < 1e-13


def test_derivatives_follow_the_named_formulation() -> None:
    robot = lw.load("arm-4")
    x = _state(robot, 6)
    arrays = [x[name] for name in "qva"]
    expected = robot.inverse_dynamics_derivatives(*arrays).by_q
    found = robot.derivative(
        "inverse_dynamics",
        *arrays,
        with_respect_to="q",
        formulation="spatial_operator",
    )
    assert relative(found.tau_by_q, expected) < 1e-12


def test_a_quantity_that_a_formulation_lacks_names_those_that_have_it() -> None:
    robot = lw.load("arm-2")
    q = robot.neutral
    with pytest.raises(InputError, match="'articulated_body' does not provide") as e:
        robot.coriolis_matrix(q, q, formulation="articulated_body")
    assert "spatial_operator, composite_body" in str(e.value)
    with pytest.raises(InputError, match="there is no formulation 'newton'") as e:
        robot.inverse_dynamics(q, q, q, formulation="newton")
    assert "Did you mean 'newton_euler'" in str(e.value)
    charmie = lw.load("charmie")
    still = 0 * charmie.neutral
    with pytest.raises(InputError, match="of robots with loops or elements"):
        charmie.forward_dynamics(
            charmie.neutral, still, still, formulation="articulated_body"
        )


def test_articulated_bodies_refuse_couplings_that_do_not_factor() -> None:
    for seed in range(60):
        robot = random_tree(seed, 6)
        if not _factors(robot):
            break
    q = robot.neutral
    still = np.zeros(robot.nv)
    with pytest.raises(InputError, match="follow one drive"):
        robot.forward_dynamics(q, still, still, formulation="articulated_body")


def test_every_formulation_says_what_it_is_and_provides_something() -> None:
    for name, formulation in FORMULATIONS.items():
        assert formulation.about and formulation.provides, name


def test_a_varied_mass_may_vanish_in_every_formulation() -> None:
    """Where spatial operators stand, a body without mass has no centre."""
    text = """
    linkwright: 1
    name: crane
    parameters: {load: 50 kg}
    bodies:
      arm: {mass: 20, center_of_mass: [1, 0, 0], inertia: {xx: 1, yy: 2, zz: 2}}
      hook: {mass: load, center_of_mass: [0, 0, -1], inertia: {xx: 0, yy: 0, zz: 0}}
    joints:
      luff: {type: revolute, parent: world, body: arm, axis: y}
      sway: {type: revolute, parent: arm, body: hook, axis: y, at: [2, 0, 0]}
    """
    crane = lw.Robot(read_text(dedent(text))).vary("load")
    q, v, a = np.random.default_rng(7).normal(size=(3, 2))
    loads = np.array([0.0, 30.0])
    expected = crane.inverse_dynamics(q, v, a, load=loads)
    for name in providing("inverse_dynamics"):
        found = crane.inverse_dynamics(q, v, a, formulation=name, load=loads)
        assert np.abs(found - expected).max() < 1e-11
