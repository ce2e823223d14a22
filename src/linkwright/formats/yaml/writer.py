"""A description -> YAML text that reads as an equal description."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from linkwright.description.bodies import ORIGIN, Body, Visual
from linkwright.description.description import GRAVITY, Description, Parameter
from linkwright.description.formula import Formula, Number
from linkwright.description.joints import AXES, JOINT_KINDS, Coupling, Joint, Limits
from linkwright.description.numbers_in import Slot, map_numbers
from linkwright.description.quantity_text import bare_text, quantity_text
from linkwright.description.rotation import IDENTITY, Rotation
from linkwright.description.unit_change import in_units
from linkwright.description.units import Units

_SAFE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*|[0-9]+[A-Za-z][A-Za-z0-9_/-]*")
_SAFE_VALUE = re.compile(r"-?[A-Za-z0-9_.(][A-Za-z0-9_.+*/^() -]*")
_SPECIAL = re.compile(
    r"~|null|true|false|yes|no|on|off|y|n|[0-9]+e[0-9]+|0[xo].*", re.I
)


def write_yaml(description: Description) -> str:
    """Return the YAML text of a description, its numbers in its declared units."""
    return "\n".join(_lines(in_units(description, description.units))) + "\n"


def _lines(description: Description) -> Iterator[str]:
    units = description.units
    shown = _with_texts(description, units)
    yield "linkwright: 1"
    yield f"name: {_word(description.name)}"
    if units.declared:
        listed = ", ".join(f"{name}: {unit}" for name, unit in units.declared)
        yield f"units: {{{listed}}}"
    if description.gravity != GRAVITY:
        yield f"gravity: {_list(shown.gravity)}"
    for key, texts in (("tags", description.tags), ("notes", description.notes)):
        if texts:
            yield f"{key}:"
            yield from (f"  - {_word(text)}" for text in texts)
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


def _with_texts(description: Description, units: Units) -> Description:
    """Return the description with the text of every number in the number's place."""

    def text(number: Number, slot: Slot) -> Any:
        if isinstance(number, Formula):
            return _value(number.text)
        return bare_text(number, units.of(slot.quantity))

    return map_numbers(description, text)


def _parameter(parameter: Parameter) -> str:
    if parameter.formula is not None:
        text = parameter.formula.text
    else:
        text = quantity_text(parameter.value, parameter.unit)
    return f"  {_word(parameter.name)}: {_value(text)}"


def _body(body: Body, shown: Body) -> Iterator[str]:
    if body.inertial is None and not body.points and not body.visuals:
        yield f"  {_word(body.name)}: {{}}"
        return
    yield f"  {_word(body.name)}:"
    if body.inertial is not None and shown.inertial is not None:
        yield f"    mass: {shown.inertial.mass}"
        if body.inertial.center_of_mass != ORIGIN:
            yield f"    center_of_mass: {_list(shown.inertial.center_of_mass)}"
        yield f"    inertia: {_list(shown.inertial.inertia)}"
    if shown.points:
        yield "    points:"
        for point in shown.points:
            yield f"      {_word(point.name)}: {_list(point.position)}"
    if body.visuals:
        yield "    visuals:"
        for visual, text in zip(body.visuals, shown.visuals, strict=True):
            yield f"      - {{{', '.join(_visual(visual, text))}}}"


def _visual(visual: Visual, shown: Visual) -> Iterator[str]:
    if visual.shape == "mesh":
        yield f"mesh: {_word(visual.file)}"
        if visual.size:
            yield f"scale: {_list(shown.size)}"
    elif visual.shape == "sphere":
        yield f"sphere: {shown.size[0]}"
    else:
        yield f"{visual.shape}: {_list(shown.size)}"
    if visual.at != ORIGIN:
        yield f"at: {_list(shown.at)}"
    if visual.rotation != IDENTITY:
        yield f"rotation: {_rotation(shown.rotation)}"
    if visual.color:
        yield f"color: {_list(shown.color)}"


def _joint(joint: Joint, shown: Joint) -> Iterator[str]:
    yield f"  {_word(joint.name)}:"
    yield f"    type: {joint.type}"
    yield f"    parent: {_word(joint.parent)}"
    yield f"    body: {_word(joint.body)}"
    if joint.at != ORIGIN:
        yield f"    at: {_list(shown.at)}"
    if joint.rotation != IDENTITY:
        yield f"    rotation: {_rotation(shown.rotation)}"
    if JOINT_KINDS[joint.type].has_axis:
        yield f"    axis: {_axis(joint.axis, shown.axis)}"
    if joint.pitch is not None:
        yield f"    pitch: {shown.pitch}"
    if joint.second_axis is not None:
        yield f"    second_axis: {_axis(joint.second_axis, shown.second_axis)}"
    if joint.coordinates != "quaternion":
        yield f"    coordinates: {joint.coordinates}"
    if joint.limits != Limits():
        yield f"    limits: {_limits(shown.limits)}"
    for name in ("armature", "damping", "friction"):
        if getattr(joint, name) != 0.0:
            yield f"    {name}: {getattr(shown, name)}"
    if joint.coupling is not None and shown.coupling is not None:
        yield f"    coupled_to: {_coupling(joint.coupling, shown.coupling)}"


def _limits(shown: Limits) -> str:
    names = ("lower", "upper", "velocity", "effort")
    given = [(name, getattr(shown, name)) for name in names]
    return f"{{{', '.join(f'{n}: {text}' for n, text in given if text is not None)}}}"


def _coupling(coupling: Coupling, shown: Coupling) -> str:
    parts = [f"joint: {_word(coupling.joint)}", f"ratio: {shown.ratio}"]
    if coupling.offset != 0.0:
        parts.append(f"offset: {shown.offset}")
    return f"{{{', '.join(parts)}}}"


def _axis(axis: object, shown: Any) -> str:
    names = [name for name, known in AXES.items() if known == axis]
    return names[0] if names else _list(shown)


def _rotation(shown: Rotation) -> str:
    texts = [str(text) for text in shown.values]
    if shown.kind == "sequence":
        steps = zip(shown.axes, texts, strict=True)
        return f"{{sequence: {_list(_list(step) for step in steps)}}}"
    if shown.kind == "matrix":
        rows = (_list(texts[start : start + 3]) for start in (0, 3, 6))
        return f"{{matrix: {_list(rows)}}}"
    return f"{{{shown.kind}: {_list(texts)}}}"


def _list(texts: Any) -> str:
    return f"[{', '.join(str(text) for text in texts)}]"


def _word(text: str) -> str:
    """Return a name as it is, or in quotes where it would read as something else."""
    plain = _SAFE_NAME.fullmatch(text) and not _SPECIAL.fullmatch(text)
    return text if plain else _quoted(text)


def _value(text: str) -> str:
    """Return a formula's text, in quotes where YAML would stumble over it."""
    return text if _SAFE_VALUE.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    return f"\\U{ord(character):08x}"
