"""Joints: how a body moves against its parent."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.description.bodies import ORIGIN
from linkwright.description.formula import Number, Vector3
from linkwright.description.place import Place
from linkwright.description.rotation import IDENTITY, Rotation

WORLD = "world"

X: Vector3 = (1.0, 0.0, 0.0)
Y: Vector3 = (0.0, 1.0, 0.0)
Z: Vector3 = (0.0, 0.0, 1.0)
AXES: dict[str, Vector3] = {
    "x": X,
    "y": Y,
    "z": Z,
    "-x": (-1.0, 0.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
    "-z": (0.0, 0.0, -1.0),
}


@dataclass(frozen=True)
class JointKind:
    """What a joint type has: freedoms, and the quantity its coordinate measures.

    ``coordinate`` is "angle" or "length" where there is one freedom, else "".
    """

    freedoms: int
    coordinate: str = ""
    has_axis: bool = True


JOINT_KINDS = {
    "fixed": JointKind(0, has_axis=False),
    "revolute": JointKind(1, "angle"),
    "prismatic": JointKind(1, "length"),
    "helical": JointKind(1, "angle"),
    "cylindrical": JointKind(2),
    "universal": JointKind(2),
    "planar": JointKind(3),
    "spherical": JointKind(3, has_axis=False),
    "free": JointKind(6, has_axis=False),
}
# The quantity of every number that belongs to a joint's one coordinate.
# Joints that no drive of one axis moves: actuators that name no joint stand for these.
UNDRIVEN = ("free", "spherical", "planar", "universal", "cylindrical")
COORDINATE_QUANTITIES = {
    "angle": {
        "position": "angle",
        "velocity": "angular_velocity",
        "effort": "torque",
        "armature": "inertia",
        "damping": "angular_damping",
        "friction": "torque",
    },
    "length": {
        "position": "length",
        "velocity": "velocity",
        "effort": "force",
        "armature": "mass",
        "damping": "damping",
        "friction": "force",
    },
}


@dataclass(frozen=True)
class Limits:
    """Bounds of a joint's coordinate, speed and force; None where there is none."""

    lower: Number | None = None
    upper: Number | None = None
    velocity: Number | None = None
    effort: Number | None = None


@dataclass(frozen=True)
class Coupling:
    """Makes a joint's coordinate follow another's: q = ratio q_joint + offset."""

    joint: str
    ratio: Number = 1.0
    offset: Number = 0.0


@dataclass(frozen=True)
class Joint:
    """A joint between a parent body and the body it carries.

    The body's pose in its parent is translate(``at``) ``rotation`` motion(q), with
    ``axis`` in the joint's frame, which is the body's frame at q = 0.
    ``parent`` is a body's name or "world". ``pitch`` is in metres per radian.
    ``coordinates`` of a spherical joint: "quaternion", or an Euler order.
    A ``dependent`` joint follows from the loops it is in and has no coordinate of its
    own; where it is ``driven`` it has a motor all the same. ``reference`` is the
    coordinate of the reference configuration, where loops are assembled; for a
    dependent joint, about.
    """

    name: str
    type: str
    parent: str
    body: str
    at: Vector3 = ORIGIN
    rotation: Rotation = IDENTITY
    axis: Vector3 = Z
    pitch: Number | None = None
    second_axis: Vector3 | None = None
    coordinates: str = "quaternion"
    limits: Limits = field(default_factory=Limits)
    armature: Number = 0.0
    damping: Number = 0.0
    friction: Number = 0.0
    coupling: Coupling | None = None
    dependent: bool = False
    reference: Number | None = None
    driven: bool = False
    place: Place | None = field(default=None, compare=False)
