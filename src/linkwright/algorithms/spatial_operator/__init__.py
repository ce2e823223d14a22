"""Dynamics by spatial operators: velocities V = Phi H q', forces F = Phi' (...).

KUKA: Wolinski and Malczyk 2015, after Rodriguez, Jain and Kreutz-Delgado. Everything
belongs to the bodies' centres of mass and has the world's axes.
"""

from linkwright.algorithms.spatial_operator.inverse import (
    bias_forces,
    external_forces,
    inverse_dynamics,
    joint_reactions,
)
from linkwright.algorithms.spatial_operator.inversion import (
    forward_dynamics,
    mass_matrix_inverse,
)
from linkwright.algorithms.spatial_operator.matrices import (
    coriolis_matrix,
    gravity_forces,
    mass_matrix,
)

__all__ = [
    "bias_forces",
    "coriolis_matrix",
    "external_forces",
    "forward_dynamics",
    "gravity_forces",
    "inverse_dynamics",
    "joint_reactions",
    "mass_matrix",
    "mass_matrix_inverse",
]
