"""Forward dynamics by every formulation: M, right-hand side and solve in one kernel."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter_ns
from typing import Any

import numpy as np

from benchmarks.agreement import TOLERANCE, difference
from benchmarks.case import Case, bundled
from benchmarks.plan import Plan
from benchmarks.table import Table, verdict
from benchmarks.targets import GIBBS_APPELL_RATIO
from benchmarks.timing import Timer, take_turns

ROBOTS = ("impact-tree", "dual27")


def measure(plan: Plan) -> Table:
    """Return nanoseconds, ratios to the default, and operations."""
    from linkwright.robot.counting import QUICKEST
    from linkwright.robot.formulations import providing

    rows, records, missed = [], [], []
    for name in ROBOTS:
        case = bundled(name)
        counts = case.robot.count("forward_dynamics")
        formulations = (QUICKEST, *providing("forward_dynamics"))
        timers = {each: _timer(case, each) for each in formulations}
        times = take_turns(timers, len(case.q), plan.effort)
        for each in formulations:
            ratio = times[each].ratio_to(times[QUICKEST])
            counted = counts["forward_dynamics", each]
            target = GIBBS_APPELL_RATIO.get((name, each))
            if target is not None and ratio > target:
                missed.append(f"{name} {each}, ratio to the default")
            rows.append(
                (
                    f"{name} {each}",
                    times[each].median,
                    f"{ratio:.2f}x",
                    str(counted.written.flops),
                    str(counted.simplified.flops),
                    verdict(ratio, target, at_most=True, unit="x"),
                )
            )
            records.append(
                {
                    "robot": name,
                    "formulation": each,
                    "nanoseconds": times[each].median,
                    "quartiles": times[each].spread,
                    "ratio": ratio,
                    "flops_written": counted.written.flops,
                    "flops": counted.simplified.flops,
                }
            )
    return Table(
        name="formulations",
        title="forward dynamics by every formulation, one thread, float64",
        columns=("", "ns", "ratio", "flops written", "flops", "to reach"),
        rows=rows,
        records=records,
        notes=(
            "ratio: how many times as long as the default; written: before"
            " simplification, for any such tree.",
        ),
        missed=missed,
    )


def _timer(case: Case, formulation: str) -> Timer:
    call = _call(case, formulation)
    expected = case.robot.forward_dynamics(case.q, case.v, case.tau)
    apart = difference(call(), expected)
    if apart > TOLERANCE:
        raise AssertionError(f"{case.name}, {formulation}: {apart:.1e} apart")

    def time(passes: int) -> float:
        start = perf_counter_ns()
        for _ in range(passes):
            call()
        return (perf_counter_ns() - start) / (passes * len(case.q))

    return time


def _call(case: Case, formulation: str) -> Callable[[], Any]:
    from linkwright.robot.formulations import FORMULATIONS

    named = formulation in FORMULATIONS
    out = np.zeros_like(case.v)
    return lambda: case.robot.forward_dynamics(
        case.q,
        case.v,
        case.tau,
        formulation=formulation if named else None,
        out=out,
        threads=1,
    )
