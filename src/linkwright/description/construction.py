"""Making bodies, joints and whole descriptions in Python.

Numbers may be floats in SI, or texts such as ``"45 mm"`` and ``"boom / 2"``::

    crane = describe(
        "crane",
        bodies=[body("mast", mass=45, inertia=[1, 1, 0.1], points={"tip": [0, 0, 2]})],
        joints=[joint("slew", "revolute", "world", "mast", axis="z")],
        parameters={"boom": "2.4 m"},
    )
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linkwright.description.algebra import as_number, term
from linkwright.description.bodies import (
    INERTIA_ENTRIES,
    Body,
    Inertial,
    Point,
    Visual,
)
from linkwright.description.description import Description
from linkwright.description.formula import Number, Vector3
from linkwright.description.inertia_shift import inertia_at_center
from linkwright.description.joints import (
    AXES,
    COORDINATE_QUANTITIES,
    JOINT_KINDS,
    Coupling,
    Joint,
    Limits,
    Z,
)
from linkwright.description.number import located, number
from linkwright.description.parameters import read_parameters
from linkwright.description.rotation import (
    EULER_ORDERS,
    IDENTITY,
    Rotation,
    quantity_of_value,
)
from linkwright.description.solids import SOLID_SIZES, solid_inertia
from linkwright.description.units import SI, Units
from linkwright.description.validation import validate
from linkwright.errors import DescriptionError, did_you_mean

Source = float | str | Number
Sources3 = Sequence[Source]


def describe(
    name: str,
    bodies: Iterable[Body],
    joints: Iterable[Joint],
    *,
    parameters: Mapping[str, Source] | None = None,
    gravity: Sources3 = (0.0, 0.0, -9.81),
    tags: Iterable[str] = (),
    notes: Iterable[str] = (),
    units: Units = SI,
) -> Description:
    """Return a validated description; ``units`` are those it is written to files in."""
    sources = {each: (value, None) for each, value in (parameters or {}).items()}
    return validate(
        Description(
            name,
            _vector(gravity, "acceleration", "gravity"),
            tuple(bodies),
            tuple(joints),
            read_parameters(sources),
            tuple(tags),
            tuple(notes),
            units,
        )
    )


def body(
    name: str,
    *,
    mass: Source | None = None,
    center_of_mass: Sources3 = (0.0, 0.0, 0.0),
    inertia: Sequence[Source] | Mapping[str, Any] | None = None,
    inertia_at: str = "center_of_mass",
    points: Mapping[str, Sources3] | None = None,
    visuals: Iterable[Visual] = (),
) -> Body:
    """Return a body, massless where no mass is given.

    Args:
        name: its name.
        mass: in kg.
        center_of_mass: in the body's frame.
        inertia: [xx, yy, zz], [xx, yy, zz, xy, xz, yz], the same by name, or a
            uniform solid: {"solid": "cylinder", "radius": 0.1, "length": "boom"}.
        inertia_at: what the inertia is about, "center_of_mass" or "origin".
        points: positions of named points.
        visuals: shapes to draw.
    """
    subject = f"body '{name}'"
    inertial = None
    if mass is not None:
        weight = _number(mass, "mass", f"{subject}, mass")
        center = _vector(center_of_mass, "length", f"{subject}, center_of_mass")
        moments = _inertia(inertia, weight, f"{subject}, inertia")
        if inertia_at == "origin":
            x, y, z = (term(part) for part in center)
            a, b, c, d, e, f = (term(entry) for entry in moments)
            moved = inertia_at_center(term(weight), (x, y, z), (a, b, c, d, e, f))
            moments = tuple(as_number(entry, "inertia") for entry in moved)
        elif inertia_at != "center_of_mass":
            raise DescriptionError(
                f"{subject}: inertia_at is '{inertia_at}'.",
                expectation="Known: center_of_mass, origin.",
                remedy=did_you_mean(inertia_at, ("center_of_mass", "origin")),
            )
        xx, yy, zz, xy, xz, yz = moments
        inertial = Inertial(weight, center, (xx, yy, zz, xy, xz, yz))
    elif inertia is not None:
        raise DescriptionError(
            f"{subject}: an inertia is given, but no mass.",
            expectation="A body has a mass and an inertia, or neither.",
            remedy="Give 'mass='.",
        )
    return Body(
        name,
        inertial,
        tuple(
            Point(each, _vector(position, "length", f"{subject}, point '{each}'"))
            for each, position in (points or {}).items()
        ),
        tuple(visuals),
    )


def joint(
    name: str,
    type: str,
    parent: str,
    body: str,
    *,
    at: Sources3 = (0.0, 0.0, 0.0),
    rotation: Rotation | Mapping[str, Any] = IDENTITY,
    axis: str | Sources3 = Z,
    pitch: Source | None = None,
    second_axis: str | Sources3 | None = None,
    coordinates: str = "quaternion",
    limits: Limits | Mapping[str, Source] | None = None,
    armature: Source = 0.0,
    damping: Source = 0.0,
    friction: Source = 0.0,
    coupled_to: Coupling | str | None = None,
) -> Joint:
    """Return a joint of ``type`` between ``parent`` (a body or "world") and ``body``.

    Axes are "x", "-z" or unit vectors; a rotation is a ``Rotation`` or one entry such
    as {"zxz": [a, b, c]}; ``coupled_to`` a ``Coupling`` or the name of the drive.
    """
    subject = f"joint '{name}'"
    if type not in JOINT_KINDS:
        raise DescriptionError(
            f"{subject}: the type '{type}' is unknown.",
            expectation=f"Types: {', '.join(JOINT_KINDS)}.",
            remedy=did_you_mean(type, JOINT_KINDS),
        )
    coordinate = JOINT_KINDS[type].coordinate or "angle"
    measures = COORDINATE_QUANTITIES[coordinate]
    return Joint(
        name,
        type,
        parent,
        body,
        _vector(at, "length", f"{subject}, at"),
        _rotation(rotation, f"{subject}, rotation"),
        _axis(axis, f"{subject}, axis"),
        None if pitch is None else _number(pitch, "pitch", f"{subject}, pitch"),
        None if second_axis is None else _axis(second_axis, f"{subject}, second_axis"),
        coordinates,
        _limits(limits, measures, f"{subject}, limits"),
        _number(armature, measures["armature"], f"{subject}, armature"),
        _number(damping, measures["damping"], f"{subject}, damping"),
        _number(friction, measures["friction"], f"{subject}, friction"),
        Coupling(coupled_to) if isinstance(coupled_to, str) else coupled_to,
    )


def _number(source: object, quantity: str, subject: str) -> Number:
    with located(None, subject):
        return number(source, quantity)


def _numbers(
    sources: Sequence, quantity: str, subject: str, counts: tuple[int, ...]
) -> tuple[Number, ...]:
    listed = list(sources)
    if len(listed) not in counts or isinstance(sources, str):
        raise DescriptionError(
            f"{subject}: found {sources!r}.",
            expectation=f"Expected {' or '.join(map(str, counts))} numbers.",
        )
    return tuple(_number(source, quantity, subject) for source in listed)


def _vector(sources: Sequence, quantity: str, subject: str) -> Vector3:
    x, y, z = _numbers(sources, quantity, subject, (3,))
    return (x, y, z)


def _axis(axis: str | Sequence, subject: str) -> Vector3:
    if not isinstance(axis, str):
        return _vector(axis, "number", subject)
    if axis not in AXES:
        raise DescriptionError(
            f"{subject}: '{axis}' is unknown.",
            expectation=f"Known: {', '.join(AXES)}, or three numbers.",
        )
    return AXES[axis]


def _rotation(rotation: Rotation | Mapping[str, Any], subject: str) -> Rotation:
    if isinstance(rotation, Rotation):
        return rotation
    known = (*EULER_ORDERS, "axis_angle", "quaternion")
    if len(rotation) != 1 or next(iter(rotation)) not in known:
        raise DescriptionError(
            f"{subject}: found {', '.join(rotation) or 'nothing'}.",
            expectation=f"Expected one of {', '.join(known)}.",
            remedy="For a sequence or a matrix pass a Rotation.",
        )
    ((kind, values),) = rotation.items()
    count = 3 if kind in EULER_ORDERS else 4
    if len(values) != count:
        raise DescriptionError(
            f"{subject}: {kind} has {len(values)} values.",
            expectation=f"Expected {count}.",
        )
    turned = Rotation(kind)
    return Rotation(
        kind,
        tuple(
            _number(value, quantity_of_value(turned, index), subject)
            for index, value in enumerate(values)
        ),
    )


def _limits(
    limits: Limits | Mapping[str, Source] | None,
    measures: Mapping[str, str],
    subject: str,
) -> Limits:
    if limits is None or isinstance(limits, Limits):
        return limits or Limits()
    known = {"lower": "position", "upper": "position", "velocity": "velocity"}
    known["effort"] = "effort"
    for name in limits:
        if name not in known:
            raise DescriptionError(
                f"{subject}: '{name}' is unknown.",
                expectation=f"Known: {', '.join(known)}.",
                remedy=did_you_mean(name, known),
            )
    return Limits(
        **{
            name: _number(value, measures[known[name]], f"{subject}, {name}")
            for name, value in limits.items()
        }
    )


def _inertia(
    inertia: Sequence | Mapping[str, Any] | None, mass: Number, subject: str
) -> tuple[Number, ...]:
    if inertia is None:
        inertia = (0.0,) * 6 if mass == 0.0 else ()
    if not isinstance(inertia, Mapping):
        found = _numbers(inertia, "inertia", subject, (3, 6))
        return found if len(found) == 6 else (*found, 0.0, 0.0, 0.0)
    known: Sequence[str] = INERTIA_ENTRIES
    solid = inertia.get("solid")
    if solid is not None:
        if solid not in SOLID_SIZES:
            raise DescriptionError(
                f"{subject}: the solid '{solid}' is unknown.",
                expectation=f"Solids: {', '.join(SOLID_SIZES)}.",
                remedy=did_you_mean(solid, SOLID_SIZES),
            )
        known = ("solid", *SOLID_SIZES[solid])
    needed = [key for key in known if key not in ("axis", "xy", "xz", "yz")]
    if not set(needed) <= set(inertia) <= set(known):
        raise DescriptionError(
            f"{subject}: found {', '.join(inertia)}.",
            expectation=f"Expected {', '.join(known)}.",
        )
    if solid is None:
        return tuple(
            _number(inertia.get(key, 0.0), "inertia", f"{subject}, {key}")
            for key in INERTIA_ENTRIES
        )
    sizes: dict[str, Any] = dict(inertia)
    for key in needed[1:]:
        if key == "size":
            edges = _vector(inertia[key], "length", f"{subject}, {key}")
            sizes[key] = [term(edge) for edge in edges]
        else:
            sizes[key] = term(_number(inertia[key], "length", f"{subject}, {key}"))
    moments = solid_inertia(solid, term(mass), sizes)
    return tuple(as_number(entry, "inertia") for entry in moments)
