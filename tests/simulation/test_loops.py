"""Loops as constraints on the spanning tree: published values, laws, two routes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw
from linkwright.errors import InputError, NumericalError
from linkwright.formats import read_text
from linkwright.robot import loop_rows
from linkwright.simulation import SimulationStopped
from linkwright.simulation.loop_start import whole_state
from tests.mechanisms.robots import EXAMPLE_NAMES, mechanism, random_states
from tests.mechanisms.test_closing import four_bar
from tests.simulation.loops_of import loops_of
from tests.simulation.mechanisms import four_bars, slider_crank

TREE = "spanning_tree"
G = 9.81


def upright_angle(loops: int, t: np.ndarray) -> np.ndarray:
    """Return the exact angle of N four-bars from upright at times."""
    weight = G * ((loops + 1) / 2 + loops) / ((loops + 1) / 3 + loops)
    found = solve_ivp(
        lambda t, x: [x[1], weight * np.sin(x[0])],
        (0.0, float(t[-1])),
        [0.0, -1.0],
        t_eval=t,
        method="DOP853",
        rtol=1e-13,
        atol=1e-13,
    )
    return found.y[0]


def fall(loops: int, duration: float, **words: object) -> lw.Run:
    """Return N four-bars that fall over from upright, their top at 1 m/s."""
    start = ([0.0], [-1.0])
    return lw.simulate(
        four_bars(loops), duration=duration, start=start, loops=TREE, **words
    )


def test_two_four_bars_keep_published_values_energy_and_closure() -> None:
    run = fall(2, 10.0, tolerance=1e-12, samples=500)
    top = run.poses["B0"].position[..., :2]
    for time, expected in (
        (1.0, [-0.195020301950, -0.980799205662]),
        (10.0, [0.328458111535, 0.944518538181]),
    ):
        here = top[np.abs(run.t - time).argmin()]
        np.testing.assert_allclose(here, expected, rtol=0, atol=1e-9)
    assert np.abs(run.energy - run.energy[0]).max() <= 1e-8
    assert run.loops.distance.max() <= 1e-13  # rounding of lengths of 1 m
    assert run.loops.rate.max() <= 1e-13


def test_bifurcations_are_passed_with_the_velocity_and_reported() -> None:
    run = fall(2, 3.0, tolerance=1e-10, samples=300)
    exact = upright_angle(2, run.t)
    assert np.abs(run.q[:, 0] - exact).max() < 1e-7
    # both loops are flat where the uprights lie, four times in two turns
    t = np.linspace(0.0, 3.0, 30001)
    lying = np.cos(upright_angle(2, t))
    times = t[1:][lying[1:] * lying[:-1] < 0.0]
    passages = run.loops.passages
    assert len(passages) == len(times)
    for passage, time in zip(passages, times, strict=True):
        assert abs(passage.time - time) < 2e-4
        assert passage.is_bifurcation and passage.freedoms == 2
        assert passage.loops == ("pin0", "pin1")
        assert "bifurcation of pin0, pin1" in str(passage)


def test_a_start_in_a_bifurcation_goes_on_with_its_velocity() -> None:
    """All bars in one line, uprights turning alike: they go on alike."""
    q, v = [-np.pi / 2] * 3 + [np.pi / 2] * 2, [-3.0] * 3 + [3.0] * 2
    run = lw.simulate(
        four_bars(2), start=(q, v), duration=0.3, loops=TREE, tolerance=1e-8, samples=9
    )
    uprights = run.loops.q[:, :3]
    assert np.ptp(uprights, axis=1).max() < 1e-12
    assert np.ptp(run.energy) < 1e-5
    assert run.loops.passages[0].time < 1e-6 and run.loops.passages[0].is_bifurcation
    here = four_bars(2).loop_dynamics(q, v, [0.0])
    assert here.rank == 2.0  # of 4: some components are as good as others
    assert np.isnan(here.forces).any() and np.isfinite(here.a).all()


@pytest.mark.parametrize(
    ("loops", "duration"),
    [(16, 2.0), pytest.param(40, 10.0, marks=pytest.mark.full)],
)
def test_many_four_bars_by_lapack(loops: int, duration: float) -> None:
    run = fall(loops, duration, tolerance=2e-9, samples=10)
    assert run.method == "DOP853"
    exact = upright_angle(loops, run.t)
    top = run.poses["B0"].position
    assert np.abs(top[:, 0] + np.sin(exact)).max() < 1e-6
    assert np.abs(top[:, 1] - np.cos(exact)).max() < 1e-6
    if loops == 40:
        expected = [0.180512226682, 0.983572740583]
        np.testing.assert_allclose(top[-1, :2], expected, rtol=0, atol=1e-6)
    assert run.loops.distance.max() <= 1e-10
    assert all(p.freedoms == loops for p in run.loops.passages)


def test_slider_crank_keeps_energy_and_loops_and_tells_its_pins_force() -> None:
    robot = slider_crank()
    words = {"duration": 1.0, "start": ([0.3], [12.0]), "tolerance": 1e-11}
    run = lw.simulate(robot, loops=TREE, **words)
    assert np.ptp(run.energy) < 1e-10 * run.energy[0]
    assert run.loops.distance.max() < 1e-14 and run.loops.rate.max() < 1e-13
    embedded = lw.simulate(robot, method="dormand_prince", **words)
    assert np.abs(embedded.q - run.q).max() < 1e-8
    assert np.abs(embedded.energy - run.energy).max() < 1e-8
    R = robot.reactions(run.q, run.v, run.a)
    scale = np.abs(R["knuckle"].force).max()
    assert np.abs(R["knuckle"].force - run.loops.forces).max() < 1e-12 * scale
    axes = ("knuckle, force x", "knuckle, force y", "knuckle, force z")
    assert run.loops.component_names == axes
    np.testing.assert_array_equal(run.loops.force(axes[1]), run.loops.forces[:, 1])
    assert not run.loops.passages


def test_springs_give_back_what_they_took_both_ways() -> None:
    """The desk lamp's balancing springs: energy stays, and both routes agree."""
    robot = mechanism("desk_lamp")
    start = robot.reference + 0.05
    words = {"start": start, "duration": 0.1, "tolerance": 1e-9, "samples": 20}
    words |= {"limits": False, "friction": False, "method": "DOP853"}
    runs = [lw.simulate(robot, loops=loops, **words) for loops in ("embedded", TREE)]
    assert np.abs(runs[0].q - runs[1].q).max() < 1e-7
    assert np.ptp(runs[0].q, axis=0).max() > 1e-3  # it moves
    for run in runs:
        assert np.ptp(run.energy) < 1e-7 * np.abs(run.energy).max()


