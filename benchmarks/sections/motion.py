"""The MBD paper's Table 5 without drawing, ours beside the paper's seconds."""

from __future__ import annotations

from benchmarks.motion import KINDS, PAPER, ROBOTS
from benchmarks.motion_times import Cell, cells
from benchmarks.plan import Plan
from benchmarks.table import Table, times, verdict
from benchmarks.targets import MOTION_BATCH, MOTION_CALLS, MOTION_FRESH


def measure(plan: Plan) -> Table:
    """Return the seconds of 1000 steps: the paper's, fresh, in one batch, in calls."""
    found = cells(plan)
    rows, records, missed = [], [], []
    for kind in KINDS:
        for name in ROBOTS:
            cell = found[name, kind]
            paper = PAPER[kind][name]
            reached = _verdicts(cell)
            rows.append(
                (
                    f"{name} {kind}",
                    f"{paper:.3f} s",
                    f"{cell.fresh:.3f} s",
                    times(paper / cell.fresh),
                    f"{cell.batch * 1e3:.3f} ms",
                    f"{cell.calls * 1e3:.2f} ms",
                    f"{cell.batch * 1e6 / 1000:.3f} us",
                    ", ".join(reached.values()) or None,
                )
            )
            records.append(cell.__dict__ | {"paper": paper})
            missed += [
                f"{name} {kind}, {what}" for what, x in reached.items() if "NO" in x
            ]
    return Table(
        name="motion",
        title="the MBD paper's 5 s motion, 1000 steps, no drawing, one core",
        columns=(
            "",
            "paper",
            "fresh",
            "paper / fresh",
            "one batch",
            "1000 calls",
            "a step",
            "to reach: fresh, batch, calls",
        ),
        rows=rows,
        records=records,
        notes=(
            "paper: Ryzen 5 5600X, Python, initialization included. fresh: all beyond"
            " Python's and NumPy's start, kernels cached.",
            "one batch: warm, arrays re-used; a step: of that batch. 1000 calls: one"
            " for each step, as a controller makes them.",
        ),
        missed=missed,
    )


def _verdicts(cell: Cell) -> dict[str, str]:
    if cell.robot != "charmie":
        return {}
    limits = {
        "fresh process": (cell.fresh, MOTION_FRESH, 1.0, " s"),
        "batch": (cell.batch, MOTION_BATCH[cell.kind], 1e3, " ms"),
        "1000 calls": (cell.calls, MOTION_CALLS, 1e3, " ms"),
    }
    found = {}
    for what, (reached, limit, scale, unit) in limits.items():
        said = verdict(reached * scale, limit * scale, at_most=True, unit=unit)
        found[what] = said or ""
    return found
