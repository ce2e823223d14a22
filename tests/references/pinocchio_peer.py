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
from tests.references.sequences import members

Index = NDArray[np.intp]


@dataclass(frozen=True)
class PinocchioPeer:
    """A Pinocchio model, and how our numbers become its numbers.

    Coupled joints are independent there: Pinocchio's v is G v, with G one ratio a row,
    and our tau is G' tau, our M is G' M G. Accelerations come back only without them.
    """

    tree: PlainTree
    model: Any
    data: Any
    q_index: Index
    q_offset: Array
    q_ratio: Array
    v_index: Index
    v_ratio: Array

    def coordinates(self, q: Array) -> Array:
        """Carry our q over."""
        return self.q_ratio * q[..., self.q_index] + self.q_offset

    def velocities(self, v: Array) -> Array:
        """Carry our v or a over, or tau where no joint is coupled."""
        return self.v_ratio * v[..., self.v_index]

    def velocities_back(self, peer_v: Array) -> Array:
        """Bring tau back, or v or a where no joint is coupled."""
        result = np.zeros((*peer_v.shape[:-1], self.tree.nv))
        for entry, (index, ratio) in enumerate(
            zip(self.v_index, self.v_ratio, strict=True)
        ):
            result[..., index] += ratio * peer_v[..., entry]
        return result

    def matrix_back(self, peer_matrix: Array) -> Array:
        """Bring an nv x nv matrix of forces by motions back."""
        rows = self.velocities_back(peer_matrix)
        return self.velocities_back(rows.swapaxes(-1, -2)).swapaxes(-1, -2)

    def pose(self, body: str) -> tuple[Array, Array]:
        """Return rotation and position of a body, frames being up to date."""
        placement = self.data.oMf[self.model.getFrameId(body)]
        return placement.rotation.copy(), placement.translation.copy()


def pinocchio_peer(description: Description) -> PinocchioPeer:
    """Return the robot as a Pinocchio model, its coupled joints independent."""
    import pinocchio as pin  # type: ignore[import-not-found]

    tree = plain_tree(description)
    model = pin.Model()
    model.gravity.linear = tree.gravity
    carrier: dict[int, tuple[int, Any]] = {WORLD: (0, pin.SE3.Identity())}
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
    order = tree.depth_first()
    q_index, q_ratio, q_offset = _entries(tree, order, tree.coordinate_slices())
    v_index, v_ratio, _ = _entries(tree, order, tree.velocity_slices())
    return PinocchioPeer(
        tree,
        model,
        model.createData(),
        q_index,
        q_offset,
        q_ratio,
        v_index,
        v_ratio,
    )


def _entries(
    tree: PlainTree, order: list[int], slices: list[slice]
) -> tuple[Index, Array, Array]:
    """Return where each of Pinocchio's entries comes from: index, ratio, offset."""
    rows: list[tuple[int, float, float]] = []
    for joint, own in ((tree.joints[index], slices[index]) for index in order):
        if joint.drive is not None:
            rows.append((slices[joint.drive].start, joint.ratio, joint.offset))
        rows += [(entry, 1.0, 0.0) for entry in range(own.start, own.stop)]
    index, ratio, offset = np.array(rows).reshape(-1, 3).T
    return index.astype(np.intp), ratio, offset


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
