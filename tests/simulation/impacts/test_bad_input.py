"""What is refused or warned of, and what the message says."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import linkwright as lw
from linkwright.description import body, describe, joint, wall
from linkwright.errors import InputError
from linkwright.simulation.impacts.starting import WallMayBeCrossed
from tests.simulation.impacts.robots import ball, bead, box

METHOD = {"method": "dormand_prince", "tolerance": 1e-9}


def test_a_start_inside_a_wall_names_point_and_depth() -> None:
    with pytest.raises(InputError) as caught:
        lw.simulate(ball(), start=[-0.25], duration=1.0, **METHOD)
    text = str(caught.value)
    assert "P on floor by 0.25 m" in text and "inside a wall" in text
    with pytest.raises(InputError, match="P on ring by 0.4 m"):
        lw.simulate(bead("circle", "inside"), start=[1.4, 0.0], duration=1.0, **METHOD)


def test_a_start_on_a_wall_is_taken() -> None:
    run = lw.simulate(ball(), start=[-1e-10], duration=0.1, **METHOD)
    assert run.completed and run.events[0].kind == "rest"


@pytest.mark.parametrize("e", [-0.1, 1.5, "half", np.nan])
def test_restitution_outside_its_range_is_refused(e: object) -> None:
    with pytest.raises(InputError, match="coefficient of restitution"):
        lw.Impacts(restitution=e)  # pyright: ignore[reportArgumentType]
    with pytest.raises(InputError, match="of wall 'floor'"):
        lw.Impacts(restitution={"floor": e})  # pyright: ignore[reportArgumentType]


def test_restitution_of_an_unknown_wall_is_refused() -> None:
    options = lw.Impacts(restitution={"flor": 0.5})
    with pytest.raises(InputError, match="no wall 'flor'"):
        lw.simulate(ball(), start=[1.0], duration=1.0, impacts=options, **METHOD)


@pytest.mark.parametrize(
    "words",
    [{"law": "hooke"}, {"accumulation": "ignore"}, {"window": -1.0}, {"crowded": 0.0}],
)
def test_options_amiss_are_refused(words: dict) -> None:
    with pytest.raises(InputError, match=f"impacts have {next(iter(words))}"):
        lw.Impacts(**words)


def test_fixed_steps_are_refused() -> None:
    words = {"start": [1.0], "duration": 1.0, "method": "RK4", "step": 1e-3}
    with pytest.raises(InputError, match="fixed steps would pass through") as caught:
        lw.simulate(ball(), **words)
    assert "impacts=False" in str(caught.value)
    run = lw.simulate(ball(), impacts=False, **words)
    assert run.q[-1, 0] < -3.0  # through the floor, as asked


def test_a_body_that_can_cross_a_wall_is_warned_of() -> None:
    ends = {"A": [-1, 0, 0], "B": [1, 0, 0]}
    rod = body("rod", mass=1.0, inertia=[0.1] * 3, points=ends)
    post = wall("post", "sphere", radius=0.2, robot="outside", contacts=["A", "B"])
    robot = lw.Robot(
        describe("rod", [rod], [joint("z", "prismatic", "world", "rod")], walls=[post])
    )
    with pytest.warns(WallMayBeCrossed, match="'A' and 'B' of body 'rod'"):
        lw.simulate(robot, start=[1.0], duration=0.1, **METHOD)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lw.simulate(robot, start=[1.0], duration=0.1, impacts=False, **METHOD)


def test_events_that_pile_up_end_the_run_with_advice() -> None:
    """Bounces of 0.9 become too many too soon, with rest_speed far too small."""
    options = lw.Impacts(rest_speed=1e-15, crowded=1e-3, most_events=60)
    with pytest.warns(lw.simulation.SimulationStopped):
        run = lw.simulate(
            ball(0.9), start=[1.0], duration=12.0, impacts=options, **METHOD
        )
    assert run.stop is not None
    assert "61 events within 0.001 s" in run.stop.finding
    assert "P on floor" in run.stop.finding
    assert f"t = {run.events[-1].time:.9g} s" in run.stop.finding
    assert "rest_speed" in run.stop.remedy and "window" in run.stop.remedy
    assert len(run.events) > 61 and len(run.t) > 100
    assert run.t[-1] == run.stop.time


def test_a_point_listed_twice_is_refused() -> None:
    floor = wall("floor", "plane", contacts=["P", "P"])
    what = body("ball", mass=1.0, inertia=[0.1] * 3, points={"P": [0, 0, 0]})
    with pytest.raises(lw.LinkwrightError, match="listed twice"):
        lw.Robot(
            describe(
                "ball",
                [what],
                [joint("z", "prismatic", "world", "ball")],
                walls=[floor],
            )
        )


def test_a_wall_without_interior_is_refused() -> None:
    what = body("ball", mass=1.0, inertia=[0.1] * 3, points={"P": [0, 0, 0]})
    for radius in (0.0, -1.0):
        ring = wall("ring", "circle", radius=radius, robot="inside", contacts=["P"])
        with pytest.raises(lw.LinkwrightError, match="radius"):
            lw.Robot(
                describe(
                    "ball",
                    [what],
                    [joint("z", "prismatic", "world", "ball")],
                    walls=[ring],
                )
            )


def test_starts_of_batches_are_refused_as_before() -> None:
    with pytest.raises(InputError, match="one robot at a time"):
        lw.simulate(box(0.5), start=np.tile(box(0.5).neutral, (3, 1)), duration=1.0)