def test_a_slider_that_drives_a_crank_passes_its_dead_points() -> None:
    """With the slider as coordinate G does not exist at the crank's dead points."""
    turning = lw.simulate(
        slider_crank(), duration=0.5, start=([0.3], [12.0]), loops=TREE
    )
    swapped = [1, 0, 2, 3]
    start = (turning.loops.q[0][swapped], turning.loops.v[0][swapped])
    robot = slider_crank("independent")
    run = lw.simulate(robot, duration=0.5, start=start, loops=TREE)
    assert np.abs(run.loops.joint("turn")["q"] - turning.q[:, 0]).max() < 1e-8
    slide = turning.loops.joint("slide")["v"]
    dead = int((slide[1:] * slide[:-1] < 0.0).sum())
    assert dead > 0 and len(run.loops.passages) == dead
    assert not any(passage.is_bifurcation for passage in run.loops.passages)
    assert "dead point of knuckle" in str(run.loops.passages[0])


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_tree_with_loops_moves_as_the_independent_joints_do(name: str) -> None:
    """Accelerations and forces against G'MG and the equations of equilibrium."""
    robot = mechanism(name)
    if not robot._mechanism.closures:
        pytest.skip(f"{name} has no loops")
    q, v, a = random_states(robot, 3, 20)
    tau = np.zeros((len(q), robot._mechanism.tree.nv))
    forces = robot.actuator_forces(q, v, a)
    for name, force in zip(robot.actuator_names, forces.T, strict=True):
        slide = f"{name}.slide"  # a cylinder pushes along itself, not at the joint
        names = robot._mechanism.velocity_names
        tau[:, names.index(slide if slide in names else name)] = force
    places = loops_of(robot)
    x = whole_state(places, q, v)
    found = robot.loop_dynamics(x[:, places.places.y], x[:, places.places.w], tau)
    scale = 1.0 + np.abs(found.a).max()
    assert np.abs(found.a[:, : robot.nv] - a).max() < 1e-8 * scale
    R = robot.reactions(q, v, a, undetermined="nan")
    compared = 0
    for closure in robot._mechanism.closures:
        for k, component in enumerate(found.component_names):
            if component.startswith(f"{closure.name}, force"):
                axes = np.array(closure.second_axes.entries, float).reshape(3, 3)
                along = axes[:, "xyz".index(component[-1])]
                force = R[closure.name].force @ along
                told = np.isfinite(force) & np.isfinite(found.forces[:, k])
                difference = np.abs(found.forces[:, k] - force)[told]
                size = 1.0 + np.abs(force[told]).max(initial=0.0)
                assert difference.max(initial=0.0) < 1e-7 * size
                compared += int(told.sum())
    assert compared > 0


