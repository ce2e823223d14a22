"""Exact counts of what one evaluation computes."""

from __future__ import annotations

from benchmarks.case import bundled
from benchmarks.plan import Plan
from benchmarks.quantities import QUANTITIES
from benchmarks.table import Table, verdict
from benchmarks.targets import FLOPS


def measure(plan: Plan) -> Table:
    """Return multiplications, additions and trigonometric calls."""
    from linkwright.expr import count

    rows, records, missed = [], [], []
    for name in plan.robots:
        robot = bundled(name, states=1).robot
        for quantity in QUANTITIES:
            counts = count(robot.program(quantity.name))
            target = FLOPS.get((name, quantity))
            label = f"{name} {quantity.title}"
            rows.append(
                (
                    label,
                    str(counts.multiplications),
                    str(counts.additions),
                    str(counts.flops),
                    str(counts.trigonometric),
                    verdict(counts.flops, target, at_most=True),
                )
            )
            records.append(
                {
                    "robot": name,
                    "quantity": quantity.name,
                    "multiplications": counts.multiplications,
                    "additions": counts.additions,
                    "flops": counts.flops,
                    "trigonometric": counts.trigonometric,
                }
            )
            if target is not None and counts.flops > target:
                missed.append(f"{label}, flops")
    return Table(
        name="operations",
        title="operations of one evaluation",
        columns=("", "mult", "add", "flops", "trig", "to reach"),
        rows=rows,
        records=records,
        missed=missed,
    )
