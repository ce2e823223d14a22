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
    Body,
    Inertial,
    Point,
    Visual,
)
from linkwright.description.description import Description
from linkwright.description.elements import Element
from linkwright.description.inertia_shift import inertia_at_center
from linkwright.description.joints import (
    COORDINATE_QUANTITIES,
    JOINT_KINDS,
    Coupling,
    Joint,
    Limits,
    Z,
)
from linkwright.description.loops import Loop, Share
from linkwright.description.parameters import read_parameters
from linkwright.description.python_values import (
    Source,
    python_axis,
    python_inertia,
    python_limits,
    python_number,
    python_rotation,
    python_vector,
)
from linkwright.description.rotation import IDENTITY, Rotation
from linkwright.description.units import SI, Units
from linkwright.description.validation import validate
from linkwright.description.walls import Wall
from linkwright.errors import DescriptionError, did_you_mean

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
    elements: Iterable[Element] = (),
    loops: Iterable[Loop] = (),
    sharing: Iterable[Share] = (),
    walls: Iterable[Wall] = (),
) -> Description:
    """Return a validated description; ``units`` are those it is written to files in."""
    sources = {each: (value, None) for each, value in (parameters or {}).items()}
    return validate(
        Description(
            name,
            python_vector(gravity, "acceleration", "gravity"),
            tuple(bodies),
            tuple(joints),
            read_parameters(sources),
            tuple(tags),
            tuple(notes),
            units,
            tuple(elements),
            tuple(loops),
            tuple(sharing),
            tuple(walls),
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
        weight = python_number(mass, "mass", f"{subject}, mass")
        center = python_vector(center_of_mass, "length", f"{subject}, center_of_mass")
        moments = python_inertia(inertia, weight, f"{subject}, inertia")
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
            Point(each, python_vector(position, "length", f"{subject}, point '{each}'"))
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
    dependent: bool = False,
    reference: Source | None = None,
    driven: bool = False,
) -> Joint:
    """Return a joint of ``type`` between ``parent`` (a body or "world") and ``body``.

    Axes are "x", "-z" or unit vectors; a rotation is a ``Rotation`` or one entry such
    as {"zxz": [a, b, c]}; ``coupled_to`` a ``Coupling`` or the name of the drive.
    A ``dependent`` joint follows from the loops it is in; ``reference`` is the
    coordinate, for a dependent joint about, at which loops are assembled. One that is
    ``driven`` has a motor all the same: sharing rules say who does how much.
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
        python_vector(at, "length", f"{subject}, at"),
        python_rotation(rotation, f"{subject}, rotation"),
        python_axis(axis, f"{subject}, axis"),
        None if pitch is None else python_number(pitch, "pitch", f"{subject}, pitch"),
        None
        if second_axis is None
        else python_axis(second_axis, f"{subject}, second_axis"),
        coordinates,
        python_limits(limits, measures, f"{subject}, limits"),
        python_number(armature, measures["armature"], f"{subject}, armature"),
        python_number(damping, measures["damping"], f"{subject}, damping"),
        python_number(friction, measures["friction"], f"{subject}, friction"),
        Coupling(coupled_to) if isinstance(coupled_to, str) else coupled_to,
        dependent,
        None
        if reference is None
        else python_number(reference, measures["position"], f"{subject}, reference"),
        driven,
    )
