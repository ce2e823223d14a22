"""A robot's first call in a process that has compiled another robot's already.

    python -m benchmarks.fresh ROBOT QUANTITY GIVEN

prints the seconds of loading the robot and of the call: with an empty cache the cold
compile, with a full one the reload. GIVEN is "joints", or "actuators" for drives in
their place.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

WARM_UP = "double-pendulum"


def first_call(
    robot: str | Path, quantity: str, cache: Path, given: str = "joints"
) -> dict[str, float]:
    """Return the seconds of "load" and "call" in a fresh process with that cache."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.fresh", str(robot), quantity, given],
        cwd=Path(__file__).parents[1],
        env=os.environ | {"LINKWRIGHT_CACHE": str(cache)},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"a fresh process failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def _measure(name: str, quantity: str, given: str) -> dict[str, float]:
    import linkwright

    _seconds_of_call(linkwright.load(WARM_UP), quantity, "joints")
    start = perf_counter()
    robot = linkwright.load(name)
    loaded = perf_counter() - start
    return {"load": loaded, "call": _seconds_of_call(robot, quantity, given)}


def _seconds_of_call(robot: Any, quantity: str, given: str) -> float:
    q, rest = np.ones(robot.nq), np.zeros(robot.nv)
    options = {} if given == "joints" else {"given": given, "on_failure": "nan"}
    start = perf_counter()
    getattr(robot, quantity)(q, rest, rest, **options)
    return perf_counter() - start


if __name__ == "__main__":
    print(json.dumps(_measure(*sys.argv[1:])))
