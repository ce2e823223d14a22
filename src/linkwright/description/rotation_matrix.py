"""The matrix of a rotation whose values are floats."""

from __future__ import annotations

from math import cos, hypot, sin

from linkwright.description.rotation import Rotation

Matrix = list[list[float]]
_UNIT = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def rotation_matrix(rotation: Rotation) -> Matrix:
    """Return R, whose columns are the turned axes, as three rows."""
    values = [float(value) for value in rotation.values]  # type: ignore[arg-type]
    if rotation.kind == "matrix":
        return [values[0:3], values[3:6], values[6:9]]
    if rotation.kind == "quaternion":
        return _from_quaternion(*values)
    if rotation.kind == "axis_angle":
        x, y, z, angle = values
        return about_axis((x, y, z), angle)
    axes = rotation.axes if rotation.kind == "sequence" else rotation.kind
    matrix = about_axis(_UNIT["z"], 0.0)
    for axis, angle in zip(axes, values, strict=False):  # identity has no values
        matrix = matrix_product(matrix, about_axis(_UNIT[axis], angle))
    return matrix


def about_axis(axis: tuple[float, float, float], angle: float) -> Matrix:
    """Return the rotation about an axis: cos 1 + sin [u]× + (1 − cos) u uᵀ."""
    length = hypot(*axis)
    x, y, z = (part / length for part in axis)
    c, s = cos(angle), sin(angle)
    k = 1.0 - c
    return [
        [c + k * x * x, k * x * y - s * z, k * x * z + s * y],
        [k * x * y + s * z, c + k * y * y, k * y * z - s * x],
        [k * x * z - s * y, k * y * z + s * x, c + k * z * z],
    ]


def matrix_product(left: Matrix, right: Matrix) -> Matrix:
    """Return left times right."""
    columns = list(zip(*right, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns]
        for row in left
    ]


def _from_quaternion(x: float, y: float, z: float, w: float) -> Matrix:
    s = 2.0 / (x * x + y * y + z * z + w * w)
    return [
        [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
        [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
        [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
    ]
