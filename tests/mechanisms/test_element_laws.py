"""Each element's law by hand, on a slide along its line: length, force, energy."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.formats import read_text

SLIDE = """
linkwright: 1
name: slide
gravity: [0, 0, 0]
parameters: {{k: 300 N/m}}
bodies:
  base: {{points: {{P: [0, 0, -0.2]}}}}
  sledge: {{mass: 2, inertia: [1, 1, 1], points: {{Q: [0, 0, 0.1]}}}}
joints:
  stand: {{type: fixed, parent: world, body: base}}
  d: {{type: prismatic, parent: base, body: sledge, axis: z, reference: 0.5}}
elements:
  e: {{between: {between}, shortest: 0.5, longest: 1.1, {law}}}
"""
# length L = q + 0.3 and its rate v; the tension that the law gives
LAWS = {
    "type: spring, stiffness: k, free_length: 0.7": lambda L, v: 300 * (L - 0.7),
    "type: spring, stiffness: k, free_length: 0.7, pretension: 40 N": (
        lambda L, v: 300 * (L - 0.7) + 40
    ),
    "type: spring, stiffness: k, free_length: 0.7, count: 3, acts: pull": (
        lambda L, v: 3 * np.maximum(300 * (L - 0.7), 0)
    ),
    "type: spring, stiffness: k, free_length: 0.7, pretension: -30 N, acts: push": (
        lambda L, v: np.minimum(300 * (L - 0.7) - 30, 0)
    ),
    "type: damper, damping: 25, count: 2": lambda L, v: 50 * v,
    "type: damper, damping: 25, acts: push": lambda L, v: 25 * np.minimum(v, 0),
    "type: force_law, law: 'k * (length - 0.7 m)^3 / (1 m^2) + 9 N*s/m * rate'": (
        lambda L, v: 300 * (L - 0.7) ** 3 + 9 * v
    ),
    "type: force_law, acts: pull, law: 'k * (length - 0.7 m)'": (
        lambda L, v: np.maximum(300 * (L - 0.7), 0)
    ),
}
CONSTANT = "type: constant_force, force: 17"


def slide(law: str, between: str = "[P, Q]") -> lw.Robot:
    text = SLIDE.format(law=law, between=between)
    if law == CONSTANT:  # of any length
        text = text.replace("shortest: 0.5, longest: 1.1, ", "")
    return lw.Robot(read_text(text))


def states() -> tuple[np.ndarray, ...]:
    q = np.linspace(0.1, 0.9, 41)[:, None]
    v, a = np.random.default_rng(0).normal(size=(2, 41, 1))
    return q, v, a


@pytest.mark.parametrize("between", ["[P, Q]", "[Q, P]"])
@pytest.mark.parametrize("law", [*LAWS, CONSTANT])
def test_tension_joint_force_and_reaction_are_the_laws(law: str, between: str) -> None:
    robot = slide(law, between)
    q, v, a = states()
    expected = LAWS.get(law, lambda L, v: 17.0 + 0 * L)(q[:, 0] + 0.3, v[:, 0])
    E = robot.elements(q, v, a)["e"]
    np.testing.assert_allclose(E.length, q[:, 0] + 0.3, rtol=1e-15)
    np.testing.assert_allclose(E.rate, v[:, 0], rtol=1e-14)
    np.testing.assert_allclose(E.acceleration, a[:, 0], rtol=1e-13)
    size = np.abs(expected).max()
    np.testing.assert_allclose(E.tension, expected, atol=1e-14 * size)
    # A tension pulls the sledge back; holding it takes as much.
    found = robot.element_forces(q, v)[:, 0]
    np.testing.assert_allclose(found, -expected, atol=1e-14 * size)
    tau = robot.inverse_dynamics(q, v, a)[:, 0]
    np.testing.assert_allclose(tau, 2 * a[:, 0] + expected, atol=1e-13 * size)
    given = robot.reactions(q, v, a, expressed_in="world")["e"].force[:, 2]
    sign = -1.0 if between == "[P, Q]" else 1.0  # on the second end's body
    np.testing.assert_allclose(given, sign * expected, atol=1e-14 * size)


@pytest.mark.parametrize("law", [*LAWS, CONSTANT])
def test_energy_is_the_work_against_the_tension(law: str) -> None:
    """Of springs and constant forces; dampers and users' laws store none."""
    robot = slide(law)
    q = np.linspace(0.1, 0.9, 4001)[:, None]
    rest = np.zeros((4001, 1))
    energy = robot.potential_energy(q)
    if "spring" not in law and law != CONSTANT:
        assert np.abs(energy).max() == 0.0
        return
    force = robot.elements(q, rest, rest)["e"].tension
    work = np.concatenate([[0], np.cumsum((force[1:] + force[:-1]) / 2 * 2e-4)])
    # The trapezoidal rule is exact but for the step in which a one-sided spring begins.
    error = np.abs(energy - energy[0] - work).max()
    assert error < 300 * 3 * 2e-4**2


def test_lengths_beyond_the_range_are_flagged_row_by_row() -> None:
    robot = slide("type: spring, stiffness: k, free_length: 0.7")
    q = np.array([[0.1], [0.2 - 1e-9], [0.2 + 1e-9], [0.8 - 1e-9], [0.8 + 1e-9], [0.9]])
    E = robot.elements(q, 0 * q, 0 * q)["e"]
    assert E.beyond.tolist() == [-1, -1, 0, 0, 1, 1]
    assert np.isfinite(robot.inverse_dynamics(q, 0 * q, 0 * q)).all()


def test_a_torsion_spring_turns_its_joint_back() -> None:
    text = """
linkwright: 1
name: door
gravity: [0, 0, 0]
bodies: {door: {mass: 2, inertia: [1, 1, 1]}}
joints: {hinge: {type: revolute, parent: world, body: door, axis: z}}
elements: {coil: {type: torsion_spring, joint: hinge, stiffness: 5 Nm/rad,
                  free_angle: 0.4, pretension: 1.5 Nm}}
"""
    robot = lw.Robot(read_text(text))
    q, v, a = np.random.default_rng(1).normal(size=(3, 20, 1)) * 2
    wound = 5 * (q[:, 0] - 0.4) + 1.5
    np.testing.assert_allclose(robot.element_forces(q, v)[:, 0], -wound, rtol=1e-13)
    tau = robot.inverse_dynamics(q, v, a)[:, 0]
    np.testing.assert_allclose(tau, a[:, 0] + wound, rtol=1e-12, atol=1e-13)
    energy = robot.potential_energy(q)
    np.testing.assert_allclose(energy, wound**2 / 10, rtol=1e-13)
