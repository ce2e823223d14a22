"""Starts of a mechanism on its spanning tree: from independent joints, or from all."""

from __future__ import annotations

from typing import Literal

import numpy as np

from linkwright.errors import InputError, NumericalError
from linkwright.simulation.loops import Loops, Opening

Inconsistent = Literal["project", "refuse"]
_CONSISTENT = 1e-9  # m or rad, and a second
_FARTHEST = 1e-10  # m or rad: what projection must reach


def whole_state(loops: Loops, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return y and w of independent coordinates and velocities."""
    kernels = loops.kernels
    robot = kernels.system.robot
    return np.concatenate(robot.tree_state(q, v, **kernels.given), axis=-1)


def consistent(
    loops: Loops, x: np.ndarray, inconsistent: Inconsistent
) -> tuple[np.ndarray, Opening]:
    """Return states next to those given that the loops allow; or refuse, as asked."""
    if inconsistent not in ("project", "refuse"):
        raise InputError(
            f"inconsistent is {inconsistent!r}",
            expectation="'project' to the nearest state that the loops allow, or"
            " 'refuse'.",
        )
    opening = loops.opening(x)
    if opening.distance <= _CONSISTENT and opening.rate <= _CONSISTENT:
        return loops.held(x), opening
    if inconsistent == "refuse":
        raise NumericalError(
            f"the start does not fit the loops: they are {opening}",
            expectation=f"At most {_CONSISTENT:.0e} m or rad, and per second.",
            remedy="Give the independent joints alone, from which the others follow;"
            " or inconsistent='project' moves to the nearest state that fits.",
        )
    found = loops.held(x)
    left = loops.opening(found)
    if not left.distance <= _FARTHEST:
        raise NumericalError(
            f"the start is too far from closing the loops: they are {opening}, and"
            f" stay {left}",
            expectation="A start from which the nearest closed position is found.",
            remedy="Give the independent joints alone, from which the others follow.",
        )
    return found, opening
