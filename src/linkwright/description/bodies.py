"""Bodies: mass, inertia, named points and pictures."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.description.formula import Number, Vector3
from linkwright.description.place import Place
from linkwright.description.rotation import IDENTITY, Rotation

ORIGIN: Vector3 = (0.0, 0.0, 0.0)
INERTIA_ENTRIES = ("xx", "yy", "zz", "xy", "xz", "yz")


@dataclass(frozen=True)
class Inertial:
    """Mass [kg], centre of mass [m] and inertia [kg m^2].

    The inertia holds the matrix entries xx, yy, zz, xy, xz, yz (tensor signs) about
    the centre of mass, in the body's axes.
    """

    mass: Number
    center_of_mass: Vector3
    inertia: tuple[Number, Number, Number, Number, Number, Number]
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Point:
    """A named point of a body, in the body's frame [m]."""

    name: str
    position: Vector3
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Visual:
    """A shape to draw: ``box``, ``cylinder``, ``sphere`` or ``mesh``.

    ``size`` is the box's edges, the cylinder's radius and length (along z), the
    sphere's radius, or the mesh's scale along x, y, z.
    """

    shape: str
    size: tuple[Number, ...] = ()
    file: str = ""
    at: Vector3 = ORIGIN
    rotation: Rotation = IDENTITY
    color: tuple[Number, ...] = ()
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Body:
    """A rigid body; its frame is that of the joint that carries it."""

    name: str
    inertial: Inertial | None = None
    points: tuple[Point, ...] = ()
    visuals: tuple[Visual, ...] = ()
    place: Place | None = field(default=None, compare=False)