def test_a_start_follows_from_the_independent_joints_or_is_checked() -> None:
    robot = slider_crank()
    words = {"duration": 0.1, "loops": TREE, "samples": 5}
    first = lw.simulate(robot, start=([0.3], [5.0]), **words)
    assert first.loops.start is None
    q, v = first.loops.q[0], first.loops.v[0]
    again = lw.simulate(robot, start=(q, v), inconsistent="refuse", **words)
    np.testing.assert_allclose(again.loops.q, first.loops.q, atol=1e-12)
    assert again.loops.start.distance < 1e-14
    off = (q + [0.0, 2e-3, 0.0, 1e-3], v + [0.0, 0.1, 0.0, 0.0])
    with pytest.raises(
        NumericalError, match=r"open by 0\.0\d+ and opening at 0\.07"
    ) as e:
        lw.simulate(robot, start=off, inconsistent="refuse", **words)
    assert "knuckle, force" in str(e.value) and "inconsistent='project'" in str(e.value)
    moved = lw.simulate(robot, start=off, **words)
    assert 1e-3 < moved.loops.start.distance < 1e-2
    assert moved.loops.distance[0] < 1e-14 and moved.loops.rate[0] < 1e-14
    # nearest in kinetic energy: the light crank turns rather than the slider moves
    assert np.abs(moved.loops.q[0] - q).max() < 0.05
    with pytest.raises(NumericalError, match="too far from closing"):
        lw.simulate(robot, start=(q + [0.0, 9.0, 0.0, 0.0], v), **words)
    with pytest.raises(InputError, match="inconsistent is 'ignore'"):
        lw.simulate(robot, start=off, inconsistent="ignore", **words)
    with pytest.raises(InputError, match=r"Expected \(\.\.\., 4\): turn, slide"):
        lw.simulate(robot, start=(q, v[:1]), **words)


def test_projection_is_the_nearest_state_in_kinetic_energy() -> None:
    """What it takes away from the velocity does no work on what loops allow."""
    robot = slider_crank()
    loops = loops_of(robot)
    x = whole_state(loops, np.array([0.4]), np.array([3.0]))
    off = x + np.r_[np.zeros(4), np.random.default_rng(2).normal(size=4)]
    held = loops.held(off)
    y, w = held[:4], held[4:]
    M = robot._calls.call("mass_matrix", (y,), {"coordinates": "tree"})
    J = loops.rows(held)[1]
    allowed = np.linalg.svd(J)[2][np.linalg.matrix_rank(J) :]
    assert np.abs(J @ w).max() < 1e-13
    assert np.abs(allowed @ M @ (off[4:] - w)).max() < 1e-12 * np.abs(M).max()


@pytest.mark.parametrize("method", ["semi_implicit_euler", "RK4"])
def test_fixed_steps_keep_loops_closed_and_their_order(method: str) -> None:
    robot = slider_crank()
    words = {"duration": 0.2, "start": ([0.3], [5.0]), "loops": TREE, "samples": 1}
    exact = lw.simulate(robot, tolerance=1e-12, **words).state
    steps = np.array([100, 200, 400])
    errors = []
    for n in steps:
        run = lw.simulate(robot, method=method, step=0.2 / n, **words)
        assert run.loops.distance.max() < 1e-13
        errors.append(np.abs(run.state - exact).max())
    slope = -np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert abs(slope - {"semi_implicit_euler": 1, "RK4": 4}[method]) < 0.1


