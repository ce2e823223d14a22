"""The same numbers as Pinocchio and MuJoCo where both know the joints."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import Rotation
from tests.laws.conftest import COUNT, TENTH
from tests.laws.random_trees import Taste, random_state, random_tree, relative

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed")

from tests.references.peers import mujoco_peer, pinocchio_peer  # noqa: E402

pytestmark = pytest.mark.peers
SHARED = ("revolute", "prismatic", "fixed", "spherical", "universal", "cylindrical")
CASES = [
    pytest.param(seed, marks=[pytest.mark.full] if seed >= TENTH else [])
    for seed in range(COUNT)
]
TOLERANCE = 1e-11  # to 40 freedoms


def _tree(seed: int, kinds: tuple[str, ...], massless: bool = True) -> lw.Robot:
    taste = Taste(kinds=kinds, massless=massless, coupled=False, armature=False)
    return random_tree(seed, 3 + seed % 7, taste)


def _unplaced(robot: lw.Robot) -> lw.Robot:
    """Return the robot with a free root in the world's frame, as MuJoCo has it."""
    root, *others = robot.description.joints
    if root.type != "free":
        return robot
    root = replace(root, at=(0.0, 0.0, 0.0), rotation=Rotation())
    return lw.Robot(replace(robot.description, joints=(root, *others)))


@pytest.mark.parametrize("seed", CASES)
def test_pinocchio_agrees(seed: int) -> None:
    robot = _tree(seed, (*SHARED, "helical"))
    peer = pinocchio_peer(robot.description)
    q, v, a = (x[0] for x in random_state(robot, seed, batch=1))
    Q, V, A = peer.coordinates(q), peer.velocities(v), peer.velocities(a)
    tau = peer.velocities_back(pin.rnea(peer.model, peer.data, Q, V, A))
    assert relative(robot.inverse_dynamics(q, v, a), tau) < TOLERANCE
    M = np.triu(pin.crba(peer.model, peer.data, Q))
    M = peer.matrix_back(M + np.triu(M, 1).T)
    assert relative(robot.mass_matrix(q), M) < TOLERANCE
    T = peer.velocities(tau)
    accelerations = peer.velocities_back(pin.aba(peer.model, peer.data, Q, V, T))
    bound = max(TOLERANCE, 1e-14 * np.linalg.cond(M))
    assert relative(robot.forward_dynamics(q, v, tau), accelerations) < bound
    by_q, by_v, _ = pin.computeRNEADerivatives(peer.model, peer.data, Q, V, A)
    ours = robot.inverse_dynamics_derivatives(q, v, a)
    assert relative(ours.by_q, peer.matrix_back(by_q)) < TOLERANCE
    assert relative(ours.by_v, peer.matrix_back(by_v)) < TOLERANCE
    pin.framesForwardKinematics(peer.model, peer.data, Q)
    pose = robot.forward_kinematics(q)
    for body in robot.bodies:
        R, p = peer.pose(body.name)
        assert np.abs(pose[body.name].rotation - R).max() < TOLERANCE
        assert np.abs(pose[body.name].position - p).max() < TOLERANCE * 10


@pytest.mark.parametrize("seed", CASES)
def test_mujoco_agrees(seed: int) -> None:
    kinds = ("revolute", "prismatic", "fixed", "spherical")
    robot = _unplaced(_tree(seed, kinds, massless=False))
    peer = mujoco_peer(robot.description)
    model = mujoco.MjModel.from_xml_string(peer.text)
    data = mujoco.MjData(model)
    q, v, a = (x[0] for x in random_state(robot, seed, batch=1))
    data.qpos[:] = peer.coordinates(q)
    data.qvel[:] = peer.velocities(q, v)
    data.qacc[:] = peer.accelerations(q, v, a)
    mujoco.mj_inverse(model, data)
    tau = peer.velocities_back(q, data.qfrc_inverse.copy())
    assert relative(robot.inverse_dynamics(q, v, a), tau) < TOLERANCE
