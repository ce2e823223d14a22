"""Making elements, closing joints and rules of sharing in Python.

::

    act = element("act", "linear_actuator", ("P", "Q"), pins="x", drives="luff")
    pin = loop("pin", "revolute", ("R", "S"), axis="y")
    both = share("both", "boom", ["luff", "act.upper"], ["force x"], rule="equal")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linkwright.description.belonging import (
    ELEMENT_KEYS,
    element_keys,
    refuse_foreign_keys,
)
from linkwright.description.elements import ELEMENT_KINDS, Element
from linkwright.description.formula import Number, Vector3
from linkwright.description.joints import Z
from linkwright.description.law import read_law
from linkwright.description.loops import Loop, Share
from linkwright.description.number import PLAIN, located
from linkwright.description.numbers_in import weight_quantity
from linkwright.description.python_values import (
    Source,
    python_axis,
    python_number,
    python_rotation,
)
from linkwright.description.rotation import IDENTITY, Rotation
from linkwright.errors import DescriptionError, did_you_mean

Axis = str | Sequence[Source]


def element(
    name: str,
    type: str,
    between: Sequence[str] = (),
    *,
    joint: str = "",
    drives: str = "",
    pins: Axis | None = None,
    second_pins: Axis | None = None,
    acts: str = "both",
    point: str = "",
    wall: str = "",
    **numbers: Source,
) -> Element:
    """Return an element between two named points, or at a joint.

    Args:
        name: its name.
        type: "spring", "damper", "constant_force", "force_law", "torsion_spring",
            "bar", "linear_actuator", "hunt_crossley" or "lankarani_nikravesh".
        between: the two points; of a contact the middles of two balls.
        joint: the joint a torsion spring acts at.
        drives: the joint a linear actuator drives.
        pins: axis of the pins at its ends, in the first point's body.
        second_pins: the same axis in the second point's body, where it differs.
        acts: "both", "pull" or "push".
        point: of a contact with a wall.
        wall: what that point presses on.
        **numbers: those of its type, such as ``stiffness=1000``.
    """
    subject = f"element '{name}'"
    if type not in ELEMENT_KINDS:
        raise DescriptionError(
            f"{subject}: the type '{type}' is unknown.",
            expectation=f"Types: {', '.join(ELEMENT_KINDS)}.",
            remedy=did_you_mean(type, ELEMENT_KINDS),
        )
    for key in numbers:
        if key not in ELEMENT_KEYS:
            raise DescriptionError(
                f"{subject}: '{key}' is unknown.",
                expectation=f"Known: {', '.join(element_keys(type))}.",
                remedy=did_you_mean(key, element_keys(type)),
            )
    words = {"between": between, "joint": joint, "drives": drives}
    words |= {"point": point, "wall": wall}
    words |= {"pins": pins is not None, "second_pins": second_pins is not None}
    given = [*(word for word, value in words.items() if value), *numbers]
    refuse_foreign_keys(name, type, [*given, *(["acts"] if acts != "both" else [])])
    first, second = _ends(between, subject) if between else (point, "")
    return Element(
        name,
        type,
        first,
        second,
        joint or drives,
        _axis(pins, f"{subject}, pins"),
        _axis(second_pins, f"{subject}, second_pins"),
        tuple(
            (key, _number(numbers[key], key, quantity, f"{subject}, {key}"))
            for key, quantity in element_keys(type).items()
            if key in numbers
        ),
        acts,
        wall,
    )


def loop(
    name: str,
    type: str,
    between: Sequence[str],
    *,
    axis: Axis = Z,
    second_axis: Axis | None = None,
    rotation: Rotation | Mapping[str, Any] = IDENTITY,
) -> Loop:
    """Return a joint of ``type`` that closes a loop between two named points.

    ``axis`` is in the first point's body, ``second_axis`` the same axis in the second
    one's, where it differs (the other axis of a universal joint); ``rotation`` turns
    the second body's axes into the first one's, for a fixed or prismatic joint.
    """
    subject = f"loop '{name}'"
    return Loop(
        name,
        type,
        *_ends(between, subject),
        python_axis(axis, f"{subject}, axis"),
        _axis(second_axis, f"{subject}, second_axis"),
        python_rotation(rotation, f"{subject}, rotation"),
    )


def share(
    name: str,
    on: str,
    of: Iterable[str],
    components: Iterable[str],
    *,
    rule: str | None = None,
    all_to: str | None = None,
    ratios: Sequence[Source] | None = None,
    compliance: Sequence[Source] | None = None,
    minimum_norm: Source | None = None,
) -> Share:
    """Return how connections of a body share components that nothing determines.

    Args:
        name: of the rule.
        on: the body.
        of: joints, closing joints, elements, or parts of actuators ("act.upper").
        components: such as "force x", "torque z", "drive".
        rule: "equal", or "none" where all of them are zero.
        all_to: the one that takes all.
        ratios: one for each of ``of``.
        compliance: one for each of ``of`` [m/N or rad/(N m)].
        minimum_norm: the length [m] that torques are divided by.
    """
    subject = f"sharing '{name}'"
    listed = (
        _words(of, f"{subject}, of"),
        _words(components, f"{subject}, components"),
    )
    ways = {"rule": rule, "all_to": all_to, "ratios": ratios, "compliance": compliance}
    ways["minimum_norm"] = None if minimum_norm is None else [minimum_norm]
    given: dict[str, Any] = {
        way: value for way, value in ways.items() if value is not None
    }
    if len(given) != 1:
        raise DescriptionError(
            f"{subject}: found {len(given)} ways to share.",
            expectation=f"Expected one of {', '.join(ways)}.",
        )
    (way,) = given
    if rule is not None:
        return Share(name, on, *listed, rule)
    if all_to is not None:
        return Share(name, on, *listed, way, all_to)
    quantity = weight_quantity(way, listed[1])
    weights = tuple(
        python_number(weight, quantity, f"{subject}, {way}") for weight in given[way]
    )
    return Share(name, on, *listed, way, weights=weights)


def _number(source: Source, key: str, quantity: str, subject: str) -> Number:
    if key == "law":
        with located(None, subject):
            return read_law(source, PLAIN)
    return python_number(source, quantity, subject)


def _ends(between: Sequence[str], subject: str) -> tuple[str, str]:
    if isinstance(between, str) or len(between) != 2:
        raise DescriptionError(
            f"{subject}, between: found {between!r}.",
            expectation="Expected the names of two points.",
        )
    first, second = between
    return first, second


def _axis(axis: Axis | None, subject: str) -> Vector3 | None:
    return None if axis is None else python_axis(axis, subject)


def _words(words: Iterable[str], subject: str) -> tuple[str, ...]:
    if isinstance(words, str):
        raise DescriptionError(
            f"{subject}: found {words!r}.", expectation="Expected a list of names."
        )
    return tuple(words)