@pytest.mark.parametrize("method", ["Radau", "RK45", "rosenbrock"])
def test_every_step_without_history_holds_loops(method: str) -> None:
    robot = slider_crank()
    words = {"duration": 0.2, "start": ([0.3], [5.0]), "loops": TREE, "samples": 4}
    exact = lw.simulate(robot, tolerance=1e-11, **words).state
    run = lw.simulate(robot, method=method, tolerance=1e-7, **words)
    assert np.abs(run.state - exact).max() < 1e-6
    assert run.loops.distance.max() < 1e-14
    assert (run.counts.jacobians > 0) == (method != "RK45")


def test_batches_of_fixed_steps_hold_every_members_loops() -> None:
    robot = slider_crank()
    q = np.array([[0.3], [1.0], [2.0]])
    words = {"duration": 0.1, "loops": TREE, "samples": 4}
    fixed = {"method": "RK4", "step": 1e-3}
    run = lw.simulate(robot, start=(q, np.full((3, 1), 5.0)), **fixed, **words)
    assert run.loops.q.shape == (5, 3, 4) and run.energy.shape == (5, 3)
    assert run.loops.distance.max() < 1e-14
    for k in range(3):
        alone = lw.simulate(robot, start=(q[k], [5.0]), tolerance=1e-10, **words)
        assert np.abs(alone.state - run.state[k]).max() < 1e-7


def test_loads_friction_and_design_parameters_act_on_the_tree_as_embedded() -> None:
    source = slider_crank().description
    joints = tuple(
        replace(each, damping=0.05, friction=0.01) if each.dependent else each
        for each in source.joints
    )
    heavy = lw.Robot(replace(source, joints=joints))
    words = {
        "duration": 0.2,
        "start": ([0.3], [5.0]),
        "loads": {"slider": lambda t: [3.0 * np.sin(20 * t), 1.0, 0, 0, 0, 0]},
        "tolerance": 1e-9,
        "method": "DOP853",
        "friction_smoothing": 0.1,
        "samples": 10,
    }
    runs = [lw.simulate(heavy, loops=loops, **words) for loops in ("embedded", TREE)]
    assert np.abs(runs[0].q - runs[1].q).max() < 1e-7
    free = lw.simulate(heavy, loops=TREE, **{**words, "friction": False})
    assert np.abs(free.q - runs[1].q).max() > 1e-3


def test_lapack_and_kernels_give_one_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = slider_crank()
    rng = np.random.default_rng(8)
    q, v, tau = rng.uniform(0.0, 6.0, (3, 5, 1))
    x = whole_state(loops_of(robot), q, v)
    y, w = np.split(x, 2, axis=-1)
    inside = robot.loop_dynamics(y, w, tau)
    words = {"start": (q[0], v[0]), "duration": 0.1, "loops": TREE, "samples": 4}
    words |= {"method": "DOP853", "tolerance": 1e-9}
    run = lw.simulate(robot, **words)
    monkeypatch.setattr(loop_rows, "MOST_ROWS_INSIDE", 0)
    outside = robot.loop_dynamics(y, w, tau)
    scale = np.abs(inside.a).max()
    assert np.abs(inside.a - outside.a).max() < 1e-9 * scale
    np.testing.assert_array_equal(inside.rank, outside.rank)
    size = np.nanmax(np.abs(inside.forces))
    assert np.nanmax(np.abs(inside.forces - outside.forces)) < 1e-9 * size
    again = lw.simulate(robot, **words)
    assert np.abs(again.loops.q - run.loops.q).max() < 1e-7
    with pytest.raises(InputError, match="too many for one kernel"):
        lw.simulate(robot, **{**words, "method": "RK4", "step": 0.01})


def test_fixed_steps_report_passages_between_records() -> None:
    run = fall(2, 1.5, method="RK4", step=2e-3, samples=750)
    exact = fall(2, 1.5, tolerance=1e-8).loops.passages
    assert len(run.loops.passages) == len(exact) == 2
    for found, expected in zip(run.loops.passages, exact, strict=True):
        assert abs(found.time - expected.time) < 1e-4
        assert found.is_bifurcation
    with pytest.raises(InputError, match="tolerance is 1e-14 on a spanning tree"):
        fall(2, 1.0, tolerance=1e-14)


