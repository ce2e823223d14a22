"""The IMPACT paper's case study, exactly as its errata have it."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw

# Table 3: time [s], angle of attack [deg], change of normal velocity [m/s], impulse
# [N s], points.
TABLE_3 = (
    (0.3851, 33.12, 6.32, 5.26, ("O1", "O5")),
    (0.5698, 25.38, 8.62, 31.42, ("O2", "O4")),
    (1.01, 36.87, 8.64, 4.12, ("O8", "O11")),
    (1.082, 0.0, 12.48, 57.46, ("O3",)),
    (1.387, 34.108, 30.14, 15.96, ("O1", "O5")),
)
MIRRORED = (5, 4, 3, 2, 1, 6, 10, 11, 9, 7, 8)
POINTS = tuple(f"O{k}" for k in range(1, 12))


def case(tolerance: float, start: object = None, **words) -> lw.Run:
    """Return the case study's motion."""
    return lw.simulate(
        lw.load("impact-tree"),
        start=start,
        duration=1.45,
        method="dormand_prince",
        tolerance=tolerance,
        **words,
    )


@pytest.fixture(scope="module")
def exact() -> lw.Run:
    return case(1e-12)


def test_table_3_is_reproduced(exact: lw.Run) -> None:
    """The paper's own figures are good to 0.5 % and 0.45 degrees (errata)."""
    assert len(exact.events) == len(TABLE_3)
    for event, (t, angle, change, impulse, points) in zip(
        exact.events, TABLE_3, strict=True
    ):
        assert event.kind == "impact" and event.points == points
        assert abs(event.time - t) < 7e-4
        assert np.abs(np.degrees(event.angles_of_attack) - angle).max() < 0.45
        np.testing.assert_allclose(event.velocity_changes, change, rtol=5e-3)
        np.testing.assert_allclose(event.impulses, impulse, rtol=5e-3)
        assert not event.notes


@pytest.mark.parametrize(("tolerance", "allowed"), [(1e-10, 1e-7), (1e-12, 1e-9)])
def test_energy_is_constant(tolerance: float, allowed: float) -> None:
    run = case(tolerance)
    assert run.energy[0] == pytest.approx(18.6579, abs=5e-5)
    assert np.abs(run.energy - run.energy[0]).max() < allowed


def test_motion_is_mirror_symmetric(exact: lw.Run) -> None:
    P = np.stack([exact.poses[name].position for name in POINTS], axis=1)
    mirrored = P[:, [k - 1 for k in MIRRORED]] * [-1, 1, 1]
    assert np.abs(P - mirrored).max() < 1e-9


def test_events_converge() -> None:
    coarse, fine = case(1e-10), case(1e-13)
    for one, other in zip(coarse.events, fine.events, strict=True):
        assert abs(one.time - other.time) < 1e-10
        np.testing.assert_allclose(one.impulses, other.impulses, rtol=1e-7)


def test_rounded_start_needs_a_window() -> None:
    """From X = -1.366 m nearly simultaneous contacts must be grouped (errata)."""
    start = lw.load("impact-tree").reference.copy()
    start[-2:] = -1.366
    grouped = case(1e-12, start, impacts=lw.Impacts(window=1e-4))
    assert [event.points for event in grouped.events] == [row[-1] for row in TABLE_3]
    assert grouped.energy[0] == pytest.approx(18.6604, abs=5e-5)
    alone = case(1e-12, start)
    assert [event.points for event in alone.events[:2]] == [("O5",), ("O1",)]


def test_configuration_does_not_jump_and_momentum_does_as_impulses_say(
    exact: lw.Run,
) -> None:
    """Linear momentum: the sum of the walls' pushes; angular: their moments."""
    robot = exact.robot
    for event in exact.events:
        before = robot.momentum(event.q, event.v_before)
        after = robot.momentum(event.q, event.v_after)
        centre = robot.center_of_mass(event.q)
        linear = event.pushes.sum(axis=0)
        angular = np.cross(event.places - centre, event.pushes).sum(axis=0)
        expected = np.concatenate([linear, angular])
        np.testing.assert_allclose(after - before, expected, atol=1e-9)


