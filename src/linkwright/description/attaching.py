"""Putting one robot, or one sub-assembly, onto a body of another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from linkwright.description.bodies import ORIGIN, Body
from linkwright.description.description import Description, Parameter
from linkwright.description.dimension import Dimension
from linkwright.description.formula import Vector3
from linkwright.description.formula_parser import NAME
from linkwright.description.joints import WORLD, Joint, Limits
from linkwright.description.parameters import Sources, kind_of, read_parameters
from linkwright.description.place import Place
from linkwright.description.quantity_text import quantity_text
from linkwright.description.rename import renamed, renamed_formula
from linkwright.description.rotation import IDENTITY, Rotation
from linkwright.description.unit_change import in_units
from linkwright.description.walls import Wall
from linkwright.errors import DescriptionError, UnitError, did_you_mean


@dataclass(frozen=True)
class Placement:
    """Where a robot is put, and what its parts are called there.

    ``on`` is a body or "world"; ``at`` and ``rotation`` are the pose of the placed
    robot's world in it. ``names`` is a pattern such as ``{}a``; "" stands for
    ``<name>/{}``. ``values`` replace the placed robot's parameters.
    """

    name: str
    on: str
    at: Vector3 = ORIGIN
    rotation: Rotation = IDENTITY
    names: str = ""
    values: Sources = field(default_factory=dict)
    place: Place | None = field(default=None, compare=False)


def attach(host: Description, guest: Description, placement: Placement) -> Description:
    """Return the host with the guest bolted on.

    The guest's parameters become ``<name>.<parameter>``. What stood on the guest's
    world now stands on ``placement.on``; a free joint to the world becomes fixed.
    Gravity, tags and notes are the host's.
    """
    pattern = _pattern(placement)
    prefix = _prefix(placement)
    if placement.on != WORLD and all(each.name != placement.on for each in host.bodies):
        known = [WORLD, *(body.name for body in host.bodies)]
        raise DescriptionError(
            f"'{placement.name}': on '{placement.on}' does not exist.",
            place=placement.place,
            expectation=f"Bodies: {', '.join(known)}.",
            remedy=did_you_mean(placement.on, known),
        )
    parameters = _parameters(host, guest, placement, prefix)
    if guest.units != host.units:
        guest = in_units(guest, host.units)
    guest = renamed(
        guest,
        lambda name: pattern.replace("{}", name),
        lambda name: f"{prefix}.{name}",
    )
    bodies, joints, walls = _bolted(guest, placement, pattern.replace("{}", "base"))
    return replace(
        host,
        bodies=host.bodies + bodies,
        joints=host.joints + joints,
        parameters=host.parameters + parameters,
        elements=host.elements + guest.elements,
        loops=host.loops + guest.loops,
        sharing=host.sharing + guest.sharing,
        walls=host.walls + walls,
    )


def _bolted(
    guest: Description, placement: Placement, base: str
) -> tuple[tuple[Body, ...], tuple[Joint, ...], tuple[Wall, ...]]:
    """Return the guest's bodies, joints and walls, those on its world moved.

    The pose goes into the joints where they have none of their own; else a massless
    base body carries it, so that no two rotations need multiplying.
    """
    pose = {"at": placement.at, "rotation": placement.rotation}
    moved = placement.at != ORIGIN or placement.rotation != IDENTITY
    roots = [joint for joint in guest.joints if joint.parent == WORLD]
    posed = any(each.at != ORIGIN or each.rotation != IDENTITY for each in roots)
    posed = posed or any(wall.on == WORLD and not wall.joint for wall in guest.walls)
    if not moved or not posed:
        change = {"parent": placement.on, **(pose if moved else {})}
        joints = tuple(_rooted(joint, change) for joint in guest.joints)
        return guest.bodies, joints, _standing(guest, placement.on)
    body = Body(base, place=placement.place)
    joint = Joint(base, "fixed", placement.on, base, **pose, place=placement.place)
    rest = tuple(_rooted(each, {"parent": base}) for each in guest.joints)
    return (body, *guest.bodies), (joint, *rest), _standing(guest, base)


def _standing(guest: Description, body: str) -> tuple[Wall, ...]:
    """Return the guest's walls, those on its world on a body of the host."""
    return tuple(
        replace(wall, on=body) if wall.on == WORLD and wall.shape != "stop" else wall
        for wall in guest.walls
    )


def _rooted(joint: Joint, change: dict) -> Joint:
    if joint.parent != WORLD:
        return joint
    if joint.type == "free":
        change = {**change, "type": "fixed", "limits": Limits()}
    return replace(joint, **change)


def _pattern(placement: Placement) -> str:
    pattern = placement.names or f"{placement.name}/{{}}"
    if pattern.count("{}") != 1:
        raise DescriptionError(
            f"'{placement.name}': the pattern of names is '{pattern}'.",
            place=placement.place,
            expectation="It must hold '{}' once, where the part's own name goes.",
            remedy=f"For example '{placement.name}/{{}}'.",
        )
    return pattern


def _prefix(placement: Placement) -> str:
    """Return what goes before the guest's parameters, a legal name in formulas."""
    if NAME.fullmatch(placement.name):
        return placement.name
    raise DescriptionError(
        f"'{placement.name}' cannot start a parameter's name.",
        place=placement.place,
        expectation="What is placed is called by a letter, then letters, digits and "
        "'_'; its parameters become '<name>.<parameter>'.",
    )


def _parameters(
    host: Description, guest: Description, placement: Placement, prefix: str
) -> tuple[Parameter, ...]:
    own = {each.name: each for each in guest.parameters}
    for name in placement.values:
        if name not in own:
            raise DescriptionError(
                f"'{placement.name}': there is no parameter '{name}'.",
                place=placement.values[name][1] or placement.place,
                expectation=f"Parameters: {', '.join(own) or 'none'}.",
                remedy=did_you_mean(name, own),
            )
    outer = {each.name: each for each in host.parameters}
    given = _given(placement.values, outer)
    for name, found in given.items():
        _check_kind(name, kind_of(found), kind_of(own[name]), found.place)
    words = {name: f"{prefix}.{name}" for name in own}
    sources = {}
    for name, each in own.items():
        if name in given:
            formula = given[name].formula
            text = (
                formula.text
                if formula
                else quantity_text(given[name].value, given[name].unit)
            )
        elif each.formula is not None:
            text = renamed_formula(each.formula, words).text
        else:
            text = quantity_text(each.value, each.unit)
        sources[words[name]] = (text, given.get(name, each).place)
    return read_parameters(sources, outer)


def _given(values: Sources, outer: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """Return the replacing parameters, read among the host's."""
    own = {f"with.{name}": source for name, source in values.items()}
    found = read_parameters(own, outer)
    return {each.name.removeprefix("with."): each for each in found}


def _check_kind(
    name: str, found: Dimension | None, wanted: Dimension | None, place: Place | None
) -> None:
    if found == wanted:
        return
    kinds = ["a bare number" if kind is None else str(kind) for kind in (found, wanted)]
    raise UnitError(
        f"parameter '{name}' is given {kinds[0]}.",
        place=place,
        expectation=f"It was declared as {kinds[1]}.",
        remedy="Write it with a unit." if found is None else "",
    )
