"""Compliant contact: energy lost as the laws say, no pull, friction inside its cone."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.formats import read_text, text_of

HEAD = "linkwright: 1\nname: ball\n"
BALL = (
    HEAD
    + """
gravity: [0, 0, {gravity}]
bodies:
  ball: {{mass: 2, inertia: {{solid: sphere, radius: 0.1}}, points: {{C: [0, 0, 0]}}}}
joints: {{fly: {{type: free, parent: world, body: ball}}}}
walls: {{floor: {{shape: plane}}}}
elements:
  skin: {{point: C, wall: floor, radius: 0.1, {law}}}
"""
)
PAIR = (
    HEAD
    + """
gravity: [0, 0, 0]
bodies:
  a: {{mass: 2, inertia: {{solid: sphere, radius: 0.1}}, points: {{A: [0, 0, 0]}}}}
  b: {{mass: 1, inertia: {{solid: sphere, radius: 0.05}}, points: {{B: [0, 0, 0]}}}}
joints:
  fly_a: {{type: free, parent: world, body: a}}
  fly_b: {{type: free, parent: world, body: b}}
elements:
  skin: {{between: [A, B], radius: 0.1, second_radius: 0.05, {law}}}
"""
)
HUNT = "type: hunt_crossley, stiffness: 20 kN/m, dissipation: {a}, exponent: {n}"
LANK = (
    "type: lankarani_nikravesh, stiffness: 20 kN/m, restitution: {e},"
    " impact_speed: 0.5, exponent: {n}"
)


@cache
def ball(law: str, gravity: float = 0.0) -> lw.Robot:
    return lw.Robot(read_text(BALL.format(law=law, gravity=gravity)))


@cache
def pair(law: str) -> lw.Robot:
    return lw.Robot(read_text(PAIR.format(law=law)))


def bounced(law: str, speed: float) -> float:
    """Return the speed at which a ball leaves the floor."""
    robot = ball(law)
    q, v = robot.neutral.copy(), np.zeros(6)
    q[2], v[2] = 0.1 + 1e-6, -speed
    run = lw.simulate(
        robot, duration=0.4, start=(q, v), method="dormand_prince", tolerance=1e-10
    )
    assert run.q[-1, 2] > 0.1
    return float(run.v[-1, 2])


def leaving_speed(u: float, b: float) -> float:
    """Return the root w of  u - ln(1 + b u)/b = -w - ln(1 - b w)/b  by bisection."""
    left = u - np.log1p(b * u) / b
    low, high = 0.0, min(u, (1 - 1e-12) / b)
    for _ in range(200):
        w = (low + high) / 2
        low, high = (w, high) if -w - np.log1p(-b * w) / b < left else (low, w)
    return (low + high) / 2


@pytest.mark.parametrize("n", [1.0, 1.5, 2.0, 2.3])
@pytest.mark.parametrize(("a", "u"), [(0.05, 0.1), (0.2, 1.0), (1.0, 2.0)])
def test_hunt_and_crossleys_ball_leaves_as_energy_says(n, a, u):
    """Whatever stiffness and exponent; first order 1 - a u."""
    w = bounced(HUNT.format(a=a, n=n), u)
    assert w == pytest.approx(leaving_speed(u, 1.5 * a), rel=1e-7)
    assert abs(w / u - (1 - a * u)) < 1.0 * (a * u) ** 2


@pytest.mark.parametrize("e", [0.95, 0.99])
def test_lankarani_and_nikraveshs_ball_loses_the_energy_of_its_restitution(e):
    """To first order in the loss, at the speed the law was made for."""
    w = bounced(LANK.format(e=e, n=1.5), 0.5)
    loss = 1 - (w / 0.5) ** 2
    assert loss == pytest.approx(1 - e * e, rel=2 * (1 - e * e))
    b = 0.75 * (1 - e * e) / 0.5
    assert w == pytest.approx(leaving_speed(0.5, b), rel=1e-7)


@pytest.mark.parametrize("law", [HUNT.format(a=0, n=1.5), LANK.format(e=1, n=1)])
def test_energy_stays_where_nothing_is_lost(law):
    robot = ball(law, gravity=-9.81)
    q = robot.neutral.copy()
    q[2] = 0.3
    run = lw.simulate(
        robot, duration=2.0, start=q, method="dormand_prince", tolerance=1e-13
    )
    assert run.q[:, 2].min() < 0.097  # it has been on the floor
    assert np.ptp(run.energy) < 1e-8 * run.energy[0]


@pytest.mark.parametrize("law", [HUNT.format(a=0.7, n=1), LANK.format(e=0.4, n=1.5)])
def test_contact_never_pulls(law):
    robot = ball(law)
    rng = np.random.default_rng(3)
    q = np.tile(robot.neutral, (500, 1))
    q[:, 2] = 0.1 + rng.normal(size=500) * 0.01
    v = rng.normal(size=(500, 6)) * 3.0
    found = robot.contact_forces(q, v)["skin"]
    assert found.normal_force.min() == 0.0
    assert (found.normal_force[found.depth < 0] == 0.0).all()
    assert (found.normal_force > 0).sum() > 100
    assert np.abs(found.depth - (0.1 - q[:, 2])).max() < 1e-15


def test_friction_stays_in_its_cone_and_against_the_slip():
    robot = ball(HUNT.format(a=0.1, n=1) + ", friction: 0.4, slip_speed: 0.02")
    rng = np.random.default_rng(4)
    q = np.tile(robot.neutral, (200, 1))
    q[:, 2] = 0.0995
    v = rng.normal(size=(200, 6)) * 0.1
    found = robot.contact_forces(q, v)["skin"]
    # the floor's place of the ball slips by its own velocity and by its spin
    slip = v[:, :3] + np.cross(v[:, 3:], [0, 0, -0.1])
    slip[:, 2] = 0.0
    assert np.abs(found.slip - slip).max() < 1e-15
    sideways = found.force * [1, 1, 0]
    speed = np.linalg.norm(slip, axis=-1)
    expected = 0.4 * found.normal_force * speed / np.hypot(speed, 0.02)
    assert np.abs(np.linalg.norm(sideways, axis=-1) - expected).max() < 1e-12
    assert (np.einsum("bi,bi->b", sideways, slip) < 0).all()


def test_balls_share_momentum_and_lose_the_energy_of_their_reduced_mass():
    law = HUNT.format(a=0.2, n=1.5) + ", friction: 0.3"
    robot = pair(law)
    q, v = robot.neutral.copy(), np.zeros(12)
    q[7:10] = [0.15 * 0.8 + 1e-4, 0.15 * 0.6 + 1e-4, 0.0]
    v[0] = 1.0
    run = lw.simulate(
        robot, duration=0.5, start=(q, v), method="dormand_prince", tolerance=1e-10
    )
    before, after = (robot.momentum(run.q[k], run.v[k]) for k in (0, -1))
    assert np.abs(after - before).max() < 1e-8
    assert run.q[-1, 7] - run.q[-1, 0] > 0.15
    assert (np.diff(run.energy) < 1e-8).all()


def test_head_on_balls_part_as_the_law_says():
    robot = pair(HUNT.format(a=0.3, n=1.5))
    q, v = robot.neutral.copy(), np.zeros(12)
    q[7], v[0] = 0.15 + 1e-6, 1.0
    run = lw.simulate(
        robot, duration=0.3, start=(q, v), method="dormand_prince", tolerance=1e-10
    )
    apart = run.v[-1, 6] - run.v[-1, 0]
    assert apart == pytest.approx(leaving_speed(1.0, 0.45), rel=1e-7)


def test_reactions_and_joint_forces_contain_the_contact():
    """Held still in the floor, the base bears the weight less what the floor does."""
    robot = ball(HUNT.format(a=0.1, n=1), gravity=-9.81)
    q = robot.neutral.copy()
    q[2] = 0.0995
    still = np.zeros(6)
    push = 20e3 * 0.0005
    assert robot.contact_forces(q, still)["skin"].force[2] == pytest.approx(push)
    assert robot.inverse_dynamics(q, still, still)[2] == pytest.approx(19.62 - push)
    assert robot.bias_forces(q, still)[2] == pytest.approx(19.62 - push)
    found = robot.reactions(q, still, still)
    assert found.names == ("fly", "skin")
    assert found["skin"].force[2] == pytest.approx(push)
    assert found["fly"].force[2] == pytest.approx(19.62 - push)


def test_reaction_is_about_the_point_and_balances_the_body():
    """Joint and contact together give the body its weight and inertia, and no more."""
    law = HUNT.format(a=0.3, n=1) + ", friction: 0.5"
    robot = ball(law, gravity=-9.81)
    rng = np.random.default_rng(6)
    q = robot.random(rng, 20)
    q[:, :3] = rng.uniform(-1, 1, (20, 3)) * [1, 1, 0] + [0, 0, 0.098]
    v, a = rng.normal(size=(2, 20, 6))
    with_floor = robot.reactions(q, v, a)
    total = with_floor["fly"].array + with_floor["skin"].array  # both at C
    alone = lw.Robot(read_text(BALL.split("walls")[0].format(gravity=-9.81)))
    assert np.abs(total - alone.reactions(q, v, a)["fly"].array).max() < 1e-10


@pytest.mark.parametrize("which", ["ball", "pair"])
def test_derivatives_contain_the_contact(which):
    law = HUNT.format(a=0.2, n=1.5) + ", friction: 0.4"
    robot = ball(law, -9.81) if which == "ball" else pair(law)
    rng = np.random.default_rng(5)
    q = robot.neutral.copy()
    q[2] = 0.097
    if which == "pair":
        q[7:10] = [0.08, 0.1, 0.15]
    v, tau = rng.normal(size=(2, robot.nv)) * 0.3
    found = robot.forward_dynamics_derivatives(q, v, tau)
    h = 1e-6
    for name, by in (("q", found.by_q), ("v", found.by_v)):
        for i in range(robot.nv):
            step = np.eye(robot.nv)[i] * h
            ends = [
                robot.forward_dynamics(robot.integrate(q, s), v, tau)
                if name == "q"
                else robot.forward_dynamics(q, v + s, tau)
                for s in (step, -step)
            ]
            slope = (ends[0] - ends[1]) / (2 * h)
            # the step's square and rounding of accelerations of thousands
            assert np.abs(by[:, i] - slope).max() < 1e-4 * (1 + np.abs(slope).max())


def test_numbers_may_be_design_parameters():
    text = BALL.format(law=HUNT.format(a="loss", n=1), gravity=0)
    robot = lw.Robot(read_text(f"{text}parameters: {{loss: 0.2 s/m}}\n"))
    robot = robot.vary("loss")
    q, v = robot.neutral.copy(), np.zeros(6)
    q[2], v[2] = 0.099, -1.0
    a = robot.forward_dynamics(q, v, np.zeros(6), loss=np.array([0.0, 0.2, 0.4]))
    assert a[:, 2] == pytest.approx(10.0 * (1 + 1.5 * np.array([0.0, 0.2, 0.4])))


FIXED_START = (0.15, 0.3)


@pytest.mark.parametrize("law", [HUNT.format(a=0.5, n=1.5) + ", friction: 0.5"])
def test_fixed_steps_converge_to_the_motion_with_first_order(law):
    robot = ball(law, gravity=-9.81)
    q, v = robot.neutral.copy(), np.zeros(6)
    q[2], v[0] = FIXED_START
    exact = lw.simulate(
        robot, duration=0.5, start=(q, v), method="dormand_prince", tolerance=1e-11
    )
    errors = []
    for step in (2e-4, 1e-4, 5e-5):
        run = lw.simulate(
            robot, duration=0.5, start=(q, v), method="semi_implicit_euler", step=step
        )
        errors.append(np.abs(run.q[-1] - exact.q[-1]).max())
    slopes = np.log2(errors[0] / errors[1]), np.log2(errors[1] / errors[2])
    assert min(slopes) > 0.8
    assert errors[-1] < 1e-3  # of a bounce at 1 m/s, in m and quaternions


@pytest.mark.parametrize("stiffness", ["20 kN/m", "1 MN/m", "100 MN/m"])
def test_stiff_and_gripping_contact_bears_long_steps(stiffness):
    """Balls dropped at 1 ms: one rests at its depth, a spinning one comes to roll."""
    law = HUNT.format(a=1, n=1).replace("20 kN/m", stiffness)
    robot = ball(law + ", friction: 0.8, slip_speed: 1e-4", gravity=-9.81)
    q, v = np.tile(robot.neutral, (2, 1)), np.zeros((2, 6))
    q[:, 2] = 0.15
    v[1, [0, 4]] = 0.5, -20.0
    run = lw.simulate(
        robot, duration=2, start=(q, v), method="semi_implicit_euler", step=1e-3
    )
    assert run.completed
    assert np.diff(run.energy, axis=0).max() < 1e-2  # the integrator's own, of 6 J
    k = robot.description.elements[0].number("stiffness")
    # where that is less than what a step's free fall is, it rests within this
    assert 0.1 - run.q[-1, 0, 2] == pytest.approx(19.62 / k, rel=1e-3, abs=1e-5)
    slip = robot.contact_forces(run.q[-1], run.v[-1])["skin"].slip
    assert np.abs(slip).max() < 1e-3
    assert run.v[-1, 1, 4] > -20.0 + 1.0


def test_a_robot_without_contacts_says_so():
    with pytest.raises(InputError, match="has no compliant contact"):
        lw.load("arm-2").contact_forces(np.zeros(2), np.zeros(2))


def test_what_is_written_is_read_back():
    for robot in (ball(HUNT.format(a=0.1, n=2)), pair(LANK.format(e=0.5, n=1))):
        assert read_text(text_of(robot.description)) == robot.description


def test_numbers_are_in_the_units_of_the_file():
    law = (
        "type: hunt_crossley, stiffness: 20, dissipation: 0.5, depth: 2, slip_speed: 5"
    )
    text = BALL.format(law=law, gravity=0).replace(
        "radius: 0.1, type", "radius: 1, type"
    )
    units = "units: {length: mm, stiffness: N/mm}\n"
    skin = read_text(text.replace("gravity:", f"{units}gravity:")).elements[0]
    assert skin.number("stiffness") == 20e3
    assert skin.number("dissipation") == 0.5
    assert skin.number("depth") == 0.002
    assert skin.number("slip_speed") == 0.005
    assert skin.number("radius") == 0.001
