"""Dynamics by the recursive Gibbs-Appell scheme, 3 by 3 rotations with 4 by 4 matrices.

IMPACT: Shafei and Shafei 2018, corrected (errata I1-I9), for joints of any type: branch
by branch as its Appendix prints it, and with the branches' sums taken in one frame.
"""

from __future__ import annotations

from linkwright.algorithms.branches import assembled_forces, assembled_matrix
from linkwright.algorithms.gibbs_appell.gathered import forces, mass_matrix
from linkwright.algorithms.gibbs_appell.inertia_matrix import matrix_of_branch
from linkwright.algorithms.gibbs_appell.right_hand_side import forces_of_branch
from linkwright.expr import Array
from linkwright.model.tree import Model

__all__ = ["branch_forces", "branch_mass_matrix", "forces", "mass_matrix"]


def branch_mass_matrix(model: Model, q: Array) -> Array:
    """I_f, branch by branch  [IMPACT Appendix, Steps 1, 2, 6, 7], (nv, nv)."""
    return assembled_matrix(model, lambda branch: matrix_of_branch(branch, q))


def branch_forces(model: Model, q: Array, v: Array, a: Array | None = None) -> Array:
    """I_f a + (tau - R), branch by branch  [IMPACT Appendix, Steps 1-5], (nv,)."""
    return assembled_forces(model, a, lambda x: forces_of_branch(x, q, v, a))
