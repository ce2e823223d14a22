"""Laws that every mechanism obeys, by routes that share no algorithm."""

from __future__ import annotations

import numpy as np

import linkwright as lw
from tests.mechanisms.balance import WORLD, given_to, motions, needs
from tests.mechanisms.robots import random_states, relative

# Tolerances of 1e-11 are the issue's; they are relative to the magnitudes added up.
ROUNDING = 1e-11


def test_reactions_balance_every_body(robot: lw.Robot, count: int) -> None:
    q, v, a = random_states(robot, 1, count)
    at = motions(robot, q, v, a)
    R = robot.reactions(q, v, a, expressed_in="world")
    for body, need in needs(robot, at).items():
        force, torque, size = given_to(robot, at, R, body, need.center)
        scale = np.maximum(size, 1e-3)  # N, N m: a massless end carries nothing
        assert (np.abs(force - need.force).max(-1) / scale[..., 0]).max() < ROUNDING
        # A torque of rounding comes with every force, over the mechanism's size.
        lever = scale[..., 1] + scale[..., 0]
        assert (np.abs(torque - need.torque).max(-1) / lever).max() < ROUNDING


def test_the_world_gives_what_changes_momentum(robot: lw.Robot) -> None:
    q, v, a = random_states(robot, 2, 200)
    at = motions(robot, q, v, a)
    R = robot.reactions(q, v, a, expressed_in="world")
    origin = np.zeros_like(at.pose.points.array[:, 0])
    force, torque, size = given_to(robot, at, R, WORLD, origin)
    bodies = needs(robot, at).values()
    rate = sum(each.force for each in bodies)
    spin = sum(each.torque + np.cross(each.center, each.force) for each in bodies)
    scale = size.sum(-1, keepdims=True)
    assert (np.abs(force + rate) / scale).max() < 1e-11
    assert (np.abs(torque + spin) / scale).max() < 1e-11


def test_actuator_forces_do_the_work_of_joint_forces(
    robot: lw.Robot, count: int
) -> None:
    q, v, a = random_states(robot, 3, count)
    J = robot.actuator_jacobian(q)
    f = drive_forces(robot, robot.actuator_forces(q, v, a))
    tau = robot.inverse_dynamics(q, v, a)
    work = np.einsum("...ij,...i->...j", J, f)
    added = np.einsum("...ij,...i->...j", np.abs(J), np.abs(f))
    scale = added.max(-1, keepdims=True)
    assert (np.abs(work - tau) / scale).max() < ROUNDING


def test_power_of_actuators_is_the_rate_of_energy(robot: lw.Robot, count: int) -> None:
    q, v, a = random_states(robot, 4, count)
    at = motions(robot, q, v, a)
    f = drive_forces(robot, robot.actuator_forces(q, v, a))
    rate = robot.to_actuators(q, v, a).rate
    bodies = needs(robot, at).values()
    stored = sum(each.power for each in bodies)
    E = robot.elements(q, v, a)
    stored = stored + np.nansum(E.tension * E.rate, -1)  # NaN of actuators
    scale = (np.abs(f) * np.abs(rate)).sum(-1) + sum(np.abs(n.power) for n in bodies)
    assert (np.abs((f * rate).sum(-1) - stored) / scale).max() < ROUNDING


def test_drives_go_to_joints_and_back(any_robot: lw.Robot, count: int) -> None:
    robot = any_robot
    q, v, a = random_states(robot, 5, count)
    x = robot.to_actuators(q, v, a)
    back = robot.from_actuators(*x)
    # As far as the drives' Jacobian allows: a lever arm short of its length loses.
    J = robot.actuator_jacobian(q)
    loss = np.linalg.cond(J)
    assert (np.abs(back.position - q).max(-1) / loss).max() < ROUNDING
    for found, expected in zip(back[1:], (v, a), strict=True):
        scale = np.abs(a).max(-1) + np.abs(v).max(-1) ** 2
        assert (np.abs(found - expected).max(-1) / scale / loss).max() < ROUNDING


def test_rates_of_drives_are_differences_of_their_positions(
    any_robot: lw.Robot,
) -> None:
    robot = any_robot
    q, v, a = random_states(robot, 6, 50)
    x = robot.to_actuators(q, v, a)
    step = 1e-5
    ahead, behind = (
        robot.to_actuators(robot.integrate(q, v * h + a * h * h / 2), v + a * h, a)
        for h in (step, -step)
    )
    difference = (ahead.position - behind.position) / (2 * step)
    # Central differences: step squared and rounding / step, both about 1e-10, times
    # the third derivative's size.
    assert relative(difference, x.rate) < 1e-7
    difference = (ahead.rate - behind.rate) / (2 * step)
    assert relative(difference, x.acceleration) < 1e-7


