"""A model with the same joint forces and accelerations, cheaper to compute with.

Welded bodies are lumped, link frames are chosen so that constant rotations become one
or two coordinate turns (``reframe``), and inertial parameters that joint forces cannot
tell apart are moved towards the root (``regroup``). Joint forces, mass matrix,
accelerations and their derivatives stay; wrenches, energies and momenta of single
bodies do not: only algorithms that need the joint space alone may use it.
"""

from __future__ import annotations

from linkwright.model.merge import merge_fixed
from linkwright.model.reframe import reframe
from linkwright.model.regroup import regroup
from linkwright.model.tree import Model


def joint_space_model(model: Model) -> Model:
    """Return the cheaper model that is equal in the joint space."""
    return regroup(reframe(merge_fixed(model)))
