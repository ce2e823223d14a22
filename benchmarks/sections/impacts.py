"""The IMPACT paper's case study: from a loaded model to the finished motion (W4)."""

from __future__ import annotations

from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.plan import Plan
from benchmarks.table import Table, verdict
from benchmarks.targets import IMPACT_STUDY

_TOLERANCES = (1e-10, 1e-13)
_PAPER = 40 * 3600.0  # s of CPU time, i3-3220


def measure(plan: Plan) -> Table:
    """Return wall time, energy and convergence of all five impacts to 1.45 s."""
    import linkwright

    robot = linkwright.load("impact-tree")
    repeats = 5 if plan.quick else 40
    rows, records, runs = [], [], {}
    for tolerance in _TOLERANCES:
        seconds = []
        for _ in range(repeats + 1):  # the first compiles, or loads what is cached
            start = perf_counter()
            runs[tolerance] = _run(robot, tolerance)
            seconds.append(perf_counter() - start)
        run, reached = runs[tolerance], median(seconds[1:])
        assert len(run.events) == 5, "the case study has five impacts"
        goal = IMPACT_STUDY if tolerance == _TOLERANCES[0] else None
        drift = float(np.abs(run.energy - run.energy[0]).max())
        rows.append(
            (
                f"tolerance {tolerance:.0e}",
                f"{reached * 1e3:.1f} ms",
                verdict(reached * 1e3, goal * 1e3, at_most=True, unit=" ms")
                if goal
                else None,
                f"{run.counts.steps}",
                f"{drift:.1e} J",
                f"{_PAPER / reached:.1e}",
            )
        )
        records.append(
            {
                "tolerance": tolerance,
                "seconds": reached,
                "least": min(seconds[1:]),
                "steps": run.counts.steps,
                "evaluations": run.counts.rates,
                "energy_drift": drift,
                "times": [event.time for event in run.events],
            }
        )
    moved = max(
        abs(one.time - other.time)
        for one, other in zip(*(runs[t].events for t in _TOLERANCES), strict=True)
    )
    return Table(
        name="impacts",
        title="IMPACT case study to 1.45 s with its five impacts, one core",
        columns=("", "wall time", "to reach", "steps", "energy drift", "paper / ours"),
        rows=rows,
        records=records,
        notes=(
            "From a loaded robot to the finished run, kernels cached; 200 samples.",
            f"Between the tolerances no impact moves by more than {moved:.0e} s.",
            "The paper: about 40 h on an i3-3220, at a step of 1e-5 s.",
        ),
        missed=[f"impacts, {row[0]}" for row in rows if "NO" in (row[2] or "")],
    )


def _run(robot: Any, tolerance: float) -> Any:
    import linkwright

    return linkwright.simulate(
        robot, duration=1.45, method="dormand_prince", tolerance=tolerance
    )
