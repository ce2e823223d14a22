"""Seconds to import the package in a fresh process."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from benchmarks.peers.contract import lacks
from benchmarks.plan import Plan
from benchmarks.table import Table, verdict
from benchmarks.targets import IMPORT

# linkwright imports its rooms when they are first asked for, so that too is measured.
_LOADED = "linkwright.load"
_MODULES = ("linkwright", "numpy", "pinocchio", "mujoco", "casadi")
_SCRIPT = """
from time import perf_counter
start = perf_counter()
import {module}
{name}
print(perf_counter() - start)
"""


def measure(plan: Plan) -> Table:
    """Return the median import time of everybody; NumPy's is part of all of them."""
    rounds = 5 if plan.quick else 11
    modules = [module for module in _MODULES if not lacks(modules=(module,))]
    names = [_LOADED, *modules]
    found: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            found[name].append(_seconds(name))
    medians = {name: median(seconds) for name, seconds in found.items()}
    return Table(
        name="import",
        title="import in a fresh process",
        columns=("", "seconds", "to reach"),
        rows=[
            (
                name,
                f"{seconds:.3f} s",
                verdict(seconds, IMPORT, at_most=True, unit=" s")
                if name.startswith("linkwright")
                else None,
            )
            for name, seconds in medians.items()
        ],
        records=[{"module": m, "seconds": s} for m, s in medians.items()],
        missed=["import"] if medians[_LOADED] > IMPORT else [],
    )


def _seconds(name: str) -> float:
    script = _SCRIPT.format(module=name.split(".")[0], name=name)
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)
