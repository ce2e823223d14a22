"""Numbers of walls: in range, and with room on the side where the robot is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from linkwright.description.checks.polyline_corners import check_corners, is_convex
from linkwright.description.description import Description
from linkwright.description.formula import Formula
from linkwright.description.parameters import parameter_values
from linkwright.description.walls import SURFACE_NAMES, Touch, Wall
from linkwright.errors import DescriptionError


def check_wall_numbers(description: Description) -> None:
    """Refuse numbers out of range and walls without interior; all are floats here."""
    for wall in description.walls:
        subject = f"wall '{wall.name}'"
        for key, numbers in wall.numbers:
            for value in numbers:
                _check_size(wall, key, value)
        _check_rounding(wall)
        _check_bounce(subject, wall.restitution, wall.friction, wall.place)
        if wall.shape == "polyline":
            check_corners(wall)
        if wall.formula is not None:
            values = parameter_values(description)
            _check_surface(wall, wall.formula, values)
        for touch in wall.contacts:
            where = f"{subject}, contact '{touch.name}'"
            place = touch.place or wall.place
            _check_bounce(where, touch.restitution, touch.friction, place)
            _check_radius(wall, touch, where)
            _check_edges(wall, touch, where)


def _check_size(wall: Wall, key: str, value: Any) -> None:
    if value > 0.0 or (key == "rounding" and value == 0.0):
        return
    if key == "rounding":
        raise DescriptionError(
            f"wall '{wall.name}': the rounding is {value:.6g}.",
            place=wall.place,
            expectation="The rounding must not be negative.",
        )
    raise DescriptionError(
        f"wall '{wall.name}': the {key} is {value:.6g}, so it has no interior.",
        place=wall.place,
        expectation=f"The {key} must be above zero.",
    )


def _check_bounce(subject: str, restitution: Any, friction: Any, place: object) -> None:
    if restitution is not None and not 0.0 <= restitution <= 1.0:
        raise DescriptionError(
            f"{subject}: the restitution is {restitution:.6g}.",
            place=place,
            expectation="It is 0 where nothing bounces, 1 where no energy is lost.",
        )
    if friction is not None and friction < 0.0:
        raise DescriptionError(
            f"{subject}: the friction is {friction:.6g}.",
            place=place,
            expectation="Coulomb's coefficient must not be negative.",
        )


def _check_radius(wall: Wall, touch: Touch, subject: str) -> None:
    radius: Any = touch.radius
    if radius < 0.0:
        raise DescriptionError(
            f"{subject}: the radius is {radius:.6g}.",
            place=touch.place or wall.place,
            expectation="The radius must not be negative.",
        )
    room = _room(wall)
    if wall.robot == "inside" and room is not None and radius >= room:
        raise DescriptionError(
            f"{subject}: a radius of {radius:.6g} leaves no room in the wall, which"
            f" reaches {room:.6g} from its middle.",
            place=touch.place or wall.place,
            expectation="What is inside a wall is smaller than the wall.",
        )


def _check_rounding(wall: Wall) -> None:
    """Refuse edges rounded by more than there is."""
    rounding: Any = wall.number("rounding")
    room = _room(wall)
    if wall.shape != "polyline" and room is not None and rounding > room:
        raise DescriptionError(
            f"wall '{wall.name}': a rounding of {rounding:.6g} does not fit a"
            f" {wall.shape} that reaches {room:.6g} from its middle.",
            place=wall.place,
            expectation="Rounded edges leave the sides where they are.",
            remedy="Round less.",
        )


def _check_edges(wall: Wall, touch: Touch, subject: str) -> None:
    """Refuse a thin curve that can lie on a sharp edge: it has no normal."""
    edged = {
        "box": True,
        "cylinder": "length" in dict(wall.numbers),
        "polyline": True,
    }
    sharp = edged.get(wall.shape, False) and wall.number("rounding") == 0.0
    convex = wall.robot == "inside" and (wall.shape != "polyline" or is_convex(wall))
    if touch.curve != "point" and touch.radius == 0.0 and sharp and not convex:
        raise DescriptionError(
            f"{subject}: a {touch.curve} without thickness can lie on a sharp edge,"
            " where nothing tells the normal.",
            place=touch.place or wall.place,
            expectation="Either the edges are rounded or what touches them is.",
            remedy="Give the wall 'rounding:', or the contact a 'radius:'.",
        )


def _room(wall: Wall) -> Any:
    """Return the radius of the largest ball inside, where that is plain."""
    sizes: dict[str, Any] = dict(wall.numbers)
    if wall.shape == "box":
        return min(sizes["size"]) / 2.0
    if wall.shape == "ellipse":
        return min(sizes["semi_axes"])
    if "radius" not in sizes:
        return None
    return min(sizes["radius"][0], sizes.get("length", (math.inf,))[0] / 2.0)


_SCALES = (0.01, 0.1, 1.0, 10.0)
_STEPS = (-1.0, -0.5, 0.0, 0.5, 1.0)


def _check_surface(wall: Wall, formula: Formula, values: Mapping[str, float]) -> None:
    """Refuse a surface whose formula has one sign wherever it was looked at."""

    def value(place: tuple[float, ...]) -> float:
        try:
            at = dict(zip(SURFACE_NAMES, place, strict=True))
            return formula.evaluate({**values, **at})
        except DescriptionError:  # no value there: neither inside nor outside
            return math.nan

    places = [
        (x * size, y * size, z * size)
        for size in _SCALES
        for x, y, z in product(_STEPS, repeat=3)
    ]
    found = [(value(place), place) for place in places]
    found = [each for each in found if not math.isnan(each[0])]
    for sign, side in ((1.0, "negative"), (-1.0, "positive")):
        best = sorted((sign * phi, place) for phi, place in found)[:3]
        if not any(_reaches_below(value, sign, *each) for each in best):
            interior = "interior" if side == "negative" else "exterior"
            raise DescriptionError(
                f"wall '{wall.name}': '{formula.text}' was nowhere {side}, so the"
                f" surface has no {interior}.",
                place=formula.place or wall.place,
                expectation="The formula is negative inside, positive outside; it was"
                f" tried up to {_SCALES[-1]:g} m away from the wall's origin.",
                remedy="Move the wall's origin, 'at', near the surface.",
            )


def _reaches_below(
    value: Any, sign: float, phi: float, place: tuple[float, ...]
) -> bool:
    """Whether going downhill from a place a negative value is found."""
    step = max(0.25 * max(map(abs, place)), 1e-3)
    for _ in range(60):
        if phi < 0.0:
            return True
        tried = [(sign * value(at), at) for at in _around(place, step)]
        lower = min((each for each in tried if each[0] < phi), default=None)
        if lower is None:
            step *= 0.5
        else:
            phi, place = lower
    return False


def _around(place: tuple[float, ...], step: float) -> Iterable[tuple[float, ...]]:
    for axis, sign in product(range(3), (-1.0, 1.0)):
        moved = list(place)
        moved[axis] += sign * step
        yield tuple(moved)
