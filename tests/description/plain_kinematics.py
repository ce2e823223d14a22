"""Poses of a description's bodies by SciPy's rotations: an independent second way."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation as R

from linkwright.description import Description, Rotation, value_of
from linkwright.description.checks.numbers import check_numbers


def matrix_of(rotation: Rotation, values: dict | None = None) -> np.ndarray:
    numbers = np.array([value_of(each, values or {}) for each in rotation.values])
    if rotation.kind == "identity":
        return np.eye(3)
    if rotation.kind == "matrix":
        return numbers.reshape(3, 3)
    if rotation.kind == "quaternion":
        return R.from_quat(numbers).as_matrix()
    if rotation.kind == "axis_angle":
        return R.from_rotvec(numbers[:3] * numbers[3]).as_matrix()
    axes = rotation.axes if rotation.kind == "sequence" else rotation.kind
    product = np.eye(3)
    for axis, angle in zip(axes, numbers, strict=True):
        product = product @ R.from_euler(axis, angle).as_matrix()
    return product


def poses(description: Description, q: dict[str, float]) -> dict[str, np.ndarray]:
    """Return the 4x4 pose of every body; joints not in q stand at zero."""
    floats = check_numbers(description)
    carriers = {joint.body: joint for joint in floats.joints}
    found = {"world": np.eye(4)}

    def pose(body: str) -> np.ndarray:
        if body not in found:
            joint = carriers[body]
            found[body] = pose(joint.parent) @ _joint(joint, q)
        return found[body]

    return {body.name: pose(body.name) for body in floats.bodies}


def _joint(joint, q) -> np.ndarray:
    value = q.get(joint.name, 0.0)
    if joint.coupling is not None:
        coupling = joint.coupling
        value = coupling.ratio * q.get(coupling.joint, 0.0) + coupling.offset
    axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
    motion = np.eye(4)
    if joint.type in ("revolute", "helical"):
        motion[:3, :3] = R.from_rotvec(axis * value).as_matrix()
    if joint.type == "prismatic":
        motion[:3, 3] = axis * value
    if joint.type == "helical":
        motion[:3, 3] = axis * value * joint.pitch
    constant = np.eye(4)
    constant[:3, :3] = matrix_of(joint.rotation)
    constant[:3, 3] = joint.at
    return constant @ motion
