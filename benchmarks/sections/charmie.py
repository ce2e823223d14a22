"""CHARMIE, drives in: all reactions of a state, and what compiling them takes."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter_ns

from benchmarks.fresh import first_call
from benchmarks.motion import drive_states
from benchmarks.plan import Plan
from benchmarks.table import Table, verdict
from benchmarks.targets import REACTIONS, REACTIONS_COMPILE
from benchmarks.timing import Timer, take_turns

_STATES = (64, 128, 256)  # what goes in and out stays in L2: 2.4 kB a state
_ROBOT, _WHAT = "charmie", ("reactions",)


def measure(plan: Plan) -> Table:
    """Return microseconds a state, and seconds of a first call with an empty cache."""
    found = take_turns({n: _timer(n) for n in _STATES}, max(_STATES), plan.effort)
    best = min(_STATES, key=lambda n: found[n].median)
    reached = found[best].median * 1e-9
    repeats = 1 if plan.quick else 5
    cold = median(_cold() for _ in range(repeats))
    rows = [
        (
            f"all reactions, {best} states a call",
            f"{reached * 1e6:.3f} us a state",
            verdict(reached * 1e6, REACTIONS * 1e6, at_most=True, unit=" us"),
        ),
        (
            "their kernel, cold",
            f"{cold:.2f} s",
            verdict(cold, REACTIONS_COMPILE, at_most=True, unit=" s"),
        ),
    ]
    return Table(
        name="charmie",
        title="CHARMIE, drives in, all reactions out, one core",
        columns=("", "reached", "to reach"),
        rows=rows,
        records=[
            {"seconds": reached, "states": best, "cold": cold}
            | {f"seconds/{n}": found[n].median * 1e-9 for n in _STATES}
        ],
        notes=("cold: tracing, compiling, loading and the call of a loaded robot.",),
        missed=[f"charmie, {row[0]}" for row in rows if "NO" in (row[2] or "")],
    )


def _timer(states: int) -> Timer:
    import linkwright

    robot = linkwright.load(_ROBOT)
    given = tuple(x[:states].copy() for x in drive_states(robot, _ROBOT))
    out = robot.compute(_WHAT, *given, given="actuators")

    def timer(passes: int) -> float:
        start = perf_counter_ns()
        for _ in range(passes):
            robot.compute(_WHAT, *given, given="actuators", out=out)
        return (perf_counter_ns() - start) / (passes * states)

    return timer


def _cold() -> float:
    with TemporaryDirectory() as cache:
        found = first_call(_ROBOT, "reactions", Path(cache), given="actuators")
    return found["call"]
