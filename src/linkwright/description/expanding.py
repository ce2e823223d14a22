"""What elements stand for: an actuator with pins is two bodies in a loop of joints."""

from __future__ import annotations

from dataclasses import replace

from linkwright.description.algebra import as_number, term
from linkwright.description.bodies import ORIGIN, Body, Inertial, Point
from linkwright.description.description import Description
from linkwright.description.elements import Element
from linkwright.description.formula import Number, Vector3
from linkwright.description.joints import Joint
from linkwright.description.loops import Loop

BARREL, ROD = ".barrel", ".rod"
LOWER, SLIDE, UPPER = ".lower", ".slide", ".upper"
END = ".end"


def expanded(description: Description) -> Description:
    """Return the description with every pinned linear actuator as bodies and joints.

    The barrel turns about the pin at the first point, the rod slides out of it along
    the line to the second point, and the pin there closes the loop. The rod's slide is
    the actuator's total length, from pin to pin. An actuator with ball ends stays a
    force along its line.
    """
    for element in description.elements:
        if is_expanded(element):
            description = _with_actuator(description, element)
    return description


def is_expanded(element: Element) -> bool:
    """Return whether an element becomes bodies of the tree."""
    return element.type == "linear_actuator" and element.pins is not None


def reference_axis(pins: Vector3) -> Vector3:
    """Return where an element's angle about its pins is zero: z, or x for pins along z.

    For other pins the part of z that is square to them. Pins are constant.
    """
    x, y, z = (float(entry) for entry in pins)  # type: ignore[arg-type]
    length = (x * x + y * y + z * z) ** 0.5
    x, y, z = x / length, y / length, z / length
    if abs(z) > 1.0 - 1e-12:
        return (1.0, 0.0, 0.0)
    across = (x * x + y * y) ** 0.5
    return (-x * z / across, -y * z / across, across)


def _with_actuator(description: Description, element: Element) -> Description:
    assert element.pins is not None
    name, place = element.name, element.place
    first = _position(description, element.first)
    along = reference_axis(element.pins)
    barrel = _rod(f"{name}{BARREL}", element, "barrel", along, 0.5)
    rod = _rod(f"{name}{ROD}", element, "rod", along, -0.5)
    end = Point(f"{name}{END}", ORIGIN, place)
    lower = Joint(
        f"{name}{LOWER}",
        "revolute",
        _body(description, element.first),
        barrel.name,
        at=first,
        axis=element.pins,
        dependent=True,
        place=place,
    )
    slide = Joint(
        f"{name}{SLIDE}",
        "prismatic",
        barrel.name,
        rod.name,
        axis=along,
        dependent=True,
        place=place,
    )
    upper = Loop(
        f"{name}{UPPER}",
        "revolute",
        end.name,
        element.second,
        axis=element.pins,
        second_axis=element.second_pins,
        place=place,
    )
    return replace(
        description,
        bodies=(*description.bodies, barrel, replace(rod, points=(end,))),
        joints=(*description.joints, lower, slide),
        loops=(*description.loops, upper),
    )


def _rod(name: str, element: Element, part: str, along: Vector3, middle: float) -> Body:
    """Return the barrel or the rod: a uniform thin rod, or massless.

    The barrel runs from the first pin along the line, the rod from the second pin
    back along it.
    """
    mass = element.number(f"{part}_mass")
    if mass == 0.0:
        return Body(name, place=element.place)
    length = element.number(f"{part}_length")
    x, y, z = (float(entry) for entry in along)  # type: ignore[arg-type]
    center = tuple(_scaled(length, entry * middle, "length") for entry in (x, y, z))
    moment = term(mass) * term(length) * term(length)
    spread = (1 - x * x, 1 - y * y, 1 - z * z, -x * y, -x * z, -y * z)
    inertia = tuple(
        as_number(moment * term(entry / 12.0), "inertia") if entry else 0.0
        for entry in spread
    )
    inertial = Inertial(mass, center, inertia, element.place)  # type: ignore[arg-type]
    return Body(name, inertial, place=element.place)


def _scaled(number: Number, factor: float, quantity: str) -> Number:
    return as_number(term(number) * term(factor), quantity) if factor else 0.0


def _position(description: Description, name: str) -> Vector3:
    for body in description.bodies:
        for point in body.points:
            if point.name == name:
                return point.position
    raise AssertionError(name)


def _body(description: Description, name: str) -> str:
    for body in description.bodies:
        if any(point.name == name for point in body.points):
            return body.name
    raise AssertionError(name)
