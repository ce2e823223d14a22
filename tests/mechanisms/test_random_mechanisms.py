"""Mechanics of random mechanisms: loops of every kind under springs and dampers.

Nobody made these for a purpose, so no symmetry hides a wrong sign or a swapped frame.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.formats import read_text
from tests.mechanisms.balance import given_to, motions, needs
from tests.mechanisms.random_mechanisms import (
    LOOPS,
    add_actuators,
    add_elements,
    states_near,
    tree_with_loops,
)

FULL = pytest.mark.full
QUICK = [(0, ("bar",)), (0, ("bar", "bar")), (0, ("spherical",)), (0, ("cylindrical",))]
CASES = [
    pytest.param(
        (seed, kinds),
        id=f"{'+'.join(kinds)}-{seed}",
        marks=() if (seed, kinds) in QUICK else FULL,
    )
    for seed in range(5)
    for kinds in (*((kind,) for kind in LOOPS), ("bar", "spherical"), ("bar", "bar"))
]
COUNT = 64


@pytest.fixture(params=CASES, scope="module")
def robot(request: pytest.FixtureRequest) -> lw.Robot:
    seed, kinds = request.param
    draft = tree_with_loops(seed, kinds)
    add_elements(draft)
    return lw.Robot(read_text(draft.text()))


@pytest.fixture(scope="module")
def states(robot: lw.Robot) -> tuple[np.ndarray, ...]:
    """Return states in which the loops close, half a turn from nowhere singular."""
    q, v, a = states_near(robot, np.random.default_rng(1), COUNT)
    closed = robot.failures("forward_kinematics", q).codes == 0
    assert closed.sum() > COUNT // 4
    rows = np.flatnonzero(closed)
    # near a turning point accelerations grow beyond all bounds, and rounding with them
    distance = robot.loop_state(q[rows]).array[..., 0].min(-1)
    rows = rows[distance > 0.3 * np.median(distance)]
    return q[rows], v[rows], a[rows]


def test_loops_hold_no_more_than_need_be(robot: lw.Robot) -> None:
    assert robot.assembly.mobility == robot.nv == 4
    assert robot.assembly.redundant == ()
    assert robot.determinacy().complete
    assert robot.determinacy().shared == ()


def test_loops_stay_closed_and_bars_keep_their_length(robot: lw.Robot, states) -> None:
    pose = robot.forward_kinematics(states[0])
    for loop in robot.description.loops:
        apart = pose[loop.first].position - pose[loop.second].position
        if loop.type not in ("prismatic", "cylindrical", "planar"):
            assert np.abs(apart).max() < 1e-12
    for each in robot.description.elements:
        if each.type == "bar":
            apart = pose[each.first].position - pose[each.second].position
            length = float(each.number("length"))
            assert np.abs(np.linalg.norm(apart, axis=-1) - length).max() < 1e-12


def test_every_body_obeys_newton_and_euler(robot: lw.Robot, states) -> None:
    at = motions(robot, *states)
    R = robot.reactions(*states, expressed_in="world")
    for body, need in needs(robot, at).items():
        force, torque, size = given_to(robot, at, R, body, need.center)
        # Relative to all that is added up; torques with the forces' lever of a metre.
        assert (np.abs(force - need.force).max(-1) / size[:, 0]).max() < 1e-10
        assert (np.abs(torque - need.torque).max(-1) / size.sum(-1)).max() < 1e-10


def test_joint_forces_do_the_work_of_bodies_and_elements(robot, states) -> None:
    q, v, a = states
    at = motions(robot, q, v, a)
    E = robot.elements(q, v, a)
    Q = robot.element_forces(q, v)
    tau = robot.inverse_dynamics(q, v, a)
    powers = [each.power for each in needs(robot, at).values()]
    supplied = ((tau + Q) * v).sum(-1)
    scale = sum(np.abs(power) for power in powers) + np.abs(tau * v).sum(-1)
    assert (np.abs(supplied - sum(powers)) / scale).max() < 1e-10
    # and the elements' own, by their tensions and by their torques at joints
    (wound,) = (e for e in robot.description.elements if e.type == "torsion_spring")
    angle, rate = angle_of(robot, wound.joint, q, v)
    turned = -8.0 * (angle - 0.3) * rate
    lines = np.nansum(E.tension * E.rate, axis=-1)  # NaN of bars
    size = np.abs(turned) + np.nansum(np.abs(E.tension * E.rate), axis=-1)
    assert (np.abs((Q * v).sum(-1) - turned + lines) / size).max() < 1e-10


def angle_of(robot: lw.Robot, joint: str, q, v) -> tuple[np.ndarray, np.ndarray]:
    """Return a joint's angle and rate, by differences where loops move it."""
    if joint in robot.coordinate_names:
        k = robot.coordinate_names.index(joint)
        return q[:, k], v[:, k]
    step = 1e-6
    at, ahead, behind = (
        robot.dependent_coordinates(q + h * v)[joint].position for h in (0, step, -step)
    )
    return at, (ahead - behind) / (2 * step)


