"""From described walls to walls on the links of a tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from linkwright.description import (
    WORLD,
    Description,
    Number,
    Touch,
    Wall,
    parameter_values,
    value_of,
)
from linkwright.description.checks.polyline_corners import is_convex, turning
from linkwright.description.numbers_in import map_wall
from linkwright.description.walls import SURFACE_NAMES
from linkwright.expr import Array, zeros
from linkwright.model.joints.contract import frame_with_z_along
from linkwright.model.rotations import rotation_of, unit
from linkwright.model.tree import WORLD as NO_LINK
from linkwright.model.tree import Model
from linkwright.model.walls import TouchOnBody, WallOnBody


def walls_of(
    description: Description, values: Mapping[str, Any], tree: Model
) -> tuple[WallOnBody, ...]:
    """Return the walls of a description on the links of its tree."""
    declared: Mapping[str, Any] = {}
    if any(wall.corners for wall in description.walls):
        declared = parameter_values(description)
    return tuple(
        _stop(description, wall, values, tree)
        if wall.shape == "stop"
        else _wall(wall, values, declared, tree)
        for wall in description.walls
    )


def _wall(
    wall: Wall, values: Mapping[str, Any], declared: Mapping[str, Any], tree: Model
) -> WallOnBody:
    numbers: Any = map_wall(wall, lambda number, _: _number(number, values))
    turned = rotation_of(wall.rotation, list(numbers.rotation.values))
    axes = turned.matrix() @ frame_with_z_along(unit(Array(numbers.axis)))
    turns: tuple[float, ...] = ()
    flat = False
    if wall.corners:
        plain: Any = map_wall(wall, lambda number, _: value_of(number, declared))
        angles = turning(list(plain.corners), plain.closed)
        turns = tuple(float((angle > 0.0) - (angle < 0.0)) for angle in angles)
        flat = plain.number("rounding") == 0.0 and is_convex(plain)
    return WallOnBody(
        wall.name,
        wall.shape,
        wall.robot != "outside",
        _link(tree, wall.on),
        axes,
        Array(numbers.at),
        dict(numbers.numbers),
        numbers.corners,
        turns,
        wall.closed,
        flat,
        _surface(wall, values),
        touches=tuple(_touch(wall, touch, values, tree) for touch in wall.contacts),
    )


def _stop(
    description: Description, wall: Wall, values: Mapping[str, Any], tree: Model
) -> WallOnBody:
    joint = next(each for each in description.joints if each.name == wall.joint)
    link = _link(tree, joint.body)
    sign = 1.0 if wall.limit == "lower" else -1.0
    found = getattr(joint.limits, wall.limit)
    touch = TouchOnBody(
        joint.name,
        "stop",
        link,
        (),
        0.0,
        _number(wall.restitution, values),
        _number(wall.friction, values),
    )
    return WallOnBody(
        wall.name,
        wall.shape,
        True,
        link,
        Array((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), 3),
        zeros(3),
        {},
        limit=(_number(found, values), sign),
        touches=(touch,),
    )


def _touch(
    wall: Wall, touch: Touch, values: Mapping[str, Any], tree: Model
) -> TouchOnBody:
    found = {point.name: point for point in tree.points}
    points = [found[name] for name in touch.points]

    def own(number: Number | None, otherwise: Number) -> Any:
        return _number(otherwise if number is None else number, values)

    return TouchOnBody(
        touch.name,
        touch.curve,
        points[0].link,
        tuple(point.position for point in points),
        _number(touch.radius, values),
        own(touch.restitution, wall.restitution),
        own(touch.friction, wall.friction),
    )


def _surface(wall: Wall, values: Mapping[str, Any]) -> Callable[[Array], Any] | None:
    formula = wall.formula
    if formula is None:
        return None
    return lambda place: formula.evaluate(
        {**values, **dict(zip(SURFACE_NAMES, place, strict=True))}
    )


def _number(number: Number | None, values: Mapping[str, Any]) -> Any:
    if number is None:
        return None
    value = value_of(number, values)
    return float(value) if isinstance(value, int) else value


def _link(tree: Model, body: str) -> int:
    if body == WORLD:
        return NO_LINK
    return [link.name for link in tree.links].index(body)
