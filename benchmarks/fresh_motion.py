"""The timed motion in a fresh process, everything beyond Python's and NumPy's start.

    python -m benchmarks.fresh_motion ROBOT MOTION QUANTITY...

prints the seconds of importing linkwright, reading robot and motion, and computing the
quantities at all steps.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import numpy as np

assert np  # its start is not ours


def fresh_seconds(name: str, source: str, what: tuple[str, ...], cache: Path) -> float:
    """Return the seconds of all this in a fresh process with that kernel cache."""
    command = [sys.executable, "-m", "benchmarks.fresh_motion", name, source, *what]
    done = subprocess.run(
        command,
        cwd=Path(__file__).parents[1],
        env=os.environ | {"LINKWRIGHT_CACHE": str(cache)},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"a fresh process failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def _measure(name: str, source: str, *what: str) -> float:
    start = perf_counter()
    import linkwright
    from linkwright.motions import read_motion

    robot = linkwright.load(name)
    motion = read_motion(source, robot)
    robot.compute(what, *(states[1:] for states in motion.states), given="actuators")
    return perf_counter() - start


if __name__ == "__main__":
    print(json.dumps(_measure(*sys.argv[1:])))
