"""A description -> YAML text that reads as an equal description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linkwright.description.bodies import ORIGIN, Body, Visual
from linkwright.description.description import GRAVITY, Description, Parameter
from linkwright.description.formula import Formula, Number
from linkwright.description.joints import JOINT_KINDS, Coupling, Joint, Limits
from linkwright.description.numbers_in import Slot, map_numbers
from linkwright.description.quantity_text import bare_text, quantity_text
from linkwright.description.rotation import IDENTITY
from linkwright.description.unit_change import in_units
from linkwright.description.units import Units
from linkwright.formats.yaml.spelling import (
    axis_text,
    list_text,
    name_text,
    rotation_text,
    value_text,
)
from linkwright.formats.yaml.write_elements import element_line, loop_line, share_line
from linkwright.formats.yaml.write_walls import wall_line


def write_yaml(description: Description) -> str:
    """Return the YAML text of a description, its numbers in its declared units."""
    return "\n".join(_lines(in_units(description, description.units))) + "\n"


def _lines(description: Description) -> Iterator[str]:
    units = description.units
    shown = _with_texts(description, units)
    yield "linkwright: 1"
    yield f"name: {name_text(description.name)}"
    if units.declared:
        listed = ", ".join(f"{name}: {unit}" for name, unit in units.declared)
        yield f"units: {{{listed}}}"
    if description.gravity != GRAVITY:
        yield f"gravity: {list_text(shown.gravity)}"
    for key, texts in (("tags", description.tags), ("notes", description.notes)):
        if texts:
            yield f"{key}:"
            yield from (f"  - {name_text(text)}" for text in texts)
    if description.parameters:
        yield "parameters:"
        yield from (_parameter(each) for each in description.parameters)
    if description.bodies:
        yield "bodies:"
        for body, text in zip(description.bodies, shown.bodies, strict=True):
            yield from _body(body, text)
    if description.joints:
        yield "joints:"
        for joint, text in zip(description.joints, shown.joints, strict=True):
            yield from _joint(joint, text)
    for key, lines in (
        ("elements", map(element_line, description.elements, shown.elements)),
        ("loops", map(loop_line, description.loops, shown.loops)),
        ("sharing", map(share_line, description.sharing, shown.sharing)),
        ("walls", map(wall_line, description.walls, shown.walls)),
    ):
        if getattr(description, key):
            yield f"{key}:"
            yield from lines


def _with_texts(description: Description, units: Units) -> Description:
    """Return the description with the text of every number in the number's place."""

    def text(number: Number, slot: Slot) -> Any:
        if isinstance(number, Formula):
            return value_text(number.text)
        return bare_text(number, units.of(slot.quantity))

    return map_numbers(description, text)


def _parameter(parameter: Parameter) -> str:
    if parameter.formula is not None:
        text = parameter.formula.text
    else:
        text = quantity_text(parameter.value, parameter.unit)
    return f"  {name_text(parameter.name)}: {value_text(text)}"


def _body(body: Body, shown: Body) -> Iterator[str]:
    if body.inertial is None and not body.points and not body.visuals:
        yield f"  {name_text(body.name)}: {{}}"
        return
    yield f"  {name_text(body.name)}:"
    if body.inertial is not None and shown.inertial is not None:
        yield f"    mass: {shown.inertial.mass}"
        if body.inertial.center_of_mass != ORIGIN:
            yield f"    center_of_mass: {list_text(shown.inertial.center_of_mass)}"
        yield f"    inertia: {list_text(shown.inertial.inertia)}"
    if shown.points:
        yield "    points:"
        for point in shown.points:
            yield f"      {name_text(point.name)}: {list_text(point.position)}"
    if body.visuals:
        yield "    visuals:"
        for visual, text in zip(body.visuals, shown.visuals, strict=True):
            yield f"      - {{{', '.join(_visual(visual, text))}}}"


def _visual(visual: Visual, shown: Visual) -> Iterator[str]:
    if visual.shape == "mesh":
        yield f"mesh: {name_text(visual.file)}"
        if visual.size:
            yield f"scale: {list_text(shown.size)}"
    elif visual.shape == "sphere":
        yield f"sphere: {shown.size[0]}"
    else:
        yield f"{visual.shape}: {list_text(shown.size)}"
    if visual.at != ORIGIN:
        yield f"at: {list_text(shown.at)}"
    if visual.rotation != IDENTITY:
        yield f"rotation: {rotation_text(shown.rotation)}"
    if visual.color:
        yield f"color: {list_text(shown.color)}"


def _joint(joint: Joint, shown: Joint) -> Iterator[str]:
    yield f"  {name_text(joint.name)}:"
    yield f"    type: {joint.type}"
    yield f"    parent: {name_text(joint.parent)}"
    yield f"    body: {name_text(joint.body)}"
    if joint.at != ORIGIN:
        yield f"    at: {list_text(shown.at)}"
    if joint.rotation != IDENTITY:
        yield f"    rotation: {rotation_text(shown.rotation)}"
    if JOINT_KINDS[joint.type].has_axis:
        yield f"    axis: {axis_text(joint.axis, shown.axis)}"
    if joint.pitch is not None:
        yield f"    pitch: {shown.pitch}"
    if joint.second_axis is not None:
        yield f"    second_axis: {axis_text(joint.second_axis, shown.second_axis)}"
    if joint.coordinates != "quaternion":
        yield f"    coordinates: {joint.coordinates}"
    if joint.limits != Limits():
        yield f"    limits: {_limits(shown.limits)}"
    for name in ("armature", "damping", "friction"):
        if getattr(joint, name) != 0.0:
            yield f"    {name}: {getattr(shown, name)}"
    if joint.coupling is not None and shown.coupling is not None:
        yield f"    coupled_to: {_coupling(joint.coupling, shown.coupling)}"
    if joint.dependent:
        yield "    dependent: true"
    if joint.driven:
        yield "    driven: true"
    if joint.reference is not None:
        yield f"    reference: {shown.reference}"


def _limits(shown: Limits) -> str:
    names = ("lower", "upper", "velocity", "effort")
    given = [(name, getattr(shown, name)) for name in names]
    return f"{{{', '.join(f'{n}: {text}' for n, text in given if text is not None)}}}"


def _coupling(coupling: Coupling, shown: Coupling) -> str:
    parts = [f"joint: {name_text(coupling.joint)}", f"ratio: {shown.ratio}"]
    if coupling.offset != 0.0:
        parts.append(f"offset: {shown.offset}")
    return f"{{{', '.join(parts)}}}"
