"""Inertia: that of a body with no negative mass anywhere in it."""

from __future__ import annotations

import numpy as np

from linkwright.description.bodies import INERTIA_ENTRIES, Body
from linkwright.description.description import Description
from linkwright.errors import DescriptionError

# Printed inertias have two or three digits: a rod's own axis may come out slightly
# negative, a flat plate slightly off its triangle equality.
TOLERANCE = 1e-3


def check_inertias(description: Description) -> None:
    """Refuse inertias about the centre of mass that no body can have.

    The three principal moments must not be negative, and none may exceed the sum of
    the other two. All numbers of the description are floats here.
    """
    massive = [body for body in description.bodies if body.inertial is not None]
    if not massive:
        return
    entries = np.array([body.inertial.inertia for body in massive], dtype=float)  # type: ignore[union-attr]
    moments = np.linalg.eigvalsh(entries[:, _MATRIX].reshape(-1, 3, 3))
    for body, principal in zip(massive, moments.tolist(), strict=True):
        _check_inertia(body, *principal)


_MATRIX = (0, 3, 4, 3, 1, 5, 4, 5, 2)  # of the entries xx, yy, zz, xy, xz, yz


def _check_inertia(body: Body, least: float, middle: float, largest: float) -> None:
    assert body.inertial is not None
    place = body.inertial.place or body.place
    if body.inertial.mass == 0.0 and any(body.inertial.inertia):
        raise DescriptionError(
            f"body '{body.name}': the mass is zero, but the inertia is not.",
            place=place,
            expectation="A massless body has no inertia.",
            remedy="Give it a mass; for a rotor use the joint's 'armature'.",
        )
    shown = ", ".join(f"{moment:.4g}" for moment in (least, middle, largest))
    if least < -TOLERANCE * abs(largest):
        raise DescriptionError(
            f"body '{body.name}': the inertia is not positive: its principal moments "
            f"are {shown} kg*m^2.",
            place=place,
            expectation="None of them may be negative.",
            remedy=f"Check the entries {', '.join(INERTIA_ENTRIES)}: their signs, and "
            "that they are about the centre of mass (else 'inertia_at: origin').",
        )
    if largest - least - middle > TOLERANCE * largest:
        raise DescriptionError(
            f"body '{body.name}': no body has the principal moments {shown} kg*m^2.",
            place=place,
            expectation="The largest must not exceed the sum of the other two.",
            remedy="Check the entries' powers of ten, and that they are about the "
            "centre of mass (else 'inertia_at: origin').",
        )
