"""Rotations in every way of writing them, converted in batches.

    angles = rotations.convert(quaternions, "quaternion", "zxz")
    R = rotations.to_matrix([0.1, 0.2, 0.3])

NumPy arrays in and out, with any leading shape: float32 in gives float32 out,
everything else float64. Kinds, and what stands on their last axis (or two):

- an Euler order such as ``"zxz"`` or ``"xyz"``, all 12 of them: three angles [rad]
  about the moving axes, left to right. ``zxz`` (a, b, c) is Rz(a) Rx(b) Rz(c). Roll,
  pitch and yaw about fixed axes are the angles of ``zyx`` in reverse;
- ``"axis_angle"``: x, y, z, angle [rad], the axis of any length;
- ``"rotation_vector"``: the unit axis times the angle [rad];
- ``"quaternion"``: x, y, z, w, of any length;
- ``"matrix"``: R (3, 3), orthonormal to 1e-3 (as printed with four digits).

Every rotation has one answer in each kind:

- quaternion: of length 1 with w >= 0; at a half turn the first entry that is not zero
  is positive;
- axis_angle: 0 <= angle <= pi; no turn is about z; rotation_vector: length <= pi;
- Euler angles: the first and last in (-pi, pi], the middle one in [0, pi] where the
  order repeats an axis, as ``zxz``, else in [-pi/2, pi/2]. At gimbal lock, where the
  first and the last turn are about one line, the last is 0 and the first takes the
  whole turn. The three angles always give the rotation back to rounding: near the lock
  only their split is uncertain.

A row with NaN or infinity in it becomes NaN and touches no other.
"""

from linkwright.rotations.convert import (
    convert,
    to_axis_angle,
    to_euler,
    to_matrix,
    to_quaternion,
    to_rotation_vector,
)

__all__ = [
    "convert",
    "to_axis_angle",
    "to_euler",
    "to_matrix",
    "to_quaternion",
    "to_rotation_vector",
]
