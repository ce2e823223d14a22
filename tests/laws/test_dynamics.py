"""Laws of dynamics over random trees, on compiled kernels."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from tests.laws.random_trees import interpreted, random_state, relative


def test_inverse_dynamics_is_mass_times_acceleration_plus_bias(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 1)
    M = robot.mass_matrix(q)
    tau = np.einsum("bij,bj->bi", M, a) + robot.bias_forces(q, v)
    # Residual of its scale: rounding of a few hundred operations.
    assert relative(robot.inverse_dynamics(q, v, a), tau) < 1e-12


def test_bias_is_coriolis_times_velocity_plus_gravity(robot: lw.Robot) -> None:
    q, v, _ = random_state(robot, 2)
    C = robot.coriolis_matrix(q, v)
    expected = np.einsum("bij,bj->bi", C, v) + robot.gravity_forces(q)
    assert relative(expected, robot.bias_forces(q, v)) < 1e-12


def test_forward_dynamics_undoes_inverse_dynamics(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 3)
    tau = robot.inverse_dynamics(q, v, a)
    condition = np.linalg.cond(robot.mass_matrix(q)).max()
    # 1e-14 times the condition of M, as the issue asks.
    bound = max(1e-14 * condition, 1e-13)
    assert relative(robot.forward_dynamics(q, v, tau), a) < bound


def test_mass_matrix_is_symmetric_and_positive_definite(robot: lw.Robot) -> None:
    q, _, _ = random_state(robot, 4)
    M = robot.mass_matrix(q)
    assert np.array_equal(M, np.swapaxes(M, -1, -2))
    assert (np.linalg.eigvalsh(M) > 0).all()


def test_mass_matrix_is_derivative_of_inverse_dynamics(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 5, batch=2)
    bias = robot.inverse_dynamics(q, v, 0 * a)
    unit = np.eye(robot.nv)[:, None, :]
    columns = robot.inverse_dynamics(q, v, unit) - bias
    M = np.moveaxis(columns, 0, -1)  # tau is linear in a: differences are exact
    scale = np.abs(M).max() + np.abs(bias).max()
    assert np.abs(M - robot.mass_matrix(q)).max() / scale < 1e-12


def test_mass_matrix_inverse_and_solve_agree(robot: lw.Robot) -> None:
    q, v, _ = random_state(robot, 6)
    M, inverse = robot.mass_matrix(q), robot.mass_matrix_inverse(q)
    condition = np.linalg.cond(M).max()
    one = np.einsum("bij,bjk->bik", M, inverse)
    assert np.abs(one - np.eye(robot.nv)).max() < 1e-14 * condition * robot.nv + 1e-13
    solved = robot.solve_mass_matrix(q, v)
    assert relative(solved, np.einsum("bij,bj->bi", inverse, v)) < 1e-14 * condition


def test_rate_of_mass_matrix_less_twice_coriolis_is_skew(robot: lw.Robot) -> None:
    q, v, _ = random_state(robot, 7, batch=2)
    rate = interpreted(
        robot, "mass_matrix", q, with_respect_to=("q",), space="tangent"
    )["M_by_q"]
    M_rate = np.einsum("bijk,bk->bij", rate, v)
    S = M_rate - 2 * robot.coriolis_matrix(q, v)
    scale = max(np.abs(M_rate).max(), 1e-3)
    assert np.abs(S + np.swapaxes(S, -1, -2)).max() / scale < 1e-11


def test_power_of_joint_forces_is_the_rate_of_energy(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 8)
    tau = robot.inverse_dynamics(q, v, a)
    ask = {"with_respect_to": ("q", "v"), "space": "tangent"}
    by = interpreted(robot, "kinetic_energy", q, v, **ask)
    ask = {"with_respect_to": ("q",), "space": "tangent"}
    height = interpreted(robot, "potential_energy", q, **ask)
    rate = (by["energy_by_q"] * v + by["energy_by_v"] * a).sum(-1)
    rate += (height["energy_by_q"] * v).sum(-1)
    scale = np.abs(tau * v).sum(-1).max() + 1e-3
    assert np.abs((tau * v).sum(-1) - rate).max() / scale < 1e-11


def test_kinetic_energy_is_half_v_M_v(robot: lw.Robot) -> None:
    q, v, _ = random_state(robot, 9)
    expected = 0.5 * np.einsum("bi,bij,bj->b", v, robot.mass_matrix(q), v)
    assert relative(robot.kinetic_energy(q, v), expected) < 1e-12


def test_regressor_times_parameters_is_inverse_dynamics(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 10, batch=2)
    Y = robot.regressor(q, v, a)
    tau = Y @ robot.inertial_parameters
    spin = np.zeros(robot.nv)  # armature is not part of the regressor
    for link in robot.model.links:
        for index, ratio, _, _ in link.freedoms:
            spin[index] += link.armature * ratio**2
    assert relative(tau + spin * a, robot.inverse_dynamics(q, v, a)) < 1e-11


def test_reactions_balance_every_body(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 11)
    R = robot.reactions(q, v, a, expressed_in="world")
    pose, motion = robot.forward_kinematics(q), robot.body_motions(q, v, a)
    for k, link in enumerate(robot.model.links):
        if link.hidden:
            continue
        origin = pose[link.name].position
        force, torque = R[_joint(robot, link.name)].force.copy(), 0
        torque = R[_joint(robot, link.name)].torque.copy()
        for other in robot.joints:
            if other.parent == link.name:
                given = R[other.name]
                arm = pose[other.body].position - origin
                force -= given.force
                torque -= given.torque + np.cross(arm, given.force)
        needed = _rate_of_momentum(robot, k, pose[link.name], motion[link.name])
        scale = max(np.abs(R.array).max(), 1e-6)
        assert np.abs(force - needed[0]).max() / scale < 1e-11
        assert np.abs(torque - needed[1]).max() / scale < 1e-11


def _joint(robot: lw.Robot, body: str) -> str:
    return next(joint.name for joint in robot.joints if joint.body == body)


def _rate_of_momentum(robot: lw.Robot, k: int, pose, motion):
    """Newton and Euler for one body about its origin, in the world, from scratch."""
    inertia = robot.model.links[k].inertia
    m = inertia.mass
    R = pose.rotation
    h = np.einsum("bij,j->bi", R, np.array(list(inertia.first_moment)))
    about = np.array(inertia.matrix().entries).reshape(3, 3)
    about = np.einsum("bij,jk,blk->bil", R, about, R)
    w, wd = motion.angular_velocity, motion.angular_acceleration
    a = motion.acceleration - robot.gravity
    force = m * a + np.cross(wd, h) + np.cross(w, np.cross(w, h))
    spin = np.einsum("bij,bj->bi", about, w)
    torque = np.cross(h, a) + np.einsum("bij,bj->bi", about, wd) + np.cross(w, spin)
    return force, torque


def test_momentum_changes_by_the_outer_forces(robot: lw.Robot) -> None:
    q, v, a = random_state(robot, 12, batch=3)
    ask = {"with_respect_to": ("q", "v"), "space": "tangent"}
    rate = interpreted(robot, "momentum", q, v, **ask)
    change = np.einsum("bij,bj->bi", rate["momentum_by_q"], v)
    change += np.einsum("bij,bj->bi", rate["momentum_by_v"], a)
    A = robot.centroidal_momentum_matrix(q)
    A_rate = robot.centroidal_momentum_matrix_rate(q, v)
    both = np.einsum("bij,bj->bi", A, a) + np.einsum("bij,bj->bi", A_rate, v)
    assert relative(both, change) < 1e-11
    reactions = robot.reactions(q, v, a, expressed_in="world")
    pose = robot.forward_kinematics(q)
    center = robot.center_of_mass(q)
    force = robot.total_mass * robot.gravity + np.zeros_like(center)
    torque = np.zeros_like(center)
    for joint in robot.joints:
        if joint.parent == "world":
            given = reactions[joint.name]
            force += given.force
            arm = pose[joint.body].position - center
            torque += given.torque + np.cross(arm, given.force)
    scale = np.abs(reactions.array).max()
    assert np.abs(change[:, :3] - force).max() / scale < 1e-11
    assert np.abs(change[:, 3:] - torque).max() / scale < 1e-11


@pytest.mark.parametrize("frame", ["world", "body"])
def test_external_wrenches_enter_by_virtual_work(robot: lw.Robot, frame: str) -> None:
    q, v, a = random_state(robot, 13, batch=3)
    name = robot.points[-1].name
    body = robot.bodies[-1].name
    wrench = np.random.default_rng(0).normal(size=(3, 6))
    J = robot.jacobian(name, q)
    in_world = wrench.copy()
    if frame == "body":
        R = robot.forward_kinematics(q)[body].rotation
        in_world[:, :3] = np.einsum("bij,bj->bi", R, wrench[:, :3])
        in_world[:, 3:] = np.einsum("bij,bj->bi", R, wrench[:, 3:])
    expected = robot.inverse_dynamics(q, v, a)
    expected = expected - np.einsum("bij,bi->bj", J, in_world)
    found = robot.inverse_dynamics(q, v, a, external={name: wrench}, frame=frame)
    assert relative(found, expected) < 1e-11
