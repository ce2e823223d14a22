"""Flights, impacts, rest and release of robots whose motion can be written down."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.formats import read_text
from tests.simulation.impacts.robots import (
    ball,
    bead,
    door,
    rod_above_a_post,
    sliding_rod,
)

G = 9.81


def drop(robot: lw.Robot, start: object, duration: float, **words) -> lw.Run:
    """Return a run by the compiled explicit method."""
    words = {"method": "dormand_prince", "tolerance": 1e-10, **words}
    return lw.simulate(robot, start=start, duration=duration, **words)


@pytest.mark.parametrize(
    "method", ["dormand_prince", "rosenbrock", "DOP853", "Radau", "BDF"]
)
def test_a_ball_bounces_when_and_as_it_should(method: str) -> None:
    """Fall 1 m, then flights of 2 e^k v / g; every method locates them to rounding."""
    run = drop(ball(0.5), [1.0], 1.3, method=method)
    first = np.sqrt(2.0 / G)
    flights = 2.0 * np.sqrt(2.0 * G) / G * 0.5 ** np.arange(1, 4)
    times = first + np.concatenate([[0.0], np.cumsum(flights)])
    found = [event.time for event in run.events[:4]]
    # parabolas are exact for every method but for its rounding
    tolerance = 1e-14 if method == "dormand_prince" else 1e-8
    np.testing.assert_allclose(found, times, atol=tolerance)
    speeds = [-event.approach[0] for event in run.events[:4]]
    np.testing.assert_allclose(speeds, np.sqrt(2 * G) * 0.5 ** np.arange(4), rtol=1e-7)
    for event in run.events[:4]:
        np.testing.assert_allclose(event.parting, -0.5 * event.approach, rtol=1e-12)
        np.testing.assert_allclose(
            event.impulses, -2.0 * 1.5 * event.approach, rtol=1e-12
        )
        assert event.angles_of_attack[0] == 0.0
        assert event.energy_lost == pytest.approx(0.75 * event.kinetic_before)


def test_bounces_that_die_out_come_to_rest() -> None:
    """By Zeno's time t0 (1 + e) / (1 - e), and then nothing moves."""
    run = drop(ball(0.5), [1.0], 3.0)
    assert run.completed
    last = run.events[-1]
    assert last.kind == "rest"
    zeno = np.sqrt(2.0 / G) * 3.0
    assert zeno - 1e-5 < last.time < zeno  # 2 v / g at v = rest_speed is left out
    assert abs(run.q[-1, 0]) < 1e-11
    assert abs(run.v[-1, 0]) < 1e-12
    assert abs(run.a[-1, 0]) < 1e-12
    assert run.contact_forces[-1, 0] == pytest.approx(2.0 * G)
    assert run.contact_forces[0, 0] == 0.0 and run.a[0, 0] == pytest.approx(-G)


def test_dying_bounces_stop_the_run_if_asked() -> None:
    with pytest.warns(lw.simulation.SimulationStopped):
        run = drop(ball(0.5), [1.0], 3.0, impacts=lw.Impacts(accumulation="stop"))
    assert run.stop is not None
    assert "P on floor" in run.stop.finding and "rest_speed" in run.stop.finding
    assert "accumulation='rest'" in run.stop.remedy
    zeno = np.sqrt(2.0 / G) * 3.0
    assert run.stop.time == pytest.approx(zeno, abs=1e-5)
    assert run.t[-1] == run.stop.time
    assert len(run.events) > 15


def test_elastic_bounces_go_on_for_ever() -> None:
    run = drop(ball(1.0), [1.0], 30.0)
    assert len(run.events) == 33
    assert np.ptp(run.energy) < 1e-11


