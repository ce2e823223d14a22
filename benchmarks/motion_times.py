"""Times of the MBD paper's motion: one batch, single calls, a fresh process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter_ns
from typing import Any

from benchmarks.fresh_motion import fresh_seconds
from benchmarks.motion import (
    KINDS,
    ROBOTS,
    STEPS,
    drive_states,
    motion_source,
    quantities,
)
from benchmarks.plan import Plan
from benchmarks.timing import Effort, Timer, Times, take_turns

BATCH, CALLS = "batch", "calls"


@dataclass(frozen=True, eq=False)
class Cell:
    """One robot's kinematic or dynamic workload; all in seconds of 1000 steps.

    Attributes:
        fresh: in a fresh process whose kernels are cached; cold: where none is.
        batch: all steps in one warm call, arrays re-used.
        calls: one warm call for each step, arrays re-used.
        numbers: how many each step gives.
    """

    robot: str
    kind: str
    fresh: float
    cold: float
    batch: float
    calls: float
    numbers: int


def cells(plan: Plan) -> dict[tuple[str, str], Cell]:
    """Return the cells by robot and kind, measured once in a run."""
    return _cells(plan.folder, plan.effort, plan.quick)


@cache
def _cells(folder: Path, effort: Effort, quick: bool) -> dict[tuple[str, str], Cell]:
    import linkwright

    timers: dict[tuple[str, str, str], Timer] = {}
    numbers: dict[tuple[str, str], int] = {}
    for name in ROBOTS:
        robot = linkwright.load(name)
        states = drive_states(robot, motion_source(name, folder))
        for kind in KINDS:
            what = quantities(name, kind)
            timers[name, kind, BATCH] = _batch(robot, what, states)
            timers[name, kind, CALLS] = _calls(robot, what, states)
            one = robot.compute(what, *(x[0] for x in states), given="actuators")
            numbers[name, kind] = sum(array.size for array in one.arrays)
    found = take_turns(timers, STEPS, effort)
    repeats = 3 if quick else 9
    measured = {}
    for name in ROBOTS:
        source = motion_source(name, folder)
        for kind in KINDS:
            cold, fresh = _fresh(name, source, quantities(name, kind), repeats)
            measured[name, kind] = Cell(
                name,
                kind,
                fresh,
                cold,
                _seconds(found[name, kind, BATCH]),
                _seconds(found[name, kind, CALLS]),
                numbers[name, kind],
            )
    return measured


def _seconds(times: Times) -> float:
    return times.median * STEPS * 1e-9


def _fresh(
    name: str, source: str, what: tuple[str, ...], repeats: int
) -> tuple[float, float]:
    """Return seconds with an empty cache, and the median of those with a full one."""
    with TemporaryDirectory() as folder:
        first, *others = (
            fresh_seconds(name, source, what, Path(folder)) for _ in range(repeats + 1)
        )
    return first, median(others)


def _batch(robot: Any, what: tuple[str, ...], states: tuple[Any, ...]) -> Timer:
    out = robot.compute(what, *states, given="actuators")

    def call() -> None:
        robot.compute(what, *states, given="actuators", out=out)

    return _timer(call)


def _calls(robot: Any, what: tuple[str, ...], states: tuple[Any, ...]) -> Timer:
    steps = list(zip(*states, strict=True))
    out = robot.compute(what, *steps[0], given="actuators")

    def call() -> None:
        for x, xd, xdd in steps:
            robot.compute(what, x, xd, xdd, given="actuators", out=out)

    return _timer(call)


def _timer(call: Callable[[], None]) -> Timer:
    def timer(passes: int) -> float:
        start = perf_counter_ns()
        for _ in range(passes):
            call()
        return (perf_counter_ns() - start) / (passes * STEPS)

    return timer
