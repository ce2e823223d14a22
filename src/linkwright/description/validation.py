"""Checking that a description is a robot: one law after the other."""

from __future__ import annotations

from weakref import WeakValueDictionary

from linkwright.description.checks.actuators import (
    check_actuators,
    check_number_of_actuators,
)
from linkwright.description.checks.couplings import check_couplings
from linkwright.description.checks.dependents import check_dependents
from linkwright.description.checks.directions import check_directions
from linkwright.description.checks.element_numbers import check_element_numbers
from linkwright.description.checks.elements import check_elements
from linkwright.description.checks.ends import check_ends
from linkwright.description.checks.inertias import check_inertias
from linkwright.description.checks.joints import check_joints
from linkwright.description.checks.loops import check_loops
from linkwright.description.checks.names import check_names
from linkwright.description.checks.numbers import check_numbers
from linkwright.description.checks.sharing import check_sharing
from linkwright.description.checks.tree import check_tree
from linkwright.description.checks.wall_numbers import check_wall_numbers
from linkwright.description.checks.walls import check_walls
from linkwright.description.description import Description

_passed: WeakValueDictionary[int, Description] = WeakValueDictionary()


def validate(description: Description) -> Description:
    """Return the description unchanged; raise DescriptionError at its first fault.

    One that has passed is not looked at again: descriptions do not change.
    """
    if _passed.get(id(description)) is description:
        return description
    check_names(description)
    check_joints(description)
    check_tree(description)
    check_couplings(description)
    check_elements(description)
    check_loops(description)
    check_ends(description)
    check_dependents(description)
    check_sharing(description)
    check_walls(description)
    check_actuators(description)
    values = check_numbers(description)  # every number as a float in SI
    check_inertias(values)
    check_directions(values)
    check_element_numbers(values)
    check_wall_numbers(values)
    check_number_of_actuators(description)
    _passed[id(description)] = description
    return description