def test_motions_of_bodies_are_differences_of_their_poses(any_robot: lw.Robot) -> None:
    robot = any_robot
    q, v, a = random_states(robot, 7, 20)
    found = robot.body_motions(q, v, a)
    step = 1e-5
    ahead, behind = (
        (robot.forward_kinematics(moved), robot.body_motions(moved, v + a * h, a))
        for h in (step, -step)
        for moved in [robot.integrate(q, v * h + a * h * h / 2)]
    )
    pairs = (
        (found.bodies.velocity, ahead[0].position, behind[0].position),
        (found.bodies.acceleration, ahead[1].velocity, behind[1].velocity),
        (
            found.bodies.angular_acceleration,
            ahead[1].angular_velocity,
            behind[1].angular_velocity,
        ),
    )
    for rate, after, before in pairs:
        difference = (after - before) / (2 * step)
        assert np.abs(difference - rate).max() / np.abs(rate).max() < 1e-7


def test_loops_stay_closed(any_robot: lw.Robot, count: int) -> None:
    robot = any_robot
    q, _, _ = random_states(robot, 8, count)
    pose = robot.forward_kinematics(q)
    for loop in robot.description.loops:
        apart = pose[loop.first].position - pose[loop.second].position
        assert np.abs(apart).max() < 1e-11  # m
    for each in robot.description.elements:
        if each.type == "linear_actuator" and each.pins is not None:
            apart = pose[f"{each.name}.rod"].position - pose[each.second].position
            assert np.abs(apart).max() < 1e-11


def test_forward_dynamics_undoes_inverse_dynamics(robot: lw.Robot) -> None:
    q, v, a = random_states(robot, 9, 200)
    tau = robot.inverse_dynamics(q, v, a)
    found = robot.forward_dynamics(q, v, tau)
    M = robot.mass_matrix(q)
    assert np.abs(M - np.swapaxes(M, -1, -2)).max() / np.abs(M).max() < 1e-14
    assert (np.linalg.eigvalsh(M) > 0).all()
    loss = np.linalg.cond(M) * np.abs(tau).max(-1) / np.abs(M).max((-1, -2))
    error = np.abs(found - a).max(-1) / (np.abs(a).max(-1) + loss)
    assert error.max() < 1e-12


def test_rate_of_mass_matrix_less_twice_coriolis_is_skew(robot: lw.Robot) -> None:
    q, v, _ = random_states(robot, 10, 10)
    C = robot.coriolis_matrix(q, v)
    step = 1e-6
    ahead, behind = (
        robot.mass_matrix(robot.integrate(q, v * h)) for h in (step, -step)
    )
    S = (ahead - behind) / (2 * step) - 2 * C
    scale = np.abs(ahead).max() / step * 1e-16 + np.abs(C).max()
    # Central differences of M: rounding over the step.
    assert np.abs(S + np.swapaxes(S, -1, -2)).max() / scale < 1e-6
    weight = robot.bias_forces(q, 0 * v)
    bias = np.einsum("bij,bj->bi", C, v) + weight
    added = np.abs(bias).max(-1, keepdims=True) + np.abs(weight).max(-1, keepdims=True)
    # The elements of these mechanisms depend on the configuration alone.
    error = np.abs(robot.bias_forces(q, v) - bias) / added
    assert error.max() < 1e-10  # C holds products of derivatives of the loops


def test_holding_forces_are_the_slope_of_energy(robot: lw.Robot) -> None:
    q, v, _ = random_states(robot, 11, 10)
    held = robot.bias_forces(q, 0 * v)
    step = 1e-6 if robot.name == "gripper" else 1e-5  # m of the spindle
    slopes = np.stack(
        [
            robot.potential_energy(robot.integrate(q, move))
            - robot.potential_energy(robot.integrate(q, -move))
            for move in np.eye(robot.nv) * step
        ],
        axis=-1,
    ) / (2 * step)
    energy = np.abs(robot.potential_energy(q)).max()
    scale = np.abs(held).max() + energy * 1e-16 / step / 1e-7
    assert np.abs(slopes - held).max() / scale < 1e-7


def test_drives_may_be_given_in_place_of_joints(robot: lw.Robot) -> None:
    q, v, a = random_states(robot, 12, 5)
    x = robot.to_actuators(q, v, a)
    ours = robot.actuator_forces(q, v, a)
    given = robot.actuator_forces(*x, given="actuators")
    assert relative(given, ours) < 1e-9  # positions come from an iteration, or roots


def drive_forces(robot: lw.Robot, forces: np.ndarray) -> np.ndarray:
    """Return the force along each drive: twins on one joint added up.

    Twins move alike, as far as the drive's own length tells.
    """
    names = list(robot.actuator_names)
    twins = {
        name: [e.name for e in robot.description.elements if e.joint and e.joint == to]
        for e in robot.description.elements
        for name, to in [(e.name, e.joint)]
        if e.type == "linear_actuator"
    }
    return np.stack(
        [
            sum(forces[..., names.index(n)] for n in twins.get(name) or [name])
            for name in robot.drive_names
        ],
        axis=-1,
    )