def test_motions_are_the_rates_of_poses(robot: lw.Robot, states) -> None:
    # The eight farthest from where the loops turn back: others have large derivatives.
    farthest = np.argsort(robot.loop_state(states[0]).array[..., 0].min(-1))[-8:]
    q, v, a = (x[farthest] for x in states)
    found = robot.body_motions(q, v, a).bodies
    step = 1e-4

    def moved(h: float) -> np.ndarray:
        return robot.forward_kinematics(q + v * h + a * (h * h / 2)).bodies.position

    def turning(h: float) -> np.ndarray:
        return robot.body_motions(q + v * h + a * (h * h / 2), v + a * h, a)

    # Differences of fourth order: about step^4 and rounding / step, both near 1e-12,
    # times derivatives that grow near a turning point of the loops.
    difference = 8 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))
    assert_close(difference / (12 * step), found.velocity)
    ahead, behind, far, near = (turning(k * step).bodies for k in (1, -1, 2, -2))
    for rate, name in (
        (found.acceleration, "velocity"),
        (found.angular_acceleration, "angular_velocity"),
    ):
        inner = getattr(ahead, name) - getattr(behind, name)
        outer = getattr(far, name) - getattr(near, name)
        assert_close((8 * inner - outer) / (12 * step), rate)


def assert_close(found: np.ndarray, expected: np.ndarray) -> None:
    size = np.abs(expected).max(axis=(1, 2), keepdims=True)
    assert (np.abs(found - expected) / size).max() < 1e-6


def test_forward_dynamics_undoes_inverse_dynamics(robot: lw.Robot, states) -> None:
    q, v, a = states
    tau = robot.inverse_dynamics(q, v, a)
    found = robot.forward_dynamics(q, v, tau)
    loss = np.linalg.cond(robot.mass_matrix(q))
    size = np.abs(a).max(-1) + np.abs(robot.forward_dynamics(q, v, 0 * tau)).max(-1)
    assert (np.abs(found - a).max(-1) / size / loss).max() < 1e-13


@pytest.mark.parametrize(
    "seed",
    [2, *(pytest.param(k, marks=pytest.mark.full) for k in (3, 6, 7, 8, 9, 10, 11))],
)
def test_actuators_across_joints_and_loops_do_their_work(seed: int) -> None:
    draft = tree_with_loops(seed, ("bar",))
    add_actuators(draft)
    assert draft.elements.keys() - {"loop0"}
    robot = lw.Robot(read_text(draft.text()))
    q, v, a = states_near(robot, np.random.default_rng(1), COUNT)
    fine = robot.failures("to_actuators", q, v, a).codes == 0
    q, v, a = q[fine], v[fine], a[fine]
    x = robot.to_actuators(q, v, a)
    J = robot.actuator_jacobian(q)
    # where no actuator is near a dead point
    good = np.linalg.cond(J) < 1e3
    assert good.sum() > COUNT // 4
    q, v, a, J = q[good], v[good], a[good], J[good]
    x = robot.to_actuators(q, v, a)
    np.testing.assert_allclose(x.rate, np.einsum("nij,nj->ni", J, v), atol=1e-11)
    back = robot.from_actuators(*x)
    loss = np.linalg.cond(J)[:, None]
    for found, expected in zip(back, (q, v, a), strict=True):
        size = 1.0 + np.abs(expected).max(-1, keepdims=True)
        assert (np.abs(found - expected) / size / loss).max() < 1e-10
    f = robot.actuator_forces(q, v, a)
    tau = robot.inverse_dynamics(q, v, a)
    work = np.einsum("nij,ni->nj", J, f)
    assert (np.abs(work - tau).max(-1) / np.abs(f).max(-1)).max() < 1e-11
    R = robot.reactions(q, v, a, expressed_in="world")
    at = motions(robot, q, v, a)
    for body, need in needs(robot, at).items():
        force, torque, size = given_to(robot, at, R, body, need.center)
        assert (np.abs(force - need.force).max(-1) / size[:, 0]).max() < 1e-10
        assert (np.abs(torque - need.torque).max(-1) / size.sum(-1)).max() < 1e-10
