"""Joints of several freedoms as the sequences of one-freedom joints they are."""

from __future__ import annotations

import numpy as np

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
    """Return the two directions a planar joint slides along."""
    if np.array_equal(normal, [0.0, 0.0, 1.0]):
        return np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    raise ValueError("only the x-y plane means the same to everyone")


def slides_in_xy(joint: PlainJoint) -> bool:
    """Whether a planar joint's plane is x-y, where every library means the same."""
    return bool(np.array_equal(joint.axis, [0.0, 0.0, 1.0]))
