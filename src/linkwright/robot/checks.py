"""What may be asked of a quantity: checked once, before it is traced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.algorithms.jacobian import FRAMES
from linkwright.algorithms.reactions import ReactionChoice
from linkwright.errors import InputError, did_you_mean
from linkwright.model import Link, Model
from linkwright.robot.quantities import CENTER, QUANTITIES
from linkwright.robot.results import unknown_name

_DERIVATIVE = ("with_respect_to", "space", "given", "coordinates")


def check_request(
    quantity: str, options: Mapping[str, Any], model: Model, varied: tuple[str, ...]
) -> None:
    """Refuse an unknown quantity, and options that it does not have."""
    if quantity not in QUANTITIES:
        raise unknown_name("quantity", quantity, tuple(QUANTITIES))
    what = QUANTITIES[quantity]
    known = (*what.options, *_DERIVATIVE)
    for name in options:
        if name not in known:
            raise InputError(
                f"{quantity} has no option '{name}'",
                expectation=f"Options: {', '.join(known)}.",
                remedy=did_you_mean(name, known),
            )
    if "point" in what.options:
        if "point" not in options:
            raise InputError(
                f"{quantity} is that of a point, and none is given",
                expectation=f"Points and bodies: {', '.join(_places(model))}.",
                remedy="Give point=.",
            )
        _check_point(options["point"], model)
        _check_choice("frame", options.get("frame", "world"), FRAMES)
    if quantity == "external_forces" and not options.get("points"):
        raise InputError(
            "external_forces are those of wrenches, and none is given",
            expectation="Expected external={name of a point or body: (..., 6)}.",
        )
    for name in options.get("points", ()):
        _check_point(name, model)
    if "points" in what.options:
        frames = options.get("frame", "world")
        for frame in (frames,) if isinstance(frames, str) else frames:
            _check_choice("frame", frame, ("world", "body", *_bodies(model)))
    elif "frame" in what.options and "point" not in what.options:
        frames = ("world", *_bodies(model))
        _check_choice("frame", options.get("frame", "world"), frames)
    if "choice" in options:
        _check_reactions(options["choice"], model)
    if "undetermined" in options:
        _check_choice("undetermined", options["undetermined"], ("raise", "nan"))
    if "given" in options:
        _check_choice("given", options["given"], ("joints", "actuators"))
    if "by" in options:
        _check_named(options["by"], what.inputs)
    if "with_respect_to" in options:
        _check_derivative(options, (*what.inputs, *varied))


def _check_derivative(options: Mapping[str, Any], known: tuple[str, ...]) -> None:
    _check_named(options["with_respect_to"], known)
    _check_choice("space", options.get("space", "tangent"), ("tangent", "ambient"))


def _check_named(wanted: tuple[str, ...], known: tuple[str, ...]) -> None:
    if not wanted:
        raise InputError(
            "no input is named to differentiate by",
            expectation=f"Inputs and varied parameters: {', '.join(known)}.",
        )
    for name in wanted:
        if name not in known:
            raise unknown_name("input or varied parameter", name, known)


def _check_reactions(choice: ReactionChoice, model: Model) -> None:
    _check_choice("on", choice.on, ("body", "predecessor"))
    points = tuple(point.name for point in model.points)
    if choice.at not in ("joint", "center_of_mass", *points):
        raise unknown_name("point", choice.at, ("joint", "center_of_mass", *points))
    bodies = _bodies(model)
    frames = ("body", "predecessor", "world", *bodies)
    if choice.expressed_in not in frames:
        raise unknown_name("frame", choice.expressed_in, frames)
    if choice.at == "center_of_mass":
        for link in model.links:
            if not link.hidden:
                remedy = "Ask for reactions at='joint' or at a named point."
                _check_has_center(link, remedy)


def _check_has_center(link: Link, remedy: str) -> None:
    if isinstance(link.inertia.mass, float) and link.inertia.mass == 0.0:
        raise InputError(
            f"body '{link.name}' has no mass, so no centre of mass",
            remedy=remedy,
        )


def _check_point(name: str, model: Model) -> None:
    known = _places(model)
    if name in known:
        return
    body = name.removesuffix(CENTER)
    if body == name or body not in _bodies(model):
        raise unknown_name("point or body", name, known)
    link = next(link for link in model.links if link.name == body)
    _check_has_center(link, "Take the body itself, or a named point.")


def _check_choice(what: str, given: object, choices: tuple[str, ...]) -> None:
    if given not in choices:
        raise InputError(
            f"{what} is {given!r}",
            expectation=f"Expected one of {', '.join(choices)}.",
            remedy=did_you_mean(str(given), choices),
        )


def _bodies(model: Model) -> tuple[str, ...]:
    return tuple(link.name for link in model.links if not link.hidden)


def _places(model: Model) -> tuple[str, ...]:
    return (*(point.name for point in model.points), *_bodies(model))
