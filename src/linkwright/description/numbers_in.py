"""Visiting every number of a description, with what it measures and where it stands.

``map_numbers`` rebuilds a description with each number replaced; ``numbers_in`` lists
them. Both follow the one enumeration below.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from linkwright.description.bodies import INERTIA_ENTRIES, Body, Inertial, Visual
from linkwright.description.description import Description
from linkwright.description.elements import ELEMENT_KINDS, Element
from linkwright.description.formula import Number
from linkwright.description.joints import (
    COORDINATE_QUANTITIES,
    JOINT_KINDS,
    Joint,
    Limits,
)
from linkwright.description.loops import Loop, Share
from linkwright.description.place import Place
from linkwright.description.rotation import Rotation, quantity_of_value
from linkwright.description.walls import Touch, Wall, wall_keys


@dataclass(frozen=True)
class Slot:
    """Where a number stands: what it measures, whose it is, and the line."""

    quantity: str
    subject: str
    place: Place | None


Change = Callable[[Number, Slot], Number]


def numbers_in(description: Description) -> list[tuple[Number, Slot]]:
    """Return every number of a description and its slot, in order."""
    found: list[tuple[Number, Slot]] = []

    def note(number: Number, slot: Slot) -> Number:
        found.append((number, slot))
        return number

    map_numbers(description, note)
    return found


def map_numbers(description: Description, change: Change) -> Description:
    """Return the description with every number but the parameters' changed."""
    types = {joint.name: joint.type for joint in description.joints}
    gravity = Slot("acceleration", "gravity", description.place)
    return replace(
        description,
        gravity=_each(description.gravity, change, gravity),
        bodies=tuple(map_body(body, change) for body in description.bodies),
        joints=tuple(map_joint(joint, change, types) for joint in description.joints),
        elements=tuple(map_element(each, change) for each in description.elements),
        loops=tuple(map_loop(each, change) for each in description.loops),
        sharing=tuple(_share(each, change) for each in description.sharing),
        walls=tuple(map_wall(each, change) for each in description.walls),
    )


def map_body(body: Body, change: Change) -> Body:
    """Return the body with every number changed."""
    subject = f"body '{body.name}'"
    points = tuple(
        replace(
            point,
            position=_each(
                point.position,
                change,
                Slot("length", f"{subject}, point '{point.name}'", point.place),
            ),
        )
        for point in body.points
    )
    return replace(
        body,
        inertial=body.inertial and _inertial(body.inertial, change, subject),
        points=points,
        visuals=tuple(_visual(each, change, subject) for each in body.visuals),
    )


def _inertial(inertial: Inertial, change: Change, subject: str) -> Inertial:
    place = inertial.place
    center = Slot("length", f"{subject}, center_of_mass", place)
    entries = zip(INERTIA_ENTRIES, inertial.inertia, strict=True)
    xx, yy, zz, xy, xz, yz = (
        change(entry, Slot("inertia", f"{subject}, inertia {name}", place))
        for name, entry in entries
    )
    return replace(
        inertial,
        mass=change(inertial.mass, Slot("mass", f"{subject}, mass", place)),
        center_of_mass=_each(inertial.center_of_mass, change, center),
        inertia=(xx, yy, zz, xy, xz, yz),
    )


def _visual(visual: Visual, change: Change, subject: str) -> Visual:
    at = Slot("length", f"{subject}, visual, at", visual.place)
    sizes = Slot(
        "number" if visual.shape == "mesh" else "length",
        f"{subject}, visual, {visual.shape}",
        visual.place,
    )
    colors = Slot("number", f"{subject}, visual, color", visual.place)
    turn = f"{subject}, visual, rotation"
    return replace(
        visual,
        size=tuple(change(number, sizes) for number in visual.size),
        color=tuple(change(number, colors) for number in visual.color),
        at=_each(visual.at, change, at),
        rotation=_rotation(visual.rotation, change, turn, visual.place),
    )


def map_joint(joint: Joint, change: Change, types: Mapping[str, str]) -> Joint:
    """Return the joint with every number changed; ``types`` are all joints' types."""
    place = joint.place
    coordinate = JOINT_KINDS[joint.type].coordinate
    measures = COORDINATE_QUANTITIES.get(coordinate, _PLAIN)

    def changed(key: str, number: Number, quantity: str) -> Number:
        return change(number, Slot(quantity, f"joint '{joint.name}', {key}", place))

    def vector(key: str, of: str, numbers):
        return _each(numbers, change, Slot(of, f"joint '{joint.name}', {key}", place))

    limits = {
        key: changed(f"limits, {key}", value, measures[measured])
        for key, measured in _LIMITS.items()
        if (value := getattr(joint.limits, key)) is not None
    }
    coupling = joint.coupling
    if coupling is not None:
        drive = JOINT_KINDS[types.get(coupling.joint, joint.type)].coordinate
        coupling = replace(
            coupling,
            ratio=changed(
                "coupled_to, ratio", coupling.ratio, ratio_quantity(coordinate, drive)
            ),
            offset=changed("coupled_to, offset", coupling.offset, measures["position"]),
        )
    return replace(
        joint,
        at=vector("at", "length", joint.at),
        rotation=_rotation(
            joint.rotation, change, f"joint '{joint.name}', rotation", place
        ),
        axis=vector("axis", "number", joint.axis),
        pitch=None if joint.pitch is None else changed("pitch", joint.pitch, "pitch"),
        second_axis=None
        if joint.second_axis is None
        else vector("second_axis", "number", joint.second_axis),
        limits=Limits(**limits),
        armature=changed("armature", joint.armature, measures["armature"]),
        damping=changed("damping", joint.damping, measures["damping"]),
        friction=changed("friction", joint.friction, measures["friction"]),
        coupling=coupling,
        reference=None
        if joint.reference is None
        else changed("reference", joint.reference, measures["position"]),
    )


