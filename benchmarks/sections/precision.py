"""float32 against float64: the same kernels with twice the lanes."""

from __future__ import annotations

from benchmarks import ours
from benchmarks.agreement import difference
from benchmarks.case import STATES, bundled
from benchmarks.plan import Plan
from benchmarks.quantities import (
    FORWARD_DYNAMICS,
    FORWARD_KINEMATICS,
    INVERSE_DERIVATIVES,
    INVERSE_DYNAMICS,
)
from benchmarks.table import Table, times, verdict
from benchmarks.targets import FLOAT32_RATIO
from benchmarks.timing import take_turns

_QUANTITIES = (
    INVERSE_DYNAMICS,
    FORWARD_DYNAMICS,
    FORWARD_KINEMATICS,
    INVERSE_DERIVATIVES,
)


def measure(plan: Plan) -> Table:
    """Return nanoseconds per evaluation in both, and how far float32 is off."""
    rows, records, missed = [], [], []
    for name in plan.robots:
        case = bundled(name)
        kinds = {
            dtype: ours.batch(case, _QUANTITIES, dtype=dtype)
            for dtype in ("float64", "float32")
        }
        for quantity in _QUANTITIES:
            error = difference(*(k.result(quantity.name) for k in kinds.values()))
            timers = {
                dtype: lambda passes, k=kind, q=quantity: k.time(q.name, passes)
                for dtype, kind in kinds.items()
            }
            found = take_turns(timers, STATES, plan.effort)
            double, single = found["float64"], found["float32"]
            ratio = double.ratio_to(single)
            judged = verdict(ratio, FLOAT32_RATIO, unit="x")
            label = f"{name} {quantity.title}"
            rows.append(
                (
                    label,
                    double.median,
                    single.median,
                    times(ratio),
                    f"{error:.0e}",
                    judged,
                )
            )
            records.append(
                {
                    "robot": name,
                    "quantity": quantity.name,
                    "float64": double.median,
                    "float32": single.median,
                    "ratio": ratio,
                    "difference": error,
                }
            )
            if ratio < FLOAT32_RATIO:
                missed.append(f"{label}, float32")
    return Table(
        name="precision",
        title="ns per evaluation, float64 and float32",
        columns=("", "float64", "float32", "ratio", "difference", "to reach"),
        rows=rows,
        records=records,
        missed=missed,
    )
