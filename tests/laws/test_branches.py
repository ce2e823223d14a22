"""Formulations by branches agree with Newton-Euler and composite bodies on any tree."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.algorithms import (
    branches,
    gibbs_appell,
    gibbs_appell_rotations,
    lagrange,
)
from linkwright.description import Body, Description, Inertial, Joint, Rotation
from linkwright.expr import Array
from linkwright.model import Model
from tests.laws.random_trees import (
    Taste,
    interpreted,
    random_state,
    random_tree,
    relative,
)

BY_BRANCHES = (
    "gibbs_appell",
    "gibbs_appell_branches",
    "gibbs_appell_rotations",
    "lagrange",
)
# Where one list of operations takes the place of another, rounding of some hundreds.
TOLERANCE = 1e-11


def _agree(robot: lw.Robot, seed: int) -> None:
    q, v, a = random_state(robot, seed, batch=3)
    M, c = robot.mass_matrix(q), robot.bias_forces(q, v)
    tau = robot.inverse_dynamics(q, v, a)
    for name in BY_BRANCHES:
        found = interpreted(robot, "mass_matrix", q, formulation=name)["M"]
        assert relative(found, M) < TOLERANCE, name
        found = interpreted(robot, "bias_forces", q, v, formulation=name)["tau"]
        assert relative(found, c) < TOLERANCE, name
        found = interpreted(robot, "inverse_dynamics", q, v, a, formulation=name)
        assert relative(found["tau"], tau) < TOLERANCE, name


def test_matrix_and_forces_agree_on_random_trees(robot: lw.Robot) -> None:
    _agree(robot, 21)


@pytest.mark.parametrize("seed", range(6))
def test_matrix_and_forces_agree_on_spatial_chains(seed: int) -> None:
    # No branch, no axis along another: every rotation's direction shows.
    chain = Taste(("revolute", "helical"), bool(seed % 2), False, False, False)
    _agree(random_tree(100 + seed, 5, chain), seed)


def tilted_base() -> lw.Robot:
    """Return a tree on three massless slides in frames that are turned."""
    slides = ((1.0, 0.0, 0.0), (0.0, 0.6, 0.8), (0.0, 0.0, 1.0))
    joints, bodies, parent = [], [], "world"
    for k, axis in enumerate(slides):
        turned = Rotation("zyx", (0.3 * k, -0.5, 0.7))
        at = (0.1, 0.2 * k, -0.3)
        joints.append(Joint(f"X{k}", "prismatic", parent, f"s{k}", at, turned, axis))
        bodies.append(Body(f"s{k}"))
        parent = f"s{k}"
    inertia = (0.02, 0.03, 0.04, 0.001, -0.002, 0.003)
    for k, hung in enumerate(("s2", "l0", "l1", "l1", "l0", "s2")):
        turned = Rotation("zyx", (0.4, 0.5 - k, 0.6))
        at = (0.4, 0.05 * k, 0.1)
        axis = ((0.0, 0.0, 1.0), (0.6, 0.0, 0.8))[k % 2]
        joints.append(Joint(f"q{k}", "revolute", hung, f"l{k}", at, turned, axis))
        bodies.append(Body(f"l{k}", Inertial(1.0 + k, (0.2, 0.1, -0.1), inertia)))
    return lw.Robot(
        Description(
            "tilted base",
            gravity=(1.0, -2.0, -9.0),
            bodies=tuple(bodies),
            joints=tuple(joints),
        )
    )


def test_a_floating_base_of_slides_is_no_part_of_the_branches() -> None:
    robot = tilted_base()
    found = list(branches.branches_of(robot.model))
    assert [len(branch.slides) for branch in found] == [3, 3, 3, 3]
    # Tips l2, l3, l4, l5; l0 is shared by three branches, l1 by two.
    real = [[x.name for x in b.links if x.inertia.mass] for b in found]
    assert real == [["l0", "l1", "l2"], ["l3"], ["l4"], ["l5"]]
    assert [[x.name for x in b.links] for b in found][1] == ["l0", "l1", "l3"]
    _agree(robot, 3)


@pytest.mark.parametrize("name", BY_BRANCHES)
def test_slides_far_away_change_nothing(name: str) -> None:
    robot = tilted_base()
    q, v, a = random_state(robot, 5, batch=3)
    q[:, :3] = np.round(q[:, :3] * 2**20) / 2**20  # so that 1e5 m cost no digit
    far = q + np.array([1e5, -1e5, 1e5, *[0.0] * (robot.nq - 3)])
    for quantity, motion in (("mass_matrix", ()), ("inverse_dynamics", (v, a))):
        near = interpreted(robot, quantity, q, *motion, formulation=name)
        there = interpreted(robot, quantity, far, *motion, formulation=name)
        for key, expected in near.items():
            assert relative(there[key], expected) < 1e-13, quantity


def test_derivatives_do_not_change_where_slides_are_far_away() -> None:
    robot = tilted_base()
    q, v, a = random_state(robot, 5, batch=3)
    q[:, :3] = np.round(q[:, :3] * 2**20) / 2**20
    far = q + np.array([1e5, -1e5, 1e5, *[0.0] * (robot.nq - 3)])
    near = robot.inverse_dynamics_derivatives(q, v, a)
    there = robot.inverse_dynamics_derivatives(far, v, a)
    assert relative(there.by_q, near.by_q) < 1e-14
    assert relative(there.by_v, near.by_v) < 1e-14


def test_virtual_links_carry_neither_mass_nor_inertia() -> None:
    robot = tilted_base()
    counted: dict[str, int] = {}
    for branch in branches.branches_of(robot.model):
        for link in branch.links:
            numbers = (link.inertia.mass, *link.inertia.second_moment.entries)
            counted[link.name] = counted.get(link.name, 0) + any(numbers)
    assert counted == {f"l{k}": 1 for k in range(6)}


@pytest.mark.parametrize("seed", range(3))
def test_forces_at_rest_are_gravity_and_vanish_without_it(seed: int) -> None:
    robot = random_tree(seed, 5)
    model = robot.model
    q = Array(random_state(robot, seed)[0][0].tolist())
    still = Array([0.0] * model.nv)
    functions = (
        gibbs_appell.forces,
        gibbs_appell.branch_forces,
        gibbs_appell_rotations.forces,
        lagrange.forces,
    )
    weights = [_numbers(f(model, q, still)) for f in functions]
    for found in weights[1:]:
        assert relative(found, weights[0]) < 1e-13
    free: Model = model.without_gravity()
    for function in functions:
        # No velocity, no weight: nothing but signed zeros.
        assert np.abs(_numbers(function(free, q, still))).max() == 0.0


def _numbers(array: Array) -> np.ndarray:
    return np.array([float(x) for x in array], float)
