"""Walls on bodies of a tree, and what touches them, every number evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Array


@dataclass(frozen=True, eq=False)
class TouchOnBody:
    """What touches a wall: a point of a link, or a curve through points of it.

    Attributes:
        name: of the point, or of the points joined.
        curve: "point", "segment", "arc" or "spline".
        link: whose it is.
        points: in the link's frame.
        radius: of the ball or rod about it.
        restitution, friction: numbers.
    """

    name: str
    curve: str
    link: int
    points: tuple[Array, ...]
    radius: Any
    restitution: Any
    friction: Any


@dataclass(frozen=True, eq=False)
class WallOnBody:
    """A wall fixed on a link.

    Attributes:
        name, shape: of the wall.
        inside: whether the robot is inside it.
        link: index of the link it is fixed on, or WORLD; of a stop the joint's link.
        axes: of the wall's frame in the link's (3, 3), its columns x, y, z.
        position: of the wall's frame in the link's.
        numbers: its numbers by key.
        corners: of a polyline; those of the declared numbers turn as `turns` says.
        turns: of a polyline, for each corner: 1 to the left, -1 to the right, else 0.
        closed: whether the last corner joins the first.
        flat: whether each side of a polyline is a wall of its own: no corner is
            rounded, and the robot's side is convex.
        surface: phi of x, y, z.
        limit: of a stop, its joint's limit, with the sign of the free side.
        touches: what touches it.
    """

    name: str
    shape: str
    inside: bool
    link: int
    axes: Array
    position: Array
    numbers: Mapping[str, tuple[Any, ...]]
    corners: tuple[tuple[Any, Any], ...] = ()
    turns: tuple[float, ...] = ()
    closed: bool = True
    flat: bool = False
    surface: Callable[[Array], Any] | None = None
    limit: tuple[Any, float] = (0.0, 1.0)
    touches: tuple[TouchOnBody, ...] = ()

    def number(self, key: str) -> Any:
        """Return one of its single numbers."""
        return self.numbers[key][0]
