"""The KUKA by spatial operators, against the paper's dense matrices and Pinocchio."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from tests.laws.random_trees import relative
from tests.references.kuka_paper import N, matrices

OPERATORS: dict[str, Any] = {"formulation": "spatial_operator"}
STATES = 200
TOLERANCE = 1e-12
CENTERS = [f"link_{j + 1}.center_of_mass" for j in range(N)]


@cache
def kuka() -> lw.Robot:
    return lw.load("kuka-lwr4")


@cache
def states() -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(7)
    q = rng.uniform(-np.pi, np.pi, size=(STATES, N))
    v, a = rng.normal(size=(2, STATES, N))
    return q, v, a, 20.0 * rng.normal(size=(STATES, 6 * N))


@cache
def paper() -> dict[str, np.ndarray]:
    """The paper's equations at every state, literally."""
    found: dict[str, list[np.ndarray]] = {}
    for q, v, a, F_Q in zip(*states(), strict=True):
        m = matrices(q, v)
        rows = {"D": m.D, "C": m.C, "G": m.G, "Q": m.Q(F_Q), "F": m.F(v, a, F_Q)}
        rows["T"] = m.H.T @ rows["F"]  # Eq. 19
        for name, array in rows.items():
            found.setdefault(name, []).append(array)
    return {name: np.array(arrays) for name, arrays in found.items()}


def wrenches() -> dict[str, np.ndarray]:
    """P_j and N_j at each centre of mass, world axes [KUKA Eq. 50]."""
    rows = states()[3].reshape(STATES, N, 6)
    return {name: rows[:, j] for j, name in enumerate(CENTERS)}


def test_matrices_are_the_papers() -> None:
    q, v, _, _ = states()
    robot, expected = kuka(), paper()
    assert relative(robot.mass_matrix(q, **OPERATORS), expected["D"]) < TOLERANCE
    C = robot.coriolis_matrix(q, v, **OPERATORS)
    assert relative(C, expected["C"]) < TOLERANCE  # C itself, not only C q'
    G = robot.gravity_forces(q, **OPERATORS)
    assert relative(G, expected["G"]) < TOLERANCE


def test_external_forces_at_centres_of_mass_are_the_papers() -> None:
    q, v, a, _ = states()
    robot, expected = kuka(), paper()
    for formulation in ("spatial_operator", "newton_euler", None):
        Q = robot.external_forces(q, external=wrenches(), formulation=formulation)
        assert relative(Q, expected["Q"]) < TOLERANCE
        tau = robot.inverse_dynamics(
            q, v, a, external=wrenches(), formulation=formulation
        )
        assert relative(tau, expected["T"]) < TOLERANCE


@pytest.mark.parametrize("formulation", ["spatial_operator", "newton_euler"])
def test_forces_of_equation_17_are_reactions_shifted_and_turned(
    formulation: str,
) -> None:
    q, v, a, _ = states()
    F = kuka().reactions(
        q,
        v,
        a,
        at="center_of_mass",
        expressed_in="world",
        external=wrenches(),
        formulation=formulation,
    )
    expected = paper()["F"].reshape(STATES, N, 6)
    assert relative(F.array, expected) < TOLERANCE


def test_factored_inversion_is_the_dense_one() -> None:
    q, v, _, F_Q = states()
    robot, expected = kuka(), paper()
    tau = 30.0 * np.random.default_rng(8).normal(size=(STATES, N))
    condition = np.linalg.cond(expected["D"])[:, None]
    bias = np.einsum("nij,nj->ni", expected["C"], v) + expected["G"] + expected["Q"]
    dense = np.linalg.solve(expected["D"], (tau - bias)[..., None])[..., 0]
    a = robot.forward_dynamics(q, v, tau, external=wrenches(), **OPERATORS)
    scale = np.abs(dense).max(axis=1, keepdims=True)
    # A dense solve loses what the condition of D says; residuals do not.
    assert (np.abs(a - dense) < 1e-14 * condition * scale).all()
    residual = np.einsum("nij,nj->ni", expected["D"], a) + bias - tau
    assert relative(residual + tau, tau) < TOLERANCE
    inverse = robot.mass_matrix_inverse(q, **OPERATORS)
    one = expected["D"] @ inverse - np.eye(N)
    assert (np.abs(one) < 1e-14 * condition[:, :, None]).all()


@pytest.mark.peers
def test_pinocchio_agrees_with_the_operators() -> None:
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    from tests.references.peers import pinocchio_peer

    robot = kuka()
    peer = pinocchio_peer(robot.description)
    q, v, a, _ = states()
    mine = {
        "D": robot.mass_matrix(q, **OPERATORS),
        "bias": robot.bias_forces(q, v, **OPERATORS),
        "tau": robot.inverse_dynamics(q, v, a, **OPERATORS),
        "Q": robot.external_forces(q, external=wrenches(), **OPERATORS),
    }
    C = robot.coriolis_matrix(q, v, **OPERATORS)
    Cv_G = np.einsum("nij,nj->ni", C, v) + robot.gravity_forces(q, **OPERATORS)
    forward = robot.forward_dynamics(q, v, mine["tau"], **OPERATORS)
    found: dict[str, list[np.ndarray]] = {name: [] for name in (*mine, "a")}
    for k in range(STATES):
        state = (peer.coordinates(q[k]), peer.velocities(v[k]))
        M = np.triu(pin.crba(peer.model, peer.data, state[0]))
        found["D"].append(M + np.triu(M, 1).T)
        found["bias"].append(pin.nonLinearEffects(peer.model, peer.data, *state).copy())
        found["tau"].append(pin.rnea(peer.model, peer.data, *state, a[k]).copy())
        found["a"].append(pin.aba(peer.model, peer.data, *state, mine["tau"][k]).copy())
        found["Q"].append(_external(pin, peer, q[k], k))
    for name, array in mine.items():
        assert relative(array, np.array(found[name])) < TOLERANCE, name
    assert relative(Cv_G, np.array(found["bias"])) < TOLERANCE
    assert relative(forward, np.array(found["a"])) < TOLERANCE


def _external(pin: Any, peer: Any, q: np.ndarray, k: int) -> np.ndarray:
    """Return Q by Pinocchio: the difference that wrenches make at rest."""
    still = np.zeros(N)
    pin.forwardKinematics(peer.model, peer.data, q)
    forces = pin.StdVec_Force()
    forces.append(pin.Force.Zero())
    for j in range(N):
        place, inertia = peer.data.oMi[j + 1], peer.model.inertias[j + 1]
        P, torque = np.split(states()[3][k, 6 * j : 6 * j + 6], 2)
        arm = place.rotation @ inertia.lever
        moved = torque + np.cross(arm, P)
        R = place.rotation.T
        forces.append(pin.Force(R @ P, R @ moved))
    loaded = pin.rnea(peer.model, peer.data, q, still, still, forces).copy()
    return loaded - pin.rnea(peer.model, peer.data, q, still, still)


def test_what_has_no_centre_of_mass_takes_no_wrench_there() -> None:
    robot = lw.load("charmie-fk").chain("6a", "12a")
    wrench = {"9a.center_of_mass": np.zeros(6)}
    with pytest.raises(InputError, match="body '9a' has no mass"):
        robot.external_forces(robot.neutral, external=wrench)
    with pytest.raises(InputError, match="no point or body 'elbow.center_of_mass'"):
        kuka().external_forces(
            kuka().neutral, external={"elbow.center_of_mass": np.zeros(6)}
        )
    with pytest.raises(InputError, match="those of wrenches, and none is given"):
        kuka().external_forces(kuka().neutral, external={})
