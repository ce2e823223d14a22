"""What is compared: six quantities, their inputs, and the order of their numbers.

Everyone hands over one flat row of numbers a state, in this order:

- forward kinematics: of every body its rotation, row by row, then its position;
- mass matrix: all of it, row by row;
- inverse dynamics derivatives: d tau/dq, then d tau/dv, row by row, tangent space;
- forward dynamics derivatives: d a/dq, d a/dv, then d a/dtau.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Quantity:
    """One thing to compute; ``name`` is the method's name on a robot of ours."""

    name: str
    title: str
    arguments: tuple[str, ...]


FORWARD_KINEMATICS = Quantity("forward_kinematics", "forward kinematics", ("q",))
MASS_MATRIX = Quantity("mass_matrix", "mass matrix", ("q",))
INVERSE_DYNAMICS = Quantity("inverse_dynamics", "inverse dynamics", ("q", "v", "a"))
FORWARD_DYNAMICS = Quantity("forward_dynamics", "forward dynamics", ("q", "v", "tau"))
INVERSE_DERIVATIVES = Quantity(
    "inverse_dynamics_derivatives", "d(inverse dynamics)", ("q", "v", "a")
)
FORWARD_DERIVATIVES = Quantity(
    "forward_dynamics_derivatives", "d(forward dynamics)", ("q", "v", "tau")
)

QUANTITIES = (
    INVERSE_DYNAMICS,
    FORWARD_DYNAMICS,
    FORWARD_KINEMATICS,
    MASS_MATRIX,
    INVERSE_DERIVATIVES,
    FORWARD_DERIVATIVES,
)