def test_a_resting_ball_leaves_when_it_is_lifted() -> None:
    """A force that grows, 10 N/s, from rest: it leaves at 2 g / 10 s."""
    run = drop(ball(0.0), [0.0], 3.0, controller=lambda t, q, v: [10.0 * t], samples=30)
    kinds = [event.kind for event in run.events]
    assert kinds == ["rest", "release"]
    leaves = 2.0 * G / 10.0
    assert run.events[1].time == pytest.approx(leaves, abs=1e-8)
    since = 3.0 - leaves
    assert run.q[-1, 0] == pytest.approx(10.0 * since**3 / 6.0 / 2.0, abs=1e-7)


def test_a_bead_leaves_a_ring_where_galileo_says() -> None:
    """It slides down outside of a circle, and leaves it at cos = 2/3 + v0^2/(3 g R)."""
    v0 = 0.3
    run = drop(bead("circle", "outside"), ([0.0, 1.0], [v0, 0.0]), 1.5, samples=500)
    kinds = [event.kind for event in run.events]
    assert kinds == ["rest", "release"]
    height = run.events[1].q[1]
    assert height == pytest.approx(2.0 / 3.0 + v0**2 / (3.0 * G), abs=1e-8)
    slides = run.t < run.events[1].time
    gaps = run.robot.gaps(run.q)[:, 0]
    assert np.abs(gaps[slides]).max() < 1e-9
    assert np.abs(run.energy - run.energy[0]).max() < 1e-8


def test_a_bead_inside_a_ring_keeps_to_it() -> None:
    """Let go on the ring it stays: a pendulum of 1 m, elastic wall or not."""
    run = drop(
        bead("circle", "inside", restitution=1.0),
        [np.sin(1.5), -np.cos(1.5)],
        3.0,
        samples=100,
    )
    assert [event.kind for event in run.events] == ["rest"]
    assert np.abs(np.hypot(*run.q.T) - 1.0).max() < 1e-9
    assert np.abs(run.energy - run.energy[0]).max() < 1e-8
    # the ring carries weight and turning: m (v^2 + g cos) / R, cos = -y
    force = (run.v**2).sum(axis=1) - G * run.q[:, 1]
    np.testing.assert_allclose(run.contact_forces[1:, 0], force[1:], atol=1e-7)


@pytest.mark.parametrize("offset", [0.0, 1e-13, -1e-13])
def test_grazing_is_recorded_and_changes_nothing(offset: float) -> None:
    """Without weight, along a tangent of a circle from outside."""
    start = ([-2.0, 1.0 + offset], [3.0, 0.0])
    run = drop(bead("circle", "outside", gravity=0.0), start, 2.0)
    assert [event.kind for event in run.events] == ["grazing"]
    assert run.events[0].time == pytest.approx(2.0 / 3.0, abs=1e-6)
    np.testing.assert_allclose(run.v, np.array([[3.0, 0.0]] * len(run.t)), atol=1e-15)


def test_an_oblique_hit_has_its_angle() -> None:
    """A chord of a circle hits it at the angle whose sine is its distance."""
    run = drop(
        bead("circle", "inside", gravity=0.0, restitution=1.0),
        ([0.0, 0.6], [2.0, 0.0]),
        3.0,
    )
    assert len(run.events) == 4
    for event in run.events:
        assert event.angles_of_attack[0] == pytest.approx(np.arcsin(0.6), abs=1e-12)
        np.testing.assert_allclose(np.linalg.norm(event.places), 1.0, atol=1e-12)
        np.testing.assert_allclose(event.normals, -event.places, atol=1e-12)
        assert event.impulses[0] == pytest.approx(2.0 * 2.0 * 0.8, abs=1e-12)


def test_friction_at_impact_turns_the_bead() -> None:
    """A point mass: mu times the normal impulse against the sliding."""
    run = drop(
        bead("circle", "inside", gravity=0.0, restitution=1.0, friction=0.1),
        ([0.0, 0.6], [2.0, 0.0]),
        0.5,
    )
    (event,) = run.events
    sliding = 2.0 * 0.6
    after = sliding - 0.1 * 2.0 * 2.0 * 0.8
    speed = np.hypot(2.0 * 0.8, after)
    assert np.linalg.norm(event.v_after) == pytest.approx(speed, abs=1e-12)
    smooth = drop(
        run.robot, ([0.0, 0.6], [2.0, 0.0]), 0.5, impacts=lw.Impacts(friction=False)
    )
    assert smooth.events[0].energy_lost == pytest.approx(0.0, abs=1e-12)


