"""A tree as several open chains from the base to its tips  [IMPACT Secs. 2, 3.1.3].

Algorithms written for one chain serve trees in this way: a link that several chains
share is real in the first and virtual (without mass and inertia) in the others, and
what the chains yield is added.
"""

from linkwright.algorithms.branches.assembly import (
    Entries,
    Forces,
    assembled_forces,
    assembled_matrix,
)
from linkwright.algorithms.branches.base import Base, base_of
from linkwright.algorithms.branches.branch import Branch, branches_of
from linkwright.algorithms.branches.joint_matrices import (
    JointMatrices,
    joint_matrices,
    joint_transform,
    trace_of_product,
    transform,
    translation,
)

__all__ = [
    "Base",
    "Branch",
    "Entries",
    "Forces",
    "JointMatrices",
    "assembled_forces",
    "assembled_matrix",
    "base_of",
    "branches_of",
    "joint_matrices",
    "joint_transform",
    "trace_of_product",
    "transform",
    "translation",
]
