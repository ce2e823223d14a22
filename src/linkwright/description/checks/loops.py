"""Each closing joint by itself: its type, and what only some types have."""

from __future__ import annotations

from linkwright.description.belonging import LOOP_OWNERS, foreign
from linkwright.description.checks.joints import check_rotation
from linkwright.description.description import Description
from linkwright.description.joints import Z
from linkwright.description.loops import LOOP_TYPES, Loop
from linkwright.description.rotation import IDENTITY
from linkwright.errors import DescriptionError, did_you_mean


def check_loops(description: Description) -> None:
    """Refuse unknown types and properties that a type does not have."""
    for loop in description.loops:
        subject = f"loop '{loop.name}'"
        if loop.type not in LOOP_TYPES:
            raise DescriptionError(
                f"{subject}: the type '{loop.type}' is unknown.",
                place=loop.place,
                expectation=f"Types: {', '.join(LOOP_TYPES)}.",
                remedy=did_you_mean(loop.type, LOOP_TYPES),
            )
        check_rotation(loop.rotation, subject, loop.place)
        _check_properties(loop, subject)


def _check_properties(loop: Loop, subject: str) -> None:
    given = {
        "axis": loop.axis != Z,
        "second_axis": loop.second_axis is not None,
        "rotation": loop.rotation != IDENTITY,
    }
    for key, present in given.items():
        if present and loop.type not in LOOP_OWNERS[key]:
            raise foreign(
                subject, f"{loop.type} loop", key, LOOP_OWNERS[key], loop.place
            )
    if loop.type == "universal" and loop.second_axis is None:
        raise DescriptionError(
            f"{subject}: a universal loop needs 'second_axis'.",
            place=loop.place,
            expectation="It turns about one axis in each of the two bodies.",
            remedy="Add 'second_axis:'.",
        )
