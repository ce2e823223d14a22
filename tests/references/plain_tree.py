"""A description as plain numbers: what any other library needs to build the robot.

This is the neutral ground between linkwright and its peers. It reads the frozen
dataclasses a user's file becomes and nothing else: no model, no algorithm, no rotation
code of ours, so that a peer built from it is an independent witness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation as SciPyRotation

from linkwright.description import (
    Body,
    Description,
    Inertial,
    Joint,
    Number,
    Rotation,
    Vector3,
    parameter_values,
    value_of,
)

Array = NDArray[np.float64]
Evaluate = Callable[[Number], float]
Coupled = tuple[int | None, float, float]

WORLD = -1


@dataclass(frozen=True)
class PlainJoint:
    """A joint and the body it carries; ``parent`` is a position in the tree's tuple."""

    name: str
    body: str
    type: str
    parent: int
    position: Array  # origin in the parent's frame, m
    rotation: Array  # parent <- joint frame at q = 0, (3, 3)
    axis: Array
    second_axis: Array | None
    pitch: float  # m/rad
    coordinates: str
    armature: float
    drive: int | None  # the independent joint that a coupled one follows:
    ratio: float  # q = ratio q_drive + offset
    offset: float
    mass: float
    center_of_mass: Array
    inertia: Array  # about the centre of mass, body axes, (3, 3)

    @property
    def nq(self) -> int:
        """How many coordinates of its own the joint has."""
        if self.drive is not None:
            return 0
        return 4 if self._is_quaternion_ball else _NQ[self.type]

    @property
    def nv(self) -> int:
        """How many velocities of its own the joint has."""
        return 0 if self.drive is not None else _NV[self.type]

    @property
    def _is_quaternion_ball(self) -> bool:
        return self.type == "spherical" and self.coordinates == "quaternion"


_NV = {
    "fixed": 0,
    "revolute": 1,
    "prismatic": 1,
    "helical": 1,
    "cylindrical": 2,
    "universal": 2,
    "planar": 3,
    "spherical": 3,
    "free": 6,
}
_NQ = _NV | {"free": 7}


@dataclass(frozen=True)
class PlainTree:
    """A robot in numbers; joints in the file's order, parents by position."""

    name: str
    gravity: Array
    joints: tuple[PlainJoint, ...]

    @property
    def nq(self) -> int:
        """Length of q."""
        return sum(joint.nq for joint in self.joints)

    @property
    def nv(self) -> int:
        """Length of v, a and tau."""
        return sum(joint.nv for joint in self.joints)

    def depth_first(self) -> list[int]:
        """Return the joints' positions, each subtree in one piece.

        Pinocchio's composite-body algorithms take a subtree's velocities as one block:
        added in any other order its mass matrix is silently wrong.
        """
        order: list[int] = []
        waiting = [i for i, j in enumerate(self.joints) if j.parent == WORLD][::-1]
        while waiting:
            index = waiting.pop()
            order.append(index)
            children = [i for i, j in enumerate(self.joints) if j.parent == index]
            waiting += reversed(children)
        return order

    def coordinate_slices(self) -> list[slice]:
        """Return each joint's place in q."""
        return _slices(joint.nq for joint in self.joints)

    def velocity_slices(self) -> list[slice]:
        """Return each joint's place in v, a and tau."""
        return _slices(joint.nv for joint in self.joints)


def plain_tree(description: Description) -> PlainTree:
    """Return a description's numbers, formulas at their declared values."""
    values = parameter_values(description)

    def evaluate(number: Number) -> float:
        return float(value_of(number, values))

    bodies = {body.name: body for body in description.bodies}
    carrier = {joint.body: index for index, joint in enumerate(description.joints)}
    carrier["world"] = WORLD
    couplings = _couplings(description, evaluate)
    return PlainTree(
        name=description.name,
        gravity=_vector(evaluate, description.gravity),
        joints=tuple(
            _plain_joint(
                joint,
                bodies[joint.body],
                carrier[joint.parent],
                couplings.get(joint.name, (None, 1.0, 0.0)),
                evaluate,
            )
            for joint in description.joints
        ),
    )


def _couplings(description: Description, evaluate: Evaluate) -> dict[str, Coupled]:
    """Return drive, ratio and offset of every coupled joint, chains followed."""
    places = {joint.name: index for index, joint in enumerate(description.joints)}
    result: dict[str, Coupled] = {}
    for joint in description.joints:
        ratio, offset, drive = 1.0, 0.0, joint
        while drive.coupling is not None:
            offset += ratio * evaluate(drive.coupling.offset)
            ratio *= evaluate(drive.coupling.ratio)
            drive = description.joints[places[drive.coupling.joint]]
        if drive is not joint:
            result[joint.name] = places[drive.name], ratio, offset
    return result


def _plain_joint(
    joint: Joint, body: Body, parent: int, coupled: Coupled, evaluate: Evaluate
) -> PlainJoint:
    second = joint.second_axis
    mass, center_of_mass, inertia = _inertial(body.inertial, evaluate)
    return PlainJoint(
        name=joint.name,
        body=joint.body,
        type=joint.type,
        parent=parent,
        position=_vector(evaluate, joint.at),
        rotation=rotation_matrix(joint.rotation, evaluate),
        axis=_unit(_vector(evaluate, joint.axis)),
        second_axis=None if second is None else _unit(_vector(evaluate, second)),
        pitch=0.0 if joint.pitch is None else evaluate(joint.pitch),
        coordinates=joint.coordinates,
        armature=evaluate(joint.armature),
        drive=coupled[0],
        ratio=coupled[1],
        offset=coupled[2],
        mass=mass,
        center_of_mass=center_of_mass,
        inertia=inertia,
    )


def rotation_matrix(rotation: Rotation, evaluate: Evaluate) -> Array:
    """Return a described constant rotation as a matrix, computed by SciPy."""
    kind = rotation.kind
    values = [evaluate(value) for value in rotation.values]
    if kind == "identity":
        return np.eye(3)
    if kind == "matrix":
        return np.array(values).reshape(3, 3)
    if kind == "quaternion":
        return SciPyRotation.from_quat(values).as_matrix()
    if kind == "axis_angle":
        *axis, angle = values
        return SciPyRotation.from_rotvec(angle * _unit(np.array(axis))).as_matrix()
    axes = rotation.axes if kind == "sequence" else kind
    return SciPyRotation.from_euler(
        axes.upper(), values
    ).as_matrix()  # capitals: intrinsic


def _inertial(
    inertial: Inertial | None, evaluate: Evaluate
) -> tuple[float, Array, Array]:
    if inertial is None:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    xx, yy, zz, xy, xz, yz = (evaluate(entry) for entry in inertial.inertia)
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return evaluate(inertial.mass), _vector(evaluate, inertial.center_of_mass), tensor


def _vector(evaluate: Evaluate, numbers: Vector3) -> Array:
    return np.array([evaluate(number) for number in numbers])


def _unit(vector: Array) -> Array:
    length = np.linalg.norm(vector)
    # A unit axis stays as it was written: 1.0 must not become 0.9999999999999999.
    return vector if abs(length - 1.0) < 1e-15 or length == 0.0 else vector / length


def _slices(sizes: Iterable[int]) -> list[slice]:
    ends = np.cumsum([0, *sizes])
    return [slice(int(a), int(b)) for a, b in zip(ends[:-1], ends[1:], strict=True)]
