"""A quadruped trots for ten seconds on compliant feet, at steps of 1 ms.

One robot, and batches of them side by side, on one core: what the integration takes
from first to last record, compiling excluded. The robot, its floor and its gait are
those of examples/10_walking_quadruped.py.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.plan import Plan
from benchmarks.table import Table, verdict
from benchmarks.targets import WALKING

_EXAMPLE = Path(__file__).parents[2] / "examples" / "walking_quadruped.py"
_BATCHES = (1, 8, 64, 512)
_DURATION, _STEP = 10.0, 1e-3  # s
_RECORDS = 5
_GAIT = {"stride": 0.12, "lift": 0.06, "frequency": 1.5}  # m, m, 1/s


def measure(plan: Plan) -> Table:
    """Return how many times as fast as the real one it walks."""
    example = runpy.run_path(str(_EXAMPLE))
    robot, start = example["walker"](), example["standing"](example["walker"]())
    gait = example["trot"](**_GAIT)
    rows: list[tuple[Any, ...]] = []
    records, missed = [], []
    for count in _BATCHES[:3] if plan.quick else _BATCHES:
        walls = np.array(_walls(robot, gait, start, count, 3 if plan.quick else 7))
        times = count * _DURATION / walls
        median = float(np.median(times))
        reached = verdict(median, WALKING, unit="x")
        if "NO" in (reached or ""):
            missed.append(f"{count} walking")
        rows.append(
            (
                "one robot" if count == 1 else f"{count} robots",
                float(np.median(walls)) * 1e3,
                float(np.median(walls)) * _STEP / _DURATION / count * 1e9,
                f"{median:.0f}x",
                reached,
            )
        )
        records.append(
            {"robots": count, "wall_s": walls.tolist(), "real_time": times.tolist()}
        )
    return Table(
        name="walking",
        title="a quadruped walks 10 s on compliant feet, steps of 1 ms, one core",
        columns=("", "ms", "ns a step and robot", "real time", "to reach"),
        rows=rows,
        records=records,
        notes=("Medians of runs; compiling excluded, a few records included.",),
        missed=missed,
    )


def _walls(robot: Any, gait: Any, q: Any, count: int, rounds: int) -> list[float]:
    """Return the seconds that runs of so many robots took; each must still stand."""
    import linkwright as lw

    start = q if count == 1 else np.tile(q, (count, 1))
    found = []
    for _ in range(rounds):
        run = lw.simulate(
            robot,
            gait,
            duration=_DURATION,
            start=start,
            method="semi_implicit_euler",
            step=_STEP,
            samples=_RECORDS,
            limits=False,
            threads=1,
        )
        assert run.completed
        assert run.q[-1, ..., 2].min() > 0.4
        found.append(run.wall_time)
    return found