def test_shock_loads_hold_every_rod_together(exact: lw.Run) -> None:
    """Each rod alone: impulses at its joints and walls change its momentum."""
    robot, event = exact.robot, exact.events[1]
    loads = event.joint_impulses
    pose = robot.forward_kinematics(event.q)
    still = np.zeros(robot.nv)
    jump = event.v_after - event.v_before
    motion = robot.body_motions(event.q, jump, still)
    for k in range(1, 11):
        rod = f"link_{k}"
        R = pose[rod].rotation
        assert abs(loads[f"q{k}"].torque[2]) < 1e-12  # a free hinge gives none
        given = R @ loads[f"q{k}"].force
        for child in robot.joints:
            if child.parent == rod:
                force = loads[child.name].force
                given = given - pose[child.body].rotation @ force
        for i, name in enumerate(event.points):
            if name in {f"O{k + 1}", "O1" if k == 1 else ""}:
                given = given + event.pushes[i]
        half = R @ [0.5, 0, 0]
        v = motion[rod].velocity + np.cross(motion[rod].angular_velocity, half)
        np.testing.assert_allclose(given, 1.0 * v, atol=1e-11)


def penetration(run: lw.Run) -> float:
    """Return the least gap at 20 places of each step's dense output [m]."""
    x = np.concatenate(
        [step.interpolate(np.linspace(step.begin, step.end, 20)) for step in run.steps]
    )
    return float(run.robot.gaps(x[:, : run.robot.nq]).min())


def random_starts(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return configurations inside the ring, every second one at rest."""
    rng = np.random.default_rng(1)
    robot = lw.load("impact-tree")
    found: list[np.ndarray] = []
    while len(found) < count:
        q = np.concatenate(
            [rng.uniform(-np.pi, np.pi, (4000, 10)), rng.uniform(-2, 2, (4000, 2))], 1
        )
        found += list(q[robot.gaps(q).min(axis=1) > 0.01])
    v = rng.normal(size=(count, 12))
    v[::2] = 0.0
    return np.array(found[:count]), v


@pytest.mark.parametrize(
    "part",
    [slice(0, 100), pytest.param(slice(100, 1000), marks=pytest.mark.full)],
    ids=["first 100", "the other 900"],
)
def test_random_starts_never_penetrate(part: slice) -> None:
    q, v = random_starts(1000)
    robot = lw.load("impact-tree")
    for start in zip(q[part], v[part], strict=True):
        run = lw.simulate(
            robot,
            start=start,
            duration=3.0,
            method="dormand_prince",
            tolerance=1e-10,
            samples=20,
            dense=True,
        )
        assert run.completed and run.t[-1] == 3.0
        assert penetration(run) > -1e-9
        assert len(run.events) > 3
        # elastic: kinetic and potential energy together stay, to chaotic growth
        assert np.abs(run.energy - run.energy[0]).max() < 1e-5


@pytest.mark.parametrize(
    ("restitution", "part"),
    [
        (0.0, slice(0, 8)),
        (0.5, slice(0, 2)),
        pytest.param(0.0, slice(8, 40), marks=pytest.mark.full),
    ],
)
def test_a_heap_of_rods_comes_to_rest_without_sinking(
    restitution: float, part: slice
) -> None:
    """Many contacts closed at once, come and gone; nothing gains energy by it."""
    q, v = random_starts(1000)
    for start in zip(q[part], v[part], strict=True):
        run = lw.simulate(
            lw.load("impact-tree"),
            start=start,
            duration=1.6,
            method="dormand_prince",
            tolerance=1e-9,
            dense=True,
            impacts=lw.Impacts(restitution=restitution),
        )
        assert run.completed
        assert penetration(run) > -1e-8  # closed contacts inside steps of 1e-9
        assert np.diff(run.energy).max() < 1e-6
        assert run.energy[-1] < run.energy[0]