def test_steps_with_a_history_are_refused_on_a_tree() -> None:
    words = {"duration": 1.0, "loops": TREE}
    with pytest.raises(InputError, match="'BDF' will not do: it keeps a history"):
        lw.simulate(slider_crank(), method="BDF", **words)
    with pytest.raises(InputError, match="loops is 'closed'"):
        lw.simulate(slider_crank(), duration=1.0, loops="closed")
    with pytest.raises(InputError, match="has no loops"):
        lw.load("arm7").loop_dynamics(np.zeros(7), np.zeros(7), np.zeros(7))


def test_a_tree_without_loops_is_simulated_as_ever() -> None:
    robot = lw.load("double-pendulum")
    words = {"start": [1.0, 0.2], "duration": 0.2, "method": "DOP853"}
    run = lw.simulate(robot, loops=TREE, **words)
    np.testing.assert_array_equal(run.q, lw.simulate(robot, **words).q)
    assert run.loops is None


def test_controllers_and_actuators_act_on_independent_joints() -> None:
    robot = slider_crank()
    words = {
        "controller": lw.PD(2.0, 0.2, [0.5], gravity=True),
        "actuators": lw.Actuator(time_constant=0.01, limit=0.9, rotor_inertia=1e-3),
        "duration": 0.3,
        "tolerance": 1e-9,
        "method": "DOP853",
    }
    runs = [lw.simulate(robot, loops=loops, **words) for loops in ("embedded", TREE)]
    assert np.abs(runs[0].q - runs[1].q).max() < 1e-7
    assert np.abs(runs[0].tau - runs[1].tau).max() < 1e-3
    assert runs[1].z_names == ("turn.force",)
    assert runs[1].tau.shape == runs[1].v.shape == (201, 1)


def test_runs_on_a_tree_are_saved_and_resumed(tmp_path) -> None:
    xarray = pytest.importorskip("xarray")
    robot = slider_crank()
    words = {"loops": TREE, "tolerance": 1e-10}
    run = lw.simulate(robot, start=([0.3], [5.0]), duration=0.1, samples=4, **words)
    run.save(tmp_path / "run.csv")
    header = (tmp_path / "run.csv").read_text().splitlines()[0].split(",")
    assert {"slide", "v.slide", "a.slide", "knuckle, force x"} <= set(header) or (
        '"knuckle' in (tmp_path / "run.csv").read_text().splitlines()[0]
    )
    run.save(tmp_path / "run.nc")
    with xarray.open_dataset(tmp_path / "run.nc") as found:
        np.testing.assert_array_equal(found["loop_forces"], run.loops.forces)
        np.testing.assert_array_equal(found["tree_q"], run.loops.q)
    rest = lw.simulate(robot, start=run, duration=0.1, **words)
    whole = lw.simulate(robot, start=([0.3], [5.0]), duration=0.2, **words)
    assert np.abs(rest.state - whole.state).max() < 1e-8


@pytest.mark.parametrize("words", [{"method": "BDF"}, {"method": "RK4", "step": 1e-2}])
@pytest.mark.parametrize("batch", [False, True])
def test_an_embedded_loop_at_the_end_of_its_range_is_named(words, batch: bool) -> None:
    """A crank of 0.9 m between 1 m of ground, 1 m of coupler and 0.7 m of rocker."""
    if batch and words["method"] == "BDF":
        words = {"method": "lie_group", "step": 1e-2}
    text = four_bar("revolute").replace("[0.3, 0, 0]", "[0.9, 0, 0]")
    robot = lw.Robot(read_text(text))
    start = (np.full((2, 1), -1.0), np.array([[0.0], [3.0]])) if batch else ([-1], [3])
    with pytest.warns(SimulationStopped):
        run = lw.simulate(robot, duration=2.0, start=start, **words)
    told = str(run.stop)
    assert "the loops end the motion: loop 'pin' cannot be closed" in told
    assert "infs" not in told and "controller" not in told
    assert 'Take loops="spanning_tree"' in told
    on_tree = lw.simulate(robot, duration=2.0, start=([-1], [3]), loops=TREE)
    assert on_tree.stop is None
