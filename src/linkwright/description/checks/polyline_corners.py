"""Corners of polylines: in order, apart, with room for their rounding."""

from __future__ import annotations

import math
from typing import Any

from linkwright.description.walls import Wall
from linkwright.errors import DescriptionError

Pair = tuple[float, float]


def check_corners(wall: Wall) -> None:
    """Refuse corners that enclose nothing, cross, or leave no room for rounding."""
    corners: list[Any] = list(wall.corners)
    least = 3 if wall.closed else 2
    if len(corners) < least:
        raise _fault(
            wall,
            f"{len(corners)} corners are given, so it has no interior",
            f"A {'closed' if wall.closed else 'open'} polyline has {least} or more.",
        )
    edges = edges_of(corners, wall.closed)
    for a, b in edges:
        if math.dist(a, b) == 0.0:
            raise _fault(wall, f"the corner {_shown(a)} stands twice in a row")
    if wall.closed and _area(corners) <= 0.0:
        raise _fault(
            wall,
            "its corners run clockwise, so it has no interior",
            "They run counter-clockwise about the interior.",
            "List them the other way round.",
        )
    for i, first in enumerate(edges):
        for second in edges[i + 2 :]:
            if first[0] != second[1] and _cross(first, second):
                raise _fault(
                    wall,
                    f"the sides {_shown(first[0])} to {_shown(first[1])} and"
                    f" {_shown(second[0])} to {_shown(second[1])} cross",
                    "Its sides do not cross.",
                )
    _check_rounding(wall, corners)


def edges_of(corners: list[Pair], closed: bool) -> list[tuple[Pair, Pair]]:
    """Return the straight sides."""
    ends = [*corners[1:], corners[0]] if closed else corners[1:]
    return list(zip(corners, ends, strict=False))


def turning(corners: list[Pair], closed: bool) -> list[float]:
    """Return the angle by which the line turns at each corner, left positive.

    Zero at the ends of an open one.
    """
    found = []
    count = len(corners)
    for i, (x, y) in enumerate(corners):
        if not closed and i in (0, count - 1):
            found.append(0.0)
            continue
        (xa, ya), (xb, yb) = corners[i - 1], corners[(i + 1) % count]
        before, after = (x - xa, y - ya), (xb - x, yb - y)
        sine = before[0] * after[1] - before[1] * after[0]
        found.append(math.atan2(sine, before[0] * after[0] + before[1] * after[1]))
    return found


def _check_rounding(wall: Wall, corners: list[Pair]) -> None:
    rounding: Any = wall.number("rounding")
    turns = turning(corners, wall.closed)
    for corner, turn in zip(corners, turns, strict=True):
        if abs(turn) > math.pi - 1e-9:
            raise _fault(wall, f"it turns straight back at the corner {_shown(corner)}")
    cut = [rounding * math.tan(abs(turn) / 2.0) for turn in turns]
    for i, (a, b) in enumerate(edges_of(corners, wall.closed)):
        if cut[i] + cut[(i + 1) % len(cut)] > math.dist(a, b):
            raise _fault(
                wall,
                f"a rounding of {rounding:.6g} does not fit the side {_shown(a)} to"
                f" {_shown(b)}",
                "Neighbouring corners share the side between them.",
                "Round less.",
            )
    toward = 1.0 if wall.robot == "inside" else -1.0
    nooks = [c for c, turn in zip(corners, turns, strict=True) if turn * toward > 0.0]
    if nooks and rounding == 0.0 and not is_convex(wall):
        raise _fault(
            wall,
            f"the robot could run into the sharp corner {_shown(nooks[0])}, where the"
            " wall has no normal",
            "Corners that the robot can get into are rounded.",
            "Give 'rounding:', the smallest radius of such corners.",
        )


def is_convex(wall: Wall) -> bool:
    """Whether the robot's side of a polyline is convex; all numbers are floats."""
    corners: list[Any] = list(wall.corners)
    toward = 1.0 if wall.robot == "inside" else -1.0
    return all(turn * toward >= 0.0 for turn in turning(corners, wall.closed))


def _area(corners: list[Pair]) -> float:
    pairs = edges_of(corners, closed=True)
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairs) / 2.0


def _cross(first: tuple[Pair, Pair], second: tuple[Pair, Pair]) -> bool:
    (a, b), (c, d) = first, second
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Pair, b: Pair, p: Pair) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _shown(corner: Pair) -> str:
    return f"({corner[0]:.6g}, {corner[1]:.6g})"


def _fault(
    wall: Wall, finding: str, expectation: str = "", remedy: str = ""
) -> DescriptionError:
    return DescriptionError(
        f"wall '{wall.name}': {finding}.",
        place=wall.place,
        expectation=expectation or "Each corner is a place of its own.",
        remedy=remedy,
    )
