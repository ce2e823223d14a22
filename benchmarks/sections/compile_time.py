"""Seconds from a loaded robot to its first result: compiled, and reloaded."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.build import OPTIMISED
from benchmarks.case import bundled
from benchmarks.fresh import first_call
from benchmarks.peers import CASADI
from benchmarks.plan import Plan
from benchmarks.quantities import INVERSE_DYNAMICS, QUANTITIES, Quantity
from benchmarks.table import Table, verdict
from benchmarks.targets import COLD_COMPILE, RELOAD


def measure(plan: Plan) -> Table:
    """Return seconds of a cold compile and of a reload, through the public call."""
    rows, records, missed = [], [], []
    quantities = QUANTITIES if not plan.quick else (INVERSE_DYNAMICS,)
    for name in plan.robots:
        for quantity in (q for q in quantities if len(q.arguments) == 3):
            cold, reload = _ours(name, quantity, repeats=3 if plan.quick else 5)
            peer = _casadi(name, quantity) if _fits(plan, quantity) else None
            headline = quantity is INVERSE_DYNAMICS
            label = f"{name} {quantity.title}"
            cold_target = COLD_COMPILE.get(name) if headline else None
            reload_target = RELOAD if headline else None
            rows.append(
                (
                    label,
                    f"{cold:.3f} s",
                    verdict(cold, cold_target, at_most=True, unit=" s"),
                    f"{reload * 1e3:.2f} ms",
                    verdict(reload * 1e3, RELOAD * 1e3, at_most=True, unit=" ms")
                    if headline
                    else None,
                    f"{peer:.2f} s" if peer else None,
                )
            )
            records.append(
                {
                    "robot": name,
                    "quantity": quantity.name,
                    "cold": cold,
                    "reload": reload,
                    "casadi": peer,
                }
            )
            if cold_target and cold > cold_target:
                missed.append(f"{label}, cold compile")
            if reload_target and reload > reload_target:
                missed.append(f"{label}, reload")
    return Table(
        name="compile",
        title="first call of a loaded robot in a process that compiled another one",
        columns=("", "cold", "to reach", "reload", "to reach", "CasADi + gcc"),
        rows=rows,
        records=records,
        notes=(f"CasADi: its expressions, its C, and gcc {' '.join(OPTIMISED[:2])}.",),
        missed=missed,
    )


def _ours(name: str, quantity: Quantity, repeats: int) -> tuple[float, float]:
    """Return the median seconds of cold calls and of calls that find the cache full."""
    cold, reload = [], []
    for _ in range(repeats):
        with TemporaryDirectory() as cache:
            cold.append(first_call(name, quantity.name, Path(cache))["call"])
            reload.append(first_call(name, quantity.name, Path(cache))["call"])
    return median(cold), median(reload)


def _fits(plan: Plan, quantity: Quantity) -> bool:
    """Whether CasADi takes part: gcc needs minutes for its derivatives."""
    return not plan.quick and CASADI in plan.peers and "deriv" not in quantity.name


def _casadi(name: str, quantity: Quantity) -> float:
    from benchmarks.peers.casadi_c import compiled, generate

    tree = bundled(name, states=1).tree
    with TemporaryDirectory() as folder:
        start = perf_counter()
        compiled(generate(tree, quantity), Path(folder), reuse=False)
        return perf_counter() - start
