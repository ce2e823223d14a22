"""What may be passed from Python for numbers, axes, rotations, limits and inertias."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.description.algebra import as_number, term
from linkwright.description.bodies import INERTIA_ENTRIES
from linkwright.description.formula import Number, Vector3
from linkwright.description.joints import AXES, Limits
from linkwright.description.number import located, number
from linkwright.description.rotation import (
    EULER_ORDERS,
    Rotation,
    quantity_of_value,
)
from linkwright.description.solids import SOLID_SIZES, solid_inertia
from linkwright.errors import DescriptionError, did_you_mean

Source = float | str | Number


def python_number(source: object, quantity: str, subject: str) -> Number:
    """Return one number; errors name its subject."""
    with located(None, subject):
        return number(source, quantity)


def python_numbers(
    sources: Sequence, quantity: str, subject: str, counts: tuple[int, ...]
) -> tuple[Number, ...]:
    """Return so many numbers of one quantity."""
    listed = list(sources)
    if len(listed) not in counts or isinstance(sources, str):
        raise DescriptionError(
            f"{subject}: found {sources!r}.",
            expectation=f"Expected {' or '.join(map(str, counts))} numbers.",
        )
    return tuple(python_number(source, quantity, subject) for source in listed)


def python_vector(sources: Sequence, quantity: str, subject: str) -> Vector3:
    """Return three numbers along x, y, z."""
    x, y, z = python_numbers(sources, quantity, subject, (3,))
    return (x, y, z)


def python_axis(axis: str | Sequence, subject: str) -> Vector3:
    """Return an axis from its name or its three numbers."""
    if not isinstance(axis, str):
        return python_vector(axis, "number", subject)
    if axis not in AXES:
        raise DescriptionError(
            f"{subject}: '{axis}' is unknown.",
            expectation=f"Known: {', '.join(AXES)}, or three numbers.",
        )
    return AXES[axis]


def python_rotation(rotation: Rotation | Mapping[str, Any], subject: str) -> Rotation:
    """Return a rotation from itself or from one entry such as {"zxz": [a, b, c]}."""
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
            python_number(value, quantity_of_value(turned, index), subject)
            for index, value in enumerate(values)
        ),
    )


def python_limits(
    limits: Limits | Mapping[str, Source] | None,
    measures: Mapping[str, str],
    subject: str,
) -> Limits:
    """Return limits from themselves or by name."""
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
            name: python_number(value, measures[known[name]], f"{subject}, {name}")
            for name, value in limits.items()
        }
    )


def python_inertia(
    inertia: Sequence | Mapping[str, Any] | None, mass: Number, subject: str
) -> tuple[Number, ...]:
    """Return the six entries from three, six, the same by name, or a solid."""
    if inertia is None:
        inertia = (0.0,) * 6 if mass == 0.0 else ()
    if not isinstance(inertia, Mapping):
        found = python_numbers(inertia, "inertia", subject, (3, 6))
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
            python_number(inertia.get(key, 0.0), "inertia", f"{subject}, {key}")
            for key in INERTIA_ENTRIES
        )
    sizes: dict[str, Any] = dict(inertia)
    for key in needed[1:]:
        if key == "size":
            edges = python_vector(inertia[key], "length", f"{subject}, {key}")
            sizes[key] = [term(edge) for edge in edges]
        else:
            sizes[key] = term(
                python_number(inertia[key], "length", f"{subject}, {key}")
            )
    moments = solid_inertia(solid, term(mass), sizes)
    return tuple(as_number(entry, "inertia") for entry in moments)
