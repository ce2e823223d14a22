"""Two threads against one, on a batch too big for any cache."""

from __future__ import annotations

import os

from benchmarks import ours
from benchmarks.case import bundled
from benchmarks.machine import all_cores, cores
from benchmarks.plan import Plan
from benchmarks.quantities import INVERSE_DERIVATIVES, INVERSE_DYNAMICS
from benchmarks.table import Table, times, verdict
from benchmarks.targets import TWO_THREADS_RATIO
from benchmarks.timing import Effort, take_turns

ROBOT = "dual27"
STATES = 100_000


def measure(plan: Plan) -> Table:
    """Return nanoseconds per evaluation with one thread and with two."""
    states = STATES // 10 if plan.quick else STATES
    case = bundled(ROBOT, states)
    rows, records, missed = [], [], []
    with all_cores():
        enough = cores() >= 2
        for quantity in (INVERSE_DYNAMICS, INVERSE_DERIVATIVES) if enough else ():
            kinds = {
                threads: ours.batch(case, (quantity,), threads=threads)
                for threads in (1, 2)
            }
            timers = {
                threads: lambda passes, k=kind, q=quantity: k.time(q.name, passes)
                for threads, kind in kinds.items()
            }
            found = take_turns(timers, states, Effort(plan.effort.rounds, 0.0))
            ratio = found[1].ratio_to(found[2])
            target = TWO_THREADS_RATIO if quantity is INVERSE_DERIVATIVES else None
            label = f"{ROBOT} {quantity.title}"
            rows.append(
                (
                    label,
                    found[1].median,
                    found[2].median,
                    times(ratio),
                    verdict(ratio, target, unit="x"),
                )
            )
            records.append(
                {
                    "robot": ROBOT,
                    "quantity": quantity.name,
                    "states": states,
                    "one": found[1].median,
                    "two": found[2].median,
                    "ratio": ratio,
                    "load": os.getloadavg()[0],
                }
            )
            if target is not None and ratio < target:
                missed.append(f"{label}, two threads")
    return Table(
        name="threads",
        title=f"ns per evaluation, {states} states, one thread and two",
        columns=("", "one", "two", "ratio", "to reach"),
        rows=rows,
        records=records,
        notes=() if enough else ("left out: this machine lends us one core.",),
        missed=missed,
    )
