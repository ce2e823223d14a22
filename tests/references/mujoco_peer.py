"""A robot as MJCF text, built from a description's numbers alone.

MuJoCo orders joints depth first and writes a free joint its own way, so a peer comes
with the functions that carry q, v, a, tau over and results back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

import numpy as np
from scipy.spatial.transform import Rotation

from linkwright.description import Description
from tests.references.plain_tree import WORLD, Array, PlainJoint, PlainTree, plain_tree
from tests.references.sequences import members


@dataclass(frozen=True)
class MujocoPeer:
    """A MuJoCo model's text, and how our numbers become its numbers.

    MuJoCo writes quaternions w x y z, and a free joint's linear velocity and force in
    the world's axes; its linear acceleration is that of the point, R (a + w x v).
    """

    tree: PlainTree
    text: str
    order: tuple[int, ...]  # the joints as MuJoCo orders them, depth first

    def coordinates(self, q: Array) -> Array:
        """Carry our q over."""
        parts = [
            _scalar_first(joint, q[..., part])
            for joint, part in self._parts(self.tree.coordinate_slices())
        ]
        return np.concatenate(parts, axis=-1)

    def velocities(self, q: Array, v: Array) -> Array:
        """Carry our v over, or tau, which turns the same way."""
        return self._turned(q, v, inverse=False)

    def accelerations(self, q: Array, v: Array, a: Array) -> Array:
        """Carry our a over."""
        return self._turned(q, self._with_transport(v, a, +1.0), inverse=False)

    def velocities_back(self, q: Array, peer_v: Array) -> Array:
        """Bring v or tau back."""
        return self._turned(q, peer_v, inverse=True)

    def accelerations_back(self, q: Array, v: Array, peer_a: Array) -> Array:
        """Bring a back."""
        return self._with_transport(v, self._turned(q, peer_a, inverse=True), -1.0)

    def matrix_back(self, q: Array, peer_matrix: Array) -> Array:
        """Bring the mass matrix back: both of its sides turn like tau."""
        rows = self.velocities_back(q[..., None, :], peer_matrix)
        turned = self.velocities_back(q[..., None, :], rows.swapaxes(-1, -2))
        return turned.swapaxes(-1, -2)

    def _parts(self, slices: list[slice]) -> list[tuple[PlainJoint, slice]]:
        return [(self.tree.joints[index], slices[index]) for index in self.order]

    def _turned(self, q: Array, v: Array, *, inverse: bool) -> Array:
        result = np.empty(
            np.broadcast_shapes(q.shape[:-1], v.shape[:-1]) + v.shape[-1:]
        )
        at, theirs = 0, slice(0, 0)
        slices = zip(
            self._parts(self.tree.coordinate_slices()),
            self._parts(self.tree.velocity_slices()),
            strict=True,
        )
        for (joint, q_part), (_, ours) in slices:
            theirs = slice(at, at + joint.nv)
            at = theirs.stop
            source, target = (theirs, ours) if inverse else (ours, theirs)
            result[..., target] = v[..., source]
            if joint.type == "free":
                R = _matrix(q[..., q_part][..., 3:])
                R = R.swapaxes(-1, -2) if inverse else R
                linear = v[..., source][..., :3]
                first = slice(target.start, target.start + 3)
                result[..., first] = np.einsum("...ij,...j", R, linear)
        return result

    def _with_transport(self, v: Array, a: Array, sign: float) -> Array:
        result = np.array(a)
        for joint, part in self._parts(self.tree.velocity_slices()):
            if joint.type == "free":
                linear, angular = v[..., part][..., :3], v[..., part][..., 3:]
                first = slice(part.start, part.start + 3)
                result[..., first] += sign * np.cross(angular, linear)
        return result


def unknown_to_mujoco(description: Description) -> str:
    """Return what MuJoCo cannot express of a robot, empty where it can all."""
    for joint in plain_tree(description).joints:
        if joint.drive is not None or joint.type == "helical":
            return f"joint '{joint.name}' is {joint.type}, or coupled"
        if joint.mass == 0.0 and joint.type != "fixed":
            return f"body '{joint.body}' moves and has no mass"
        moved = np.any(joint.position) or not np.array_equal(joint.rotation, np.eye(3))
        if joint.type == "free" and (moved or joint.parent != WORLD):
            return f"free joint '{joint.name}' does not start at the world's origin"
    return ""


def mujoco_peer(description: Description) -> MujocoPeer:
    """Return the robot as MJCF text; see ``unknown_to_mujoco``."""
    tree = plain_tree(description)
    children: dict[int, list[int]] = {}
    for index, joint in enumerate(tree.joints):
        children.setdefault(joint.parent, []).append(index)
    order: list[int] = []
    lines: list[str] = []
    stack: list[int | str] = list(reversed(children.get(WORLD, [])))
    while stack:  # not recursive: chains may be a thousand bodies deep
        top = stack.pop()
        if isinstance(top, str):
            lines.append(top)
            continue
        order.append(top)
        lines += _mjcf_body(tree.joints[top])
        stack += ["</body>", *reversed(children.get(top, []))]
    return MujocoPeer(
        tree, _MJCF.format(_text(tree.gravity), "".join(lines)), tuple(order)
    )


_MJCF = """<mujoco>
<compiler angle="radian" inertiafromgeom="false" boundmass="0" boundinertia="0"
  balanceinertia="false" fusestatic="false"/>
<option gravity="{}"><flag constraint="disable" contact="disable"/></option>
<worldbody>{}</worldbody>
</mujoco>
"""


def _mjcf_body(joint: PlainJoint) -> list[str]:
    x, y, z, w = Rotation.from_matrix(joint.rotation).as_quat()
    lines = [
        f"<body name={quoteattr(joint.body)} pos='{_text(joint.position)}' "
        f"quat='{_text((w, x, y, z))}'>"
    ]
    if joint.mass > 0.0:
        inertia = joint.inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        lines.append(
            f"<inertial pos='{_text(joint.center_of_mass)}' mass='{joint.mass!r}' "
            f"fullinertia='{_text(inertia)}'/>"
        )
    if joint.type == "free":
        lines.append(f"<joint type='free' armature='{joint.armature!r}'/>")
    elif joint.type == "spherical" and joint.coordinates == "quaternion":
        lines.append(f"<joint type='ball' armature='{joint.armature!r}'/>")
    elif joint.type != "fixed":
        for kind, axis in members(joint):
            lines.append(
                f"<joint type='{'hinge' if kind == 'revolute' else 'slide'}' "
                f"axis='{_text(axis)}' armature='{joint.armature!r}'/>"
            )
    return lines


def _scalar_first(joint: PlainJoint, q: Array) -> Array:
    if joint.type == "free":
        return q[..., [0, 1, 2, 6, 3, 4, 5]]
    is_quaternion = joint.type == "spherical" and joint.nq == 4
    return q[..., [3, 0, 1, 2]] if is_quaternion else q


def _matrix(quaternion: Array) -> Array:
    flat = Rotation.from_quat(quaternion.reshape(-1, 4)).as_matrix()
    return flat.reshape(*quaternion.shape[:-1], 3, 3)


def _text(numbers: Iterable[float]) -> str:
    return " ".join(repr(float(number)) for number in numbers)