def test_joints_hit_their_stops() -> None:
    """From the middle at 2 rad/s: stops every second, first after half of one."""
    run = drop(door(1.0), ([0.0], [2.0]), 3.4)
    found = [(event.time, event.walls[0]) for event in run.events]
    assert [name for _, name in found] == ["upper", "lower", "upper"]
    np.testing.assert_allclose([t for t, _ in found], [0.5, 1.5, 2.5], atol=1e-13)
    assert np.ptp(np.abs(run.v)) < 1e-13
    inertia = 0.1 + 0.25
    assert run.events[0].impulses[0] == pytest.approx(2 * 2.0 * inertia)


def test_restitution_can_be_given_for_a_run() -> None:
    options = lw.Impacts(restitution={"lower": 0.5})
    run = drop(door(1.0), ([0.0], [2.0]), 2.2, impacts=options)
    assert abs(run.events[0].parting[0]) == pytest.approx(2.0)
    assert abs(run.events[1].parting[0]) == pytest.approx(1.0)


def test_rotors_take_part() -> None:
    """A geared rotor makes the ball heavier: gear^2 times its inertia."""
    drive = lw.Actuator(gear_ratio=10.0, rotor_inertia=0.03)
    run = drop(ball(0.5), ([1.0], [-1.0]), 0.9, actuators=drive)
    event = run.events[0]
    assert event.impulses[0] == pytest.approx(5.0 * 1.5 * -event.approach[0])


def test_a_run_goes_on_from_where_it_ended() -> None:
    whole = drop(ball(0.5), [1.0], 1.2, samples=[1.2])
    first = drop(ball(0.5), [1.0], np.sqrt(2.0 / G))  # ends on the floor
    second = drop(ball(0.5), first, 1.2 - first.t[-1])
    np.testing.assert_allclose(second.q[-1], whole.q[-1], atol=1e-12)
    np.testing.assert_allclose(second.v[-1], whole.v[-1], atol=1e-12)


def test_python_controllers_work_among_walls() -> None:
    """One that cannot be traced, with a SciPy method, through rest and release."""

    def lift(t, q, v):
        return [10.0 * t] if float(t) > 0.1 else [0.0]

    run = drop(ball(0.0), [0.0], 3.0, controller=lift, method="DOP853")
    assert [event.kind for event in run.events] == ["rest", "release"]
    assert run.events[1].time == pytest.approx(2.0 * G / 10.0, abs=1e-7)


def test_steps_are_kept_if_asked() -> None:
    run = drop(ball(1.0), [1.0], 2.0, dense=True)
    assert run.steps[0].begin == 0.0 and run.steps[-1].end == 2.0
    for one, other in zip(run.steps, run.steps[1:], strict=False):
        assert one.end == other.begin
    inside = run.steps[2]
    t = np.linspace(inside.begin, inside.end, 5)
    assert inside.interpolate(t).shape == (5, 2)
    assert drop(ball(1.0), [1.0], 2.0).steps == ()


@pytest.mark.parametrize("method", ["rosenbrock", "Radau", "BDF", "LSODA", "RK45"])
def test_every_method_comes_to_rest(method: str) -> None:
    run = drop(ball(0.5), [1.0], 2.0, method=method, tolerance=1e-8)
    assert run.completed and run.events[-1].kind == "rest"
    assert abs(run.q[-1, 0]) < 1e-9 and abs(run.v[-1, 0]) < 1e-9
    assert run.events[-1].time == pytest.approx(3.0 * np.sqrt(2.0 / G), abs=1e-4)


def test_cvode_bounces_too() -> None:
    pytest.importorskip("sksundae", reason="scikit-sundae is not installed")
    run = drop(ball(0.5), [1.0], 2.0, method="CVODE", tolerance=1e-8)
    assert run.completed and run.events[-1].kind == "rest"


