"""URDF links -> bodies."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.description.bodies import Body, Inertial, Visual
from linkwright.description.formula import Vector3
from linkwright.description.inertia_shift import rotated_inertia
from linkwright.description.rotation import IDENTITY, Rotation
from linkwright.description.rotation_matrix import rotation_matrix
from linkwright.errors import FormatError
from linkwright.formats.urdf.fields import (
    Ignored,
    attribute,
    check_names,
    number,
    numbers,
    one,
)
from linkwright.formats.urdf.xml import Element

Colors = Mapping[str, tuple[float, ...]]
_ZEROS = (0.0, 0.0, 0.0)


def read_link(element: Element, colors: Colors, ignored: Ignored) -> Body:
    """Return the body of a link; its frame is the link's."""
    name = attribute(element, "name", "link")
    subject = f"link '{name}'"
    check_names(element, subject, ("inertial", "visual"), ("name",), ignored)
    inertial = one(element, "inertial", subject)
    return Body(
        name,
        inertial and _inertial(inertial, subject, ignored),
        visuals=tuple(
            visual
            for each in element.all("visual")
            if (visual := _visual(each, subject, colors, ignored))
        ),
        place=element.place,
    )


def origin(element: Element, subject: str) -> tuple[Vector3, Rotation]:
    """Return the position and rotation of an element's <origin>.

    URDF's roll, pitch and yaw turn about the fixed x, y, z: Rz(yaw) Ry(pitch) Rx(roll).
    """
    found = one(element, "origin", subject)
    if found is None:
        return _ZEROS, IDENTITY
    check_names(found, subject, (), ("xyz", "rpy"), Ignored())
    x, y, z = numbers(found, "xyz", f"{subject}, origin", 3, _ZEROS)
    roll, pitch, yaw = numbers(found, "rpy", f"{subject}, origin", 3, _ZEROS)
    if (roll, pitch, yaw) == _ZEROS:
        return (x, y, z), IDENTITY
    return (x, y, z), Rotation("zyx", (yaw, pitch, roll))


def _inertial(element: Element, subject: str, ignored: Ignored) -> Inertial | None:
    subject = f"{subject}, inertial"
    check_names(element, subject, ("origin", "mass", "inertia"), (), ignored)
    mass = _needed(element, "mass", subject)
    inertia = _needed(element, "inertia", subject)
    check_names(mass, subject, (), ("value",), ignored)
    names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    check_names(inertia, subject, (), names, ignored)
    value = number(mass, "value", f"{subject}, mass")
    where = f"{subject}, inertia"
    xx, yy, zz = (number(inertia, name, where) for name in names[:3])
    xy, xz, yz = (number(inertia, name, where, 0.0) for name in names[3:])
    entries = (xx, yy, zz, xy, xz, yz)
    center, rotation = origin(element, subject)
    if value == 0.0 and not any(entries):
        return None
    if rotation != IDENTITY:
        entries = rotated_inertia(rotation_matrix(rotation), entries)
    return Inertial(value, center, entries, element.place)


def _needed(element: Element, tag: str, subject: str) -> Element:
    found = one(element, tag, subject)
    if found is not None:
        return found
    present = ", ".join(f"<{child.tag}>" for child in element.children) or "nothing"
    raise FormatError(
        f"{subject}: <{tag}> is missing.",
        place=element.place,
        expectation=f"An inertial has a mass and an inertia; found {present}.",
        remedy=f"Add <{tag}>, or remove <inertial> for a massless link.",
    )


def _visual(
    element: Element, subject: str, colors: Colors, ignored: Ignored
) -> Visual | None:
    subject = f"{subject}, visual"
    known = ("origin", "geometry", "material")
    check_names(element, subject, known, ("name",), ignored)
    geometry = one(element, "geometry", subject)
    at, rotation = origin(element, subject)
    color = _color(one(element, "material", subject), subject, colors)
    if geometry is None or not geometry.children:
        raise FormatError(
            f"{subject}: it has no geometry.",
            place=element.place,
            expectation="Expected <geometry> with a box, cylinder, sphere or mesh.",
        )
    shape = geometry.children[0]
    size: tuple[float, ...]
    file = ""
    if shape.tag == "box":
        size = numbers(shape, "size", subject, 3)
    elif shape.tag == "cylinder":
        size = (number(shape, "radius", subject), number(shape, "length", subject))
    elif shape.tag == "sphere":
        size = (number(shape, "radius", subject),)
    elif shape.tag == "mesh":
        file = attribute(shape, "filename", subject)
        size = numbers(shape, "scale", subject, 3, ())
    else:
        ignored.counts[f"<{shape.tag}>"] += 1
        return None
    return Visual(shape.tag, size, file, at, rotation, color, element.place)


def _color(material: Element | None, subject: str, colors: Colors) -> tuple[float, ...]:
    if material is None:
        return ()
    return read_color(material, subject) or colors.get(
        material.attributes.get("name", ""), ()
    )


def read_color(material: Element, subject: str) -> tuple[float, ...]:
    """Return a material's red, green, blue and opacity, or nothing."""
    color = one(material, "color", subject)
    return () if color is None else numbers(color, "rgba", f"{subject}, color", 4)
