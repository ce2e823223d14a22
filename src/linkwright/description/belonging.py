"""Properties that only some types have."""

from __future__ import annotations

from collections.abc import Iterable

from linkwright.description.elements import ELEMENT_KINDS
from linkwright.errors import DescriptionError

# Loops: fixed and spherical ones have no axis; only these hold the whole orientation.
LOOP_OWNERS = {
    "axis": ("revolute", "prismatic", "cylindrical", "universal", "planar"),
    "second_axis": ("revolute", "cylindrical", "universal", "planar"),
    "rotation": ("fixed", "prismatic"),
}


def element_keys(type: str) -> dict[str, str]:
    """Return what an element of a type may have, numbers with what they measure."""
    kind = ELEMENT_KINDS[type]
    words = {
        "between": not kind.at_joint,
        "point": kind.contact,
        "wall": kind.contact,
        "joint": kind.at_joint,
        "drives": kind.may_drive,
        "pins": kind.has_pins,
        "second_pins": kind.has_pins,
        "acts": kind.one_way,
    }
    return {
        **{word: "" for word, present in words.items() if present},
        **kind.needs,
        **kind.takes,
    }


ELEMENT_KEYS = tuple(
    dict.fromkeys(key for type in ELEMENT_KINDS for key in element_keys(type))
)


def refuse_foreign_keys(
    name: str, type: str, given: Iterable[str], place: object = None
) -> None:
    """Refuse properties that an element of this type does not have."""
    for key in given:
        if key not in element_keys(type):
            owners = [each for each in ELEMENT_KINDS if key in element_keys(each)]
            raise foreign(f"element '{name}'", type, key, owners, place)


def foreign(
    subject: str, type: str, key: str, owners: Iterable[str], place: object
) -> DescriptionError:
    """Return the error for a property that belongs to other types."""
    article = "an" if type[0] in "aeiou" else "a"
    return DescriptionError(
        f"{subject}: {article} {type} has no '{key}'.",
        place=place,
        expectation=f"'{key}' belongs to: {', '.join(owners) or 'nothing'}.",
        remedy=f"Remove '{key}'.",
    )
