"""URDF joints -> joints."""

from __future__ import annotations

from math import hypot

from linkwright.description.direction import unit_direction
from linkwright.description.formula import Vector3
from linkwright.description.joints import (
    JOINT_KINDS,
    Coupling,
    Joint,
    Limits,
    X,
)
from linkwright.errors import FormatError, did_you_mean
from linkwright.formats.urdf.fields import (
    Ignored,
    attribute,
    check_names,
    number,
    numbers,
    one,
)
from linkwright.formats.urdf.read_link import origin
from linkwright.formats.urdf.xml import Element

TYPES = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "floating": "free",
    "planar": "planar",
}
UNLIMITED = 1e99  # what the writer puts where URDF insists on a limit
_CHILDREN = ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic")


def read_joint(element: Element, ignored: Ignored) -> Joint:
    """Return the joint; the child link's frame is the joint's, as in ours."""
    name = attribute(element, "name", "joint")
    subject = f"joint '{name}'"
    check_names(element, subject, _CHILDREN, ("name", "type"), ignored)
    written = attribute(element, "type", subject)
    if written not in TYPES:
        raise FormatError(
            f"{subject}: the type '{written}' is unknown.",
            place=element.place,
            expectation=f"Types: {', '.join(TYPES)}.",
            remedy=did_you_mean(written, TYPES),
        )
    at, rotation = origin(element, subject)
    kind = JOINT_KINDS[TYPES[written]]
    axis = _axis(element, subject, ignored) if kind.has_axis else (0.0, 0.0, 1.0)
    damping = friction = armature = 0.0
    limits, coupling = Limits(), None
    if kind.coordinate:
        damping, friction, armature = _dynamics(element, subject, ignored)
        limits = _limits(element, subject, written == "continuous", ignored)
        coupling = _mimic(element, subject, ignored)
    else:
        for tag in ("dynamics", "limit", "mimic"):
            if one(element, tag, subject) is not None:
                ignored.counts[f"<{tag}> of a {written} joint"] += 1
    return Joint(
        name,
        TYPES[written],
        _link(element, "parent", subject),
        _link(element, "child", subject),
        at,
        rotation,
        axis,
        limits=limits,
        armature=armature,
        damping=damping,
        friction=friction,
        coupling=coupling,
        place=element.place,
    )


def _link(element: Element, tag: str, subject: str) -> str:
    found = one(element, tag, subject)
    if found is None:
        raise FormatError(
            f"{subject}: <{tag}> is missing.",
            place=element.place,
            expectation="A joint has a parent and a child link.",
            remedy=f'Add <{tag} link="…"/>.',
        )
    return attribute(found, "link", subject)


def _axis(element: Element, subject: str, ignored: Ignored) -> Vector3:
    """Return the axis, along x where none is written, scaled to length one."""
    found = one(element, "axis", subject)
    if found is None:
        return X
    x, y, z = numbers(found, "xyz", f"{subject}, axis", 3, X)  # type: ignore[arg-type]
    if abs(hypot(x, y, z) - 1.0) > 1e-12:
        if abs(hypot(x, y, z) - 1.0) > 1e-3 and any((x, y, z)):
            ignored.counts["length of an axis that is not 1"] += 1
        return unit_direction((x, y, z), subject, found.place)
    return (x, y, z)


def _dynamics(
    element: Element, subject: str, ignored: Ignored
) -> tuple[float, float, float]:
    found = one(element, "dynamics", subject)
    if found is None:
        return 0.0, 0.0, 0.0
    names = ("damping", "friction", "armature")  # armature is an extension of ours
    check_names(found, subject, (), names, ignored)
    where = f"{subject}, dynamics"
    damping, friction, armature = (number(found, name, where, 0.0) for name in names)
    return damping, friction, armature


def _limits(element: Element, subject: str, endless: bool, ignored: Ignored) -> Limits:
    found = one(element, "limit", subject)
    if found is None:
        return Limits()
    names = ("lower", "upper", "velocity", "effort")
    check_names(found, subject, (), names, ignored)
    values: dict[str, float | None] = {}
    for name in names:
        if name in found.attributes:
            value = number(found, name, f"{subject}, limit")
            values[name] = None if abs(value) >= UNLIMITED else value
    if endless:
        values.pop("lower", None)
        values.pop("upper", None)
    elif len({"lower", "upper"} & values.keys()) == 1:  # URDF: the other one is zero
        values = {"lower": 0.0, "upper": 0.0, **values}
    return Limits(**values)


def _mimic(element: Element, subject: str, ignored: Ignored) -> Coupling | None:
    found = one(element, "mimic", subject)
    if found is None:
        return None
    where = f"{subject}, mimic"
    check_names(found, where, (), ("joint", "multiplier", "offset"), ignored)
    return Coupling(
        attribute(found, "joint", where),
        number(found, "multiplier", where, 1.0),
        number(found, "offset", where, 0.0),
    )