def test_a_rod_that_fits_its_circle_cannot_move_along_itself() -> None:
    """Each end's rebound drives the other into the wall: together they stop it."""
    run = drop(sliding_rod(1.0), ([0.0, 0.0], [1.0, 0.0]), 1.0)
    assert run.completed
    assert any("without restitution" in n for e in run.events for n in e.notes)
    assert np.abs(run.q[-1]).max() < 1e-9 and np.abs(run.v[-1]).max() < 1e-9


def test_a_rod_rattles_in_its_circle() -> None:
    """A clearance of 1 mm: a hit each time that it has crossed twice that."""
    run = drop(sliding_rod(0.999), ([0.0, 0.0], [1.0, 0.0]), 0.0105)
    times = [event.time for event in run.events]
    np.testing.assert_allclose(times, 0.001 + 0.002 * np.arange(5), atol=1e-13)
    assert [event.points for event in run.events] == [("B",), ("A",)] * 2 + [("B",)]


def test_a_rod_hits_a_post_between_its_ends() -> None:
    """Where the declared segment is closest: straight below its middle, and beside."""
    robot = rod_above_a_post(0.5)
    run = drop(robot, [0.0, 0.8, 0.0], 0.5)
    event = run.events[0]
    assert event.points == ("A-B",)
    assert event.time == pytest.approx(np.sqrt(2 * 0.5 / G), abs=1e-12)
    np.testing.assert_allclose(event.places[0], [0.0, 0.3, 0.0], atol=1e-9)
    assert event.impulses[0] == pytest.approx(3.0 * 1.5 * np.sqrt(2 * 0.5 * G))
    beside = drop(robot, [0.4, 0.8, 0.0], 0.4).events[0]  # an arm of 0.4 m
    u = np.sqrt(2 * 0.5 * G)
    assert beside.impulses[0] == pytest.approx(1.5 * u / (1 / 3.0 + 0.4**2 / 1.0))
    assert beside.v_after[2] == pytest.approx(-0.4 * beside.impulses[0] / 1.0)


VARIED = """
linkwright: 1
name: ball
parameters: {height: 0 m, load: 2 kg, bounce: 0.5}
bodies: {ball: {mass: load, inertia: [1, 1, 1], points: {P: [0, 0, 0]}}}
joints: {z: {type: prismatic, parent: world, body: ball, axis: z}}
walls:
  floor: {shape: plane, axis: z, at: [0, 0, height], restitution: bounce,
          contacts: [P]}
"""


def test_walls_and_bounces_may_be_design_parameters() -> None:
    robot = lw.Robot(read_text(VARIED)).vary("height", "load", "bounce")
    run = drop(robot, [1.2], 2.0, height=0.2, load=3.0, bounce=0.0)
    assert [event.kind for event in run.events] == ["impact", "rest"]
    u = np.sqrt(2 * G)
    assert run.events[0].impulses[0] == pytest.approx(3.0 * u)
    assert run.q[-1, 0] == pytest.approx(0.2, abs=1e-11)
    assert run.contact_forces[-1, 0] == pytest.approx(3.0 * G)
    up = drop(robot, [1.2], 0.5, height=0.2, load=3.0, bounce=1.0)
    assert up.events[0].parting[0] == pytest.approx(u)
    with pytest.raises(lw.LinkwrightError, match="coefficient of restitution"):
        drop(robot, [1.2], 0.5, bounce=1.5)


def test_controllers_that_follow_press_a_robot_on_its_wall() -> None:
    """Springs of 300 N/m aim 0.1 m below the floor: weight and 30 N rest on it."""
    follow = lw.PD(300.0, 20.0, reference=[-0.1])
    run = drop(ball(0.0), [0.0], 1.0, controller=follow)
    assert run.contact_forces[-1, 0] == pytest.approx(2.0 * G + 30.0, rel=1e-9)
