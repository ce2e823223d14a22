"""Joints of several freedoms as the sequences of one-freedom joints they are."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from tests.references.plain_tree import Array, PlainJoint

# The members of sequences, each a kind and the axis it moves along or about.
Member = tuple[str, Array]


def members(joint: PlainJoint) -> list[Member]:
    """Return the joint as a sequence of one-freedom joints, outermost first."""
    axis = joint.axis
    match joint.type:
        case "revolute" | "prismatic":
            return [(joint.type, axis)]
        case "cylindrical":
            return [("revolute", axis), ("prismatic", axis)]
        case "universal":
            assert joint.second_axis is not None
            return [("revolute", axis), ("revolute", joint.second_axis)]
        case "planar":
            first, second = in_plane(axis)
            return [("prismatic", first), ("prismatic", second), ("revolute", axis)]
        case "spherical":
            return [("revolute", np.eye(3)["xyz".index(c)]) for c in joint.coordinates]
    raise ValueError(f"a {joint.type} joint is no sequence")


def in_plane(normal: Array) -> tuple[Array, Array]:
    """Return the directions a planar joint slides along.

    They are x and y, turned the shortest way that turns z into the normal; where z is
    turned upside down, about x.
    """
    turn = np.cross([0.0, 0.0, 1.0], normal)
    sine = float(np.linalg.norm(turn))
    if sine == 0.0:
        turn = np.array([np.pi if normal[2] < 0.0 else 0.0, 0.0, 0.0])
    else:
        turn *= np.arctan2(sine, normal[2]) / sine
    x, y, _ = Rotation.from_rotvec(turn).as_matrix().T
    return x, y
