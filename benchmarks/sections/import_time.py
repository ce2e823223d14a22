"""Seconds to import the package in a fresh process."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from benchmarks.peers.contract import lacks
from benchmarks.plan import Plan
from benchmarks.table import Table, verdict
from benchmarks.targets import IMPORT

_MODULES = ("linkwright", "numpy", "pinocchio", "mujoco", "casadi")
_SCRIPT = """
from time import perf_counter
start = perf_counter()
import {}
print(perf_counter() - start)
"""


def measure(plan: Plan) -> Table:
    """Return the median import time of everybody; NumPy's is part of all of them."""
    rounds = 5 if plan.quick else 11
    modules = [module for module in _MODULES if not lacks(modules=(module,))]
    found: dict[str, list[float]] = {module: [] for module in modules}
    for _ in range(rounds):
        for module in modules:
            found[module].append(_seconds(module))
    medians = {module: median(seconds) for module, seconds in found.items()}
    return Table(
        name="import",
        title="import in a fresh process",
        columns=("", "seconds", "to reach"),
        rows=[
            (
                module,
                f"{seconds:.3f} s",
                verdict(seconds, IMPORT, at_most=True, unit=" s")
                if module == "linkwright"
                else None,
            )
            for module, seconds in medians.items()
        ],
        records=[{"module": m, "seconds": s} for m, s in medians.items()],
        missed=["import"] if medians["linkwright"] > IMPORT else [],
    )


def _seconds(module: str) -> float:
    command = [sys.executable, "-c", _SCRIPT.format(module)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)
