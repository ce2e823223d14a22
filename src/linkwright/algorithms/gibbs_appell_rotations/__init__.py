"""Dynamics by the recursive Gibbs-Appell scheme with 3 by 3 rotations alone.

After [Mata2002] V. Mata et al.: Serial-robot dynamics algorithms for moderately large
numbers of joints: every vector in its link's own axes. For trees by branches, as IMPACT
Sec. 5 extends it to compare with.
"""

from __future__ import annotations

from linkwright.algorithms.branches import assembled_forces, assembled_matrix
from linkwright.algorithms.gibbs_appell_rotations.chain import (
    forces_of_branch,
    matrix_of_branch,
)
from linkwright.expr import Array
from linkwright.model.tree import Model


def mass_matrix(model: Model, q: Array) -> Array:
    """M = d2S/dq''2, the sum over the branches (nv, nv)."""
    return assembled_matrix(model, lambda branch: matrix_of_branch(branch, q))


def forces(model: Model, q: Array, v: Array, a: Array | None = None) -> Array:
    """M a + c, without accelerations c alone, the sum over the branches (nv,)."""
    return assembled_forces(model, a, lambda x: forces_of_branch(x, q, v, a))
