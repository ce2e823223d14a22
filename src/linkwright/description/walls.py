"""Walls that points, curves or joints of the robot run against."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.description.bodies import ORIGIN
from linkwright.description.formula import Formula, Number, Vector3
from linkwright.description.joints import WORLD, Z
from linkwright.description.place import Place
from linkwright.description.rotation import IDENTITY, Rotation

SIDES = ("inside", "outside")
LIMIT_SIDES = ("lower", "upper")
# What may touch a wall: how many points of one body it takes, at least and at most.
CURVES = {"point": (1, 1), "segment": (2, 2), "arc": (3, 3), "spline": (3, 12)}
# In a surface's formula: the position in the wall's axes; its own words, nowhere else.
SURFACE_NAMES = ("x", "y", "z")


@dataclass(frozen=True)
class WallShape:
    """What a shape has.

    Attributes:
        needs: the numbers it must have: what each measures, and how many.
        takes: the numbers it may have, likewise.
        has_axis: whether it has an axis, z unless given.
        has_sides: whether the robot may be inside or outside.
        convex: on which sides the straight line between two free points is free.
    """

    needs: dict[str, tuple[str, int]] = field(default_factory=dict)
    takes: dict[str, tuple[str, int]] = field(default_factory=dict)
    has_axis: bool = False
    has_sides: bool = True
    convex: tuple[str, ...] = ("inside",)


WALL_SHAPES = {
    "plane": WallShape(has_axis=True, has_sides=False, convex=SIDES),
    "circle": WallShape({"radius": ("length", 1)}, has_axis=True),
    "ellipse": WallShape({"semi_axes": ("length", 2)}),
    "cylinder": WallShape(
        {"radius": ("length", 1)},
        {"length": ("length", 1), "rounding": ("length", 1)},
        has_axis=True,
    ),
    "sphere": WallShape({"radius": ("length", 1)}),
    "box": WallShape({"size": ("length", 3)}, {"rounding": ("length", 1)}),
    "polyline": WallShape({}, {"rounding": ("length", 1)}, convex=()),
    "surface": WallShape({}, {"reach": ("length", 1)}, convex=()),
    "stop": WallShape(has_sides=False, convex=SIDES),
}


@dataclass(frozen=True)
class Touch:
    """What touches a wall: a point of a body, or a curve through points of one body.

    Attributes:
        points: the named point; the ends of a segment; three points of an arc; the
            points that a spline passes, in order.
        curve: a key of ``CURVES``.
        radius: of the ball about the point, or of the rod about the curve [m].
        restitution, friction: those of the wall where None.
    """

    points: tuple[str, ...]
    curve: str = "point"
    radius: Number = 0.0
    restitution: Number | None = None
    friction: Number | None = None
    place: Place | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The point's name, those of a curve joined: ``P-Q``."""
        return "-".join(self.points)


@dataclass(frozen=True)
class Wall:
    """One wall.

    Attributes:
        name: its name.
        shape: a key of ``WALL_SHAPES``.
        robot: where the robot is, "inside" or "outside"; empty for planes and stops.
        on: the body it is fixed on, or "world".
        at, rotation: pose of its frame there.
        axis: of a plane the normal, into free space; of a circle or cylinder its own.
        numbers: its numbers by key, those of its shape, each one or several.
        corners: of a polyline, in the x-y plane of its frame; inside is on the left.
        closed: whether the last corner joins the first; else both ends go on straight.
        formula: of a surface: its zero is the wall, it is negative inside.
        joint, limit: of a stop: the joint, and which of its limits, "lower" or "upper".
        restitution: speed of parting by speed of approach, 0 to 1.
        friction: Coulomb's coefficient.
        contacts: what touches it.
    """

    name: str
    shape: str
    robot: str = ""
    on: str = WORLD
    at: Vector3 = ORIGIN
    rotation: Rotation = IDENTITY
    axis: Vector3 = Z
    numbers: tuple[tuple[str, tuple[Number, ...]], ...] = ()
    corners: tuple[tuple[Number, Number], ...] = ()
    closed: bool = True
    formula: Formula | None = None
    joint: str = ""
    limit: str = ""
    restitution: Number = 0.0
    friction: Number = 0.0
    contacts: tuple[Touch, ...] = ()
    place: Place | None = field(default=None, compare=False)

    def number(self, key: str, default: Number = 0.0) -> Number:
        """Return one of its numbers, or the default where it was not given."""
        return dict(self.numbers).get(key, (default,))[0]


def wall_keys(shape: str) -> dict[str, tuple[str, int]]:
    """Return what a wall of a shape may have; numbers with measure and count."""
    kind = WALL_SHAPES[shape]
    stop = shape == "stop"
    words = {
        "robot": kind.has_sides,
        "on": not stop,
        "at": not stop,
        "rotation": not stop,
        "axis": kind.has_axis,
        "corners": shape == "polyline",
        "closed": shape == "polyline",
        "formula": shape == "surface",
        "joint": stop,
        "limit": stop,
        "contacts": not stop,
        "restitution": True,
        "friction": not stop,
    }
    found = {word: ("", 0) for word, present in words.items() if present}
    return {**found, **kind.needs, **kind.takes}


def needed_keys(shape: str) -> tuple[str, ...]:
    """Return what a wall of a shape must have."""
    kind = WALL_SHAPES[shape]
    words = {
        "robot": kind.has_sides,
        "corners": shape == "polyline",
        "formula": shape == "surface",
        "joint": shape == "stop",
        "limit": shape == "stop",
    }
    return (*kind.needs, *(word for word, needed in words.items() if needed))


WALL_KEYS = tuple(
    dict.fromkeys(key for shape in WALL_SHAPES for key in wall_keys(shape))
)
