"""Which components of the loops can open at all, and how much each weighs.

For the spanning tree's dynamics: a row's weight is about the mass that it holds, so
that M and J' W J are of one size. Lengths count relative to the width of the loops.
"""

from __future__ import annotations

import numpy as np

from linkwright.algorithms.composite_body import mass_matrix_in_body_frames
from linkwright.algorithms.loops.dropped import width
from linkwright.algorithms.loops.spanning_tree import LoopRows
from linkwright.algorithms.loops.state import length_rates
from linkwright.expr import Array
from linkwright.model.mechanism import Mechanism
from linkwright.robot.certain_mass import matrix
from linkwright.robot.loop_numbers import constraint_jacobian

MOST_ROWS_INSIDE = 30  # of a kernel; above, LAPACK solves for the loops' forces
_NO_RATE = 1e-12  # of an entry, where others are about 1
_LEAST_WEIGHT = 1e-6  # of the largest


def loop_rows(
    mechanism: Mechanism, places: list[np.ndarray]
) -> tuple[tuple[int, ...], np.ndarray]:
    """Return the components that move at some of the places, and their √W."""
    wide = width(mechanism)
    lengths = length_rates(mechanism)
    columns = np.array(
        [wide if j in lengths else 1.0 for j in range(mechanism.tree.nv)]
    )
    total = np.zeros((2, 0))
    for y in places:
        J = constraint_jacobian(mechanism, y) * columns
        M = matrix(mass_matrix_in_body_frames(mechanism.tree, Array(y.tolist())))
        held = J**2 @ (np.diag(M) * columns**2)
        here = np.stack([held, (J**2).sum(axis=1)])
        total = total + here if total.size else here
    held, size = total
    live = np.flatnonzero(size > _NO_RATE * size.max(initial=0.0))
    weights = held[live] / size[live] ** 2
    weights = np.maximum(weights, _LEAST_WEIGHT * weights.max(initial=1e-300))
    return tuple(live.tolist()), np.sqrt(weights)


def solved_outside(live: tuple[int, ...]) -> bool:
    """Return whether so many rows are better solved by LAPACK than in a kernel."""
    return len(live) > MOST_ROWS_INSIDE


def rows_of(
    mechanism: Mechanism, found: tuple[tuple[int, ...], np.ndarray]
) -> LoopRows:
    """Return the components of a mechanism that may have other numbers."""
    live, weights = found
    return LoopRows(mechanism, live, Array(weights.tolist()))
