"""A robot as a Pinocchio model, built from a description's numbers alone.

Pinocchio wants parents before children, so its order of joints may differ from the
file's; a peer comes with the functions that carry q, v, a, tau over and results back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.description import Description
from tests.references.plain_tree import WORLD, Array, PlainJoint, PlainTree, plain_tree
from tests.references.sequences import members, slides_in_xy

Index = NDArray[np.intp]


@dataclass(frozen=True)
class PinocchioPeer:
    """A Pinocchio model, and where its numbers stand in ours."""

    tree: PlainTree
    model: Any
    data: Any
    q_index: Index
    v_index: Index

    def coordinates(self, q: Array) -> Array:
        """Carry our q over."""
        return q[..., self.q_index]

    def velocities(self, v: Array) -> Array:
        """Carry our v, a or tau over."""
        return v[..., self.v_index]

    def velocities_back(self, peer_v: Array) -> Array:
        """Bring v, a or tau back; their last axis is permuted."""
        result = np.empty_like(peer_v)
        result[..., self.v_index] = peer_v
        return result

    def matrix_back(self, peer_matrix: Array) -> Array:
        """Bring an nv x nv matrix back; its last two axes are permuted."""
        rows = self.velocities_back(peer_matrix)
        return self.velocities_back(rows.swapaxes(-1, -2)).swapaxes(-1, -2)

    def pose(self, body: str) -> tuple[Array, Array]:
        """Return rotation and position of a body, frames being up to date."""
        placement = self.data.oMf[self.model.getFrameId(body)]
        return placement.rotation.copy(), placement.translation.copy()


def unknown_to_pinocchio(description: Description) -> str:
    """Return what Pinocchio cannot express of a robot, empty where it can all."""
    tree = plain_tree(description)
    for joint in tree.joints:
        if joint.coupled:
            return f"joint '{joint.name}' is coupled"
        if joint.type == "planar" and not slides_in_xy(joint):
            return f"joint '{joint.name}' slides in a plane other than x-y"
    return ""


def pinocchio_peer(description: Description) -> PinocchioPeer:
    """Return the robot as a Pinocchio model; see ``unknown_to_pinocchio``."""
    import pinocchio as pin  # type: ignore[import-not-found]

    tree = plain_tree(description)
    model = pin.Model()
    model.gravity.linear = tree.gravity
    carrier: dict[int, tuple[int, Any]] = {WORLD: (0, pin.SE3.Identity())}
    q_index: list[int] = []
    v_index: list[int] = []
    q_slices, v_slices = tree.coordinate_slices(), tree.velocity_slices()
    for index in tree.depth_first():
        joint = tree.joints[index]
        parent, offset = carrier[joint.parent]
        placement = offset * pin.SE3(joint.rotation, joint.position)
        for number, member in enumerate(_pinocchio_joints(pin, joint)):
            name = f"{joint.name}.{number}"
            parent = model.addJoint(parent, member, placement, name)
            placement = pin.SE3.Identity()
            start = model.joints[parent].idx_v
            model.armature[start : start + model.joints[parent].nv] = joint.armature
        carrier[index] = parent, placement
        inertia = pin.Inertia(joint.mass, joint.center_of_mass, joint.inertia)
        model.appendBodyToJoint(parent, inertia, placement)
        model.addFrame(
            pin.Frame(joint.body, parent, 0, placement, pin.FrameType.BODY), False
        )
        q_index += range(q_slices[index].start, q_slices[index].stop)
        v_index += range(v_slices[index].start, v_slices[index].stop)
    return PinocchioPeer(
        tree, model, model.createData(), np.array(q_index, int), np.array(v_index, int)
    )


def _pinocchio_joints(pin: Any, joint: PlainJoint) -> list[Any]:
    match joint.type:
        case "fixed":
            return []
        case "free":
            return [pin.JointModelFreeFlyer()]
        case "helical":
            return [pin.JointModelHelicalUnaligned(*joint.axis, joint.pitch)]
        case "spherical" if joint.coordinates == "quaternion":
            return [pin.JointModelSpherical()]
    return [
        _pinocchio_aligned(pin, "R" if kind == "revolute" else "P", axis)
        for kind, axis in members(joint)
    ]


def _pinocchio_aligned(pin: Any, letter: str, axis: Array) -> Any:
    """Return the joint along a coordinate axis, Pinocchio's fastest, where it fits."""
    for name, unit in zip("XYZ", np.eye(3), strict=True):
        if np.array_equal(axis, unit):
            return getattr(pin, f"JointModel{letter}{name}")()
    kind = "Revolute" if letter == "R" else "Prismatic"
    return getattr(pin, f"JointModel{kind}Unaligned")(*axis)
