"""Whether two results are the same numbers: asked before anything is timed."""

from __future__ import annotations

import numpy as np

from tests.references.plain_tree import Array

# Relative to the largest entry of a state's result. Two correct programs differ by
# round-off times the conditioning of the robot, which stays below this to 40 joints.
TOLERANCE = 1e-11


def difference(ours: Array, theirs: Array) -> float:
    """Return the largest difference of a state, relative to its largest entry.

    NaN, which must never pass, comes out as infinity.
    """
    ours, theirs = ours.reshape(len(ours), -1), theirs.reshape(len(ours), -1)
    scale = np.abs(theirs).max(axis=1)
    worst = float((np.abs(ours - theirs).max(axis=1) / scale).max())
    return worst if np.isfinite(worst) else float("inf")
