"""The options of `simulate` that switch something, checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError, did_you_mean
from linkwright.robot.results import unknown_name
from linkwright.simulation.impacts.options import Impacts
from linkwright.simulation.joint_limits import SoftStop, soft_stops

if TYPE_CHECKING:
    from collections.abc import Callable

    from linkwright.robot import Robot

_STOPS = ("stiffness", "damping")


def check_positive(what: str, value: Any) -> None:
    """Refuse what is no finite number above 0."""
    if not _is_number(value) or not 0.0 < value < math.inf:
        raise InputError(
            f"{what} is {value!r}", expectation="Expected a finite number above 0."
        )


def check_not_negative(what: str, value: Any) -> None:
    """Refuse what is no finite number from 0 on."""
    if not _is_number(value) or not 0.0 <= value < math.inf:
        raise InputError(
            f"{what} is {value!r}",
            expectation="Expected a finite number, at least 0.",
        )


def stops_of(robot: Robot, given: Any) -> tuple[SoftStop, ...]:
    """Return the soft stops that ``limits=`` asks for."""
    if isinstance(given, bool | np.bool_):
        return soft_stops(robot) if given else ()
    if not isinstance(given, Mapping):
        raise InputError(
            f"limits is {given!r}",
            expectation="True or False, or a mapping with stiffness and damping.",
            remedy="Hard stops are walls on a joint: robot.add(walls=[...]).",
        )
    for name, value in given.items():
        if name not in _STOPS:
            raise unknown_name("number of a soft stop", name, _STOPS)
        check_not_negative(f"limits: {name}", value)
    return soft_stops(robot, **given)


def impacts_asked(given: Any) -> Impacts | bool:
    """Return how ``impacts=`` wants impacts treated; a mapping has Impacts' fields."""
    if isinstance(given, bool | np.bool_):
        return bool(given)
    if isinstance(given, Impacts):
        return given
    known = tuple(each.name for each in fields(Impacts))
    if not isinstance(given, Mapping):
        raise InputError(
            f"impacts is {given!r}",
            expectation="lw.Impacts(...), a mapping with its fields, True or False.",
            remedy=f"Perhaps lw.Impacts(law={given!r})."
            if isinstance(given, str)
            else "",
        )
    for name in given:
        if name not in known:
            raise unknown_name("option of impacts", name, known)
    return Impacts(**given)


def check_parameters(
    robot: Robot, given: Mapping[str, Any], function: Callable[..., Any]
) -> None:
    """Refuse keywords of a function that name neither an option nor a parameter."""
    options = signature(function).parameters.values()
    known = tuple(each.name for each in options if each.kind is each.KEYWORD_ONLY)
    declared = tuple(each.name for each in robot.parameters)
    for name in given:
        if name in robot.varied:
            continue
        if name in declared:
            raise InputError(
                f"design parameter '{name}' is a constant of this robot",
                remedy=f"Make it a run-time input first: robot.vary('{name}').",
            )
        raise InputError(
            f"there is no keyword or varied design parameter '{name}'",
            expectation=f"Varied parameters: {', '.join(robot.varied) or 'none'};"
            f" keywords: {', '.join(known)}.",
            remedy=_meant(name, (*robot.varied, *known)),
        )


def _meant(name: str, known: tuple[str, ...]) -> str:
    """Return what was meant by a misspelt name, or by one cut short."""
    whole = [each for each in known if each.startswith(name)]
    return did_you_mean(whole[0] if len(whole) == 1 else name, known)


def _is_number(value: Any) -> bool:
    """Return whether a value is one real number; a truth value is none."""
    real = isinstance(value, int | float | np.integer | np.floating)
    return real and not isinstance(value, bool)
