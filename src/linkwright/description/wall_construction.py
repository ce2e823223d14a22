"""Making walls in Python.

::

    ring = wall("ring", "circle", radius=2.5, robot="inside", restitution=1,
                contacts=["O1", touch("O2", radius="1 cm")])
    stop = wall("stop", "stop", joint="knee", limit="upper", restitution=0.2)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linkwright.description.belonging import foreign
from linkwright.description.bodies import ORIGIN
from linkwright.description.formula import Number
from linkwright.description.joints import WORLD, Z
from linkwright.description.python_values import (
    Source,
    python_axis,
    python_number,
    python_numbers,
    python_rotation,
    python_vector,
)
from linkwright.description.rotation import IDENTITY, Rotation
from linkwright.description.surface import read_surface
from linkwright.description.walls import (
    WALL_KEYS,
    WALL_SHAPES,
    Touch,
    Wall,
    wall_keys,
)
from linkwright.errors import DescriptionError, did_you_mean


def wall(
    name: str,
    shape: str,
    *,
    robot: str = "",
    on: str = WORLD,
    at: Sequence[Source] = ORIGIN,
    rotation: Rotation | Mapping[str, Any] = IDENTITY,
    axis: str | Sequence[Source] = Z,
    corners: Iterable[Sequence[Source]] = (),
    closed: bool = True,
    formula: str = "",
    joint: str = "",
    limit: str = "",
    restitution: Source = 0.0,
    friction: Source = 0.0,
    contacts: Iterable[str | Touch] = (),
    **numbers: Source | Sequence[Source],
) -> Wall:
    """Return a wall.

    Args:
        name: its name.
        shape: "plane", "circle", "ellipse", "cylinder", "sphere", "box", "polyline",
            "surface" or "stop".
        robot: where the robot is, "inside" or "outside".
        on: the body it is fixed on, or "world".
        at: where its frame is there.
        rotation: how it is turned there.
        axis: a plane's normal, into free space; the axis of a circle or cylinder.
        corners: of a polyline, pairs in the x-y plane of its frame.
        closed: whether the last corner joins the first.
        formula: of a surface, in x, y, z; negative inside.
        joint: a stop's joint.
        limit: which of its limits, "lower" or "upper".
        restitution: speed of parting by speed of approach.
        friction: Coulomb's coefficient.
        contacts: names of points, or what `touch` gives.
        **numbers: ``radius``, ``semi_axes``, ``size``, ``length``, ``rounding``,
            ``reach``: those of the shape.
    """
    subject = f"wall '{name}'"
    if shape not in WALL_SHAPES:
        raise DescriptionError(
            f"{subject}: the shape '{shape}' is unknown.",
            expectation=f"Shapes: {', '.join(WALL_SHAPES)}.",
            remedy=did_you_mean(shape, WALL_SHAPES),
        )
    for key in numbers:
        if key not in WALL_KEYS:
            raise DescriptionError(
                f"{subject}: the key '{key}' is unknown.",
                expectation=f"Keys: {', '.join(WALL_KEYS)}.",
                remedy=did_you_mean(key, WALL_KEYS),
            )
    refuse_foreign_wall_keys(name, shape, [*numbers, *(["robot"] if robot else [])])
    return Wall(
        name,
        shape,
        robot,
        on,
        python_vector(at, "length", f"{subject}, at"),
        python_rotation(rotation, f"{subject}, rotation"),
        python_axis(axis, f"{subject}, axis"),
        tuple(
            (key, _numbers(numbers[key], *of, f"{subject}, {key}"))
            for key, of in wall_keys(shape).items()
            if key in numbers
        ),
        tuple(_corner(each, f"{subject}, corners") for each in corners),
        closed,
        read_surface(formula) if formula else None,
        joint,
        limit,
        python_number(restitution, "number", f"{subject}, restitution"),
        python_number(friction, "number", f"{subject}, friction"),
        tuple(touch(each) if isinstance(each, str) else each for each in contacts),
    )


def touch(
    *points: str,
    curve: str = "",
    radius: Source = 0.0,
    restitution: Source | None = None,
    friction: Source | None = None,
) -> Touch:
    """Return what touches a wall: a point, or a curve through points of one body.

    Two points make a "segment"; say ``curve="arc"`` or ``"spline"`` for more. What is
    not given is the wall's.
    """
    kind = curve or ("point", "segment")[len(points) == 2]
    subject = f"contact '{'-'.join(points)}'"

    def number(source: Source | None, key: str, quantity: str) -> Number | None:
        if source is None:
            return None
        return python_number(source, quantity, f"{subject}, {key}")

    return Touch(
        points,
        kind,
        python_number(radius, "length", f"{subject}, radius"),
        number(restitution, "restitution", "number"),
        number(friction, "friction", "number"),
    )


def refuse_foreign_wall_keys(
    name: str, shape: str, given: Iterable[str], place: object = None
) -> None:
    """Refuse properties that a wall of this shape does not have."""
    for key in given:
        if key not in wall_keys(shape):
            owners = [each for each in WALL_SHAPES if key in wall_keys(each)]
            raise foreign(f"wall '{name}'", shape, key, owners, place)


def _numbers(
    source: Source | Sequence[Source], quantity: str, count: int, subject: str
) -> tuple[Number, ...]:
    if count == 1:
        return (python_number(source, quantity, subject),)
    listed = source if isinstance(source, Sequence) else [source]
    return python_numbers(listed, quantity, subject, (count,))


def _corner(corner: Sequence[Source], subject: str) -> tuple[Number, Number]:
    x, y = python_numbers(corner, "length", subject, (2,))
    return (x, y)
