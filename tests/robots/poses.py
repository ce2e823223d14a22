"""Where a robot's bodies and points are, in plain NumPy from its description.

Only for joints of one freedom; enough to see whether data were copied right.
"""

from dataclasses import replace

import numpy as np

from linkwright.description import parameter_values, value_of
from linkwright.description.rotation_matrix import rotation_matrix


def point_positions(description, coordinates=None):
    """Return every named point in the world; unnamed coordinates are zero."""
    coordinates = coordinates or {}
    values = parameter_values(description)

    def floats(numbers):
        return np.array([value_of(number, values) for number in numbers], dtype=float)

    def motion(joint):
        """Return the joint's own rotation and shift."""
        drive = joint if joint.coupling is None else joint.coupling
        name = joint.name if joint.coupling is None else drive.joint
        q = coordinates.get(name, 0.0)
        if joint.coupling is not None:
            q = drive.ratio * q + drive.offset
        axis = floats(joint.axis)
        if joint.type == "prismatic":
            return np.eye(3), q * axis
        cross = np.cross(np.eye(3), axis)  # columns are axis × e, so [axis]×
        turn = np.eye(3) + np.sin(q) * cross.T + (1 - np.cos(q)) * (cross.T @ cross.T)
        return turn, np.zeros(3)

    pose = {"world": (np.eye(3), np.zeros(3))}
    waiting = list(description.joints)
    while waiting:
        joint = next(each for each in waiting if each.parent in pose)
        waiting.remove(joint)
        R, p = pose[joint.parent]
        constant = replace(joint.rotation, values=tuple(floats(joint.rotation.values)))
        fixed = R @ np.array(rotation_matrix(constant))
        turn, shift = motion(joint)
        pose[joint.body] = (fixed @ turn, p + R @ floats(joint.at) + fixed @ shift)
    return {
        point.name: p + R @ floats(point.position)
        for body in description.bodies
        for R, p in [pose[body.name]]
        for point in body.points
    }