def map_element(element: Element, change: Change) -> Element:
    """Return the element with every number changed, but not its law's formula."""
    subject, place = f"element '{element.name}'", element.place
    kind = ELEMENT_KINDS[element.type]
    measures = {**kind.needs, **kind.takes}
    pins = Slot("number", f"{subject}, pins", place)
    second = Slot("number", f"{subject}, second_pins", place)
    return replace(
        element,
        pins=None if element.pins is None else _each(element.pins, change, pins),
        second_pins=None
        if element.second_pins is None
        else _each(element.second_pins, change, second),
        numbers=tuple(
            (key, number)
            if key == "law"
            else (key, change(number, Slot(measures[key], f"{subject}, {key}", place)))
            for key, number in element.numbers
        ),
    )


def map_loop(loop: Loop, change: Change) -> Loop:
    """Return the closing joint with every number changed."""
    subject, place = f"loop '{loop.name}'", loop.place
    axis = Slot("number", f"{subject}, axis", place)
    second = Slot("number", f"{subject}, second_axis", place)
    return replace(
        loop,
        axis=_each(loop.axis, change, axis),
        second_axis=None
        if loop.second_axis is None
        else _each(loop.second_axis, change, second),
        rotation=_rotation(loop.rotation, change, f"{subject}, rotation", place),
    )


def _share(share: Share, change: Change) -> Share:
    measured = weight_quantity(share.rule, share.components)
    slot = Slot(measured, f"sharing '{share.name}', {share.rule}", share.place)
    return replace(share, weights=tuple(change(each, slot) for each in share.weights))


def map_wall(wall: Wall, change: Change) -> Wall:
    """Return the wall with every number changed, but not a surface's formula."""
    subject, place = f"wall '{wall.name}'", wall.place
    measures = wall_keys(wall.shape)

    def slot(key: str, quantity: str) -> Slot:
        return Slot(quantity, f"{subject}, {key}", place)

    corner = slot("corners", "length")
    return replace(
        wall,
        at=_each(wall.at, change, slot("at", "length")),
        rotation=_rotation(wall.rotation, change, f"{subject}, rotation", place),
        axis=_each(wall.axis, change, slot("axis", "number")),
        numbers=tuple(
            (key, tuple(change(each, slot(key, measures[key][0])) for each in numbers))
            for key, numbers in wall.numbers
        ),
        corners=tuple((change(x, corner), change(y, corner)) for x, y in wall.corners),
        restitution=change(wall.restitution, slot("restitution", "number")),
        friction=change(wall.friction, slot("friction", "number")),
        contacts=tuple(_touch(each, change, subject) for each in wall.contacts),
    )


def _touch(touch: Touch, change: Change, subject: str) -> Touch:
    subject = f"{subject}, contact '{touch.name}'"

    def changed(key: str, number: Number | None, quantity: str) -> Number | None:
        if number is None:
            return None
        return change(number, Slot(quantity, f"{subject}, {key}", touch.place))

    return replace(
        touch,
        radius=change(touch.radius, Slot("length", f"{subject}, radius", touch.place)),
        restitution=changed("restitution", touch.restitution, "number"),
        friction=changed("friction", touch.friction, "number"),
    )


# Joints of several freedoms have none of these; the numbers are zero there.
_PLAIN = dict.fromkeys(COORDINATE_QUANTITIES["angle"], "number")
_LIMITS = {
    "lower": "position",
    "upper": "position",
    "velocity": "velocity",
    "effort": "effort",
}


def ratio_quantity(own: str, drive: str) -> str:
    """Return what a coupling's ratio measures, from the two joints' coordinates."""
    ratios = {("length", "angle"): "pitch", ("angle", "length"): "inverse_pitch"}
    return ratios.get((own, drive), "number")


def weight_quantity(rule: str, components: tuple[str, ...]) -> str:
    """Return what a sharing rule's weights measure; SI where forces mix with torques.

    Compliances of forces alone, or of torques alone, may be written with their unit.
    """
    sorts = {component.partition(" ")[0] for component in components}
    if rule == "minimum_norm":
        return "length"
    if rule != "compliance" or len(sorts) != 1:
        return "number"
    compliances = {"force": "compliance", "torque": "angular_compliance"}
    return compliances.get(sorts.pop(), "number")


def _rotation(
    rotation: Rotation, change: Change, subject: str, place: Place | None
) -> Rotation:
    if not rotation.values:
        return rotation
    return replace(
        rotation,
        values=tuple(
            change(value, Slot(quantity_of_value(rotation, index), subject, place))
            for index, value in enumerate(rotation.values)
        ),
    )


def _each(numbers, change: Change, slot: Slot):
    x, y, z = (change(number, slot) for number in numbers)
    return (x, y, z)
