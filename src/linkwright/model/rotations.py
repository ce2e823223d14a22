"""A described rotation as turns: constants become one clean matrix."""

from __future__ import annotations

from typing import Any

from linkwright.description import Rotation as DescribedRotation
from linkwright.expr import Array, cross, dot, identity, sqrt
from linkwright.model.joints.contract import is_constant
from linkwright.model.joints.revolute import axis_turns
from linkwright.spatial.quaternion import matrix_of
from linkwright.spatial.rotation import MatrixTurn, Rotation, turn_about

# What cos(pi/2) leaves; a real angle this small moves a point 1 km away by 1e-12 m.
ROUNDING = 1e-15


def rotation_of(described: DescribedRotation, values: list[Any]) -> Rotation:
    """Return the rotation that the words and evaluated numbers mean."""
    if described.kind == "identity":
        return Rotation(())
    if described.kind == "matrix":
        matrix = nearest_rotation(Array(values, 3))
        rotation = Rotation.of(MatrixTurn(matrix))
    elif described.kind == "quaternion":
        rotation = Rotation.of(MatrixTurn(matrix_of(Array(values))))
    elif described.kind == "axis_angle":
        rotation = Rotation.of(*axis_turns(unit(Array(values[:3])), values[3]))
    else:
        axes = described.axes if described.kind == "sequence" else described.kind
        rotation = Rotation.of(
            *(
                turn_about("xyz".index(axis), angle)
                for axis, angle in zip(axes, values, strict=True)
            )
        )
    matrix = rotation.matrix() if rotation.turns else identity(3)
    if is_constant(matrix):
        return Rotation.of(MatrixTurn(matrix.map(clean)))
    return rotation


def nearest_rotation(matrix: Array) -> Array:
    """Return the rotation next to a matrix that is written to a few digits.

    X <- (X + X^-T) / 2 [Higham1986]: errors e become e^2 / 2, so that the 1e-3 which
    descriptions may have are gone after three steps.
    """
    for _ in range(4):
        x, y, z = matrix
        cofactors = Array.matrix((cross(y, z), cross(z, x), cross(x, y)))
        matrix = (matrix + cofactors / dot(x, cross(y, z))) * 0.5
    return matrix


def unit(vector: Array) -> Array:
    """Return the vector's direction; a constant one with clean zeros and ones."""
    direction = vector / sqrt(dot(vector, vector))
    return direction.map(clean) if is_constant(direction) else direction


def clean(x: float) -> float:
    """Return 0, 1 or -1 where rounding alone keeps x from it."""
    for exact in (0.0, 1.0, -1.0):
        if abs(x - exact) <= ROUNDING:
            return exact
    return x
