"""Sub-assemblies, attached robots and locked joints in YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from linkwright.description.attaching import Placement, attach
from linkwright.description.bodies import ORIGIN
from linkwright.description.description import Description, Parameter
from linkwright.description.joints import (
    COORDINATE_QUANTITIES,
    JOINT_KINDS,
    WORLD,
    Joint,
)
from linkwright.description.locking import lock
from linkwright.description.number import Scope, located
from linkwright.description.parameters import kind_of, read_parameters
from linkwright.description.place import Place
from linkwright.description.rotation import IDENTITY
from linkwright.description.units import Units
from linkwright.description.validation import validate
from linkwright.errors import FormatError, did_you_mean
from linkwright.formats.yaml.fields import (
    entries,
    named,
    need,
    number_text,
    quantity,
    text,
    vector,
)
from linkwright.formats.yaml.nodes import Node
from linkwright.formats.yaml.read_body import read_body
from linkwright.formats.yaml.read_element import read_element
from linkwright.formats.yaml.read_joint import joint_type, read_joint
from linkwright.formats.yaml.read_loop import read_loop
from linkwright.formats.yaml.read_rotation import read_rotation
from linkwright.formats.yaml.read_sharing import read_share
from linkwright.formats.yaml.read_wall import read_wall

Load = Callable[[str, Place], Description]  # a file's name as written, and where
BASE = "base"
PART_KEYS = (
    "parameters",
    "bodies",
    "joints",
    "elements",
    "loops",
    "sharing",
    "walls",
    "place",
    "attach",
)
_POSE_KEYS = ("on", "at", "rotation", "with", "names")
_DEEPEST = 16
_MOST_PLACEMENTS = 5_000


@dataclass(frozen=True)
class Workshop:
    """What every part of one file is read with."""

    units: Units
    assemblies: Mapping[str, Node]
    load: Load
    inside: tuple[str, ...] = field(default=())  # the assemblies being read
    tally: Iterator[int] = field(default_factory=count)  # placements so far


def read_part(
    part: Description,
    pairs: dict[str, Node],
    workshop: Workshop,
    outer: tuple[Parameter, ...] = (),
) -> Description:
    """Return the part with the parameters, bodies, joints, … of its sections added.

    The top of a file and an assembly alike are parts.
    """
    known = {each.name: each for each in outer}
    parameters = _parameters(pairs.get("parameters"), known)
    known.update((each.name, each) for each in parameters)
    scope = Scope(workshop.units, {name: kind_of(each) for name, each in known.items()})
    part = replace(
        part,
        parameters=parameters,
        bodies=tuple(read_body(*each, scope) for each in _listed(pairs, "bodies")),
        joints=_joints(_listed(pairs, "joints"), scope),
        elements=tuple(
            read_element(*each, scope) for each in _listed(pairs, "elements")
        ),
        loops=tuple(read_loop(*each, scope) for each in _listed(pairs, "loops")),
        sharing=tuple(read_share(*each, scope) for each in _listed(pairs, "sharing")),
        walls=tuple(read_wall(*each, scope) for each in _listed(pairs, "walls")),
    )
    inherited = tuple(known.values())
    for name, node, place in _listed(pairs, "place"):
        part = _placed(part, name, node, place, scope, workshop, inherited)
    for name, node, place in _listed(pairs, "attach"):
        part = _attached(part, name, node, place, scope, workshop)
    return part


def read_locked(description: Description, node: Node | None, scope: Scope):
    """Return the description with the joints under ``locked`` held."""
    if node is None:
        return description
    validate(description)  # locking follows couplings, which must end
    joints = {joint.name: joint for joint in description.joints}
    for name, value, place in named(node, "locked"):
        kind = JOINT_KINDS[joints[name].type] if name in joints else JOINT_KINDS["free"]
        of = COORDINATE_QUANTITIES.get(kind.coordinate, {}).get("position", "number")
        with located(place):
            held = quantity(value, of, scope, f"locked, '{name}'")
            description = lock(description, {name: held})
    return description


def _listed(pairs: dict[str, Node], key: str) -> list[tuple[str, Node, Place]]:
    return named(pairs[key], key) if key in pairs else []


def _parameters(
    node: Node | None, outer: Mapping[str, Parameter]
) -> tuple[Parameter, ...]:
    if node is None:
        return ()
    return read_parameters(
        {
            name: (number_text(value, f"parameter '{name}'"), value.place)
            for name, value, _ in named(node, "parameters")
        },
        outer,
    )


def _joints(listed: list[tuple[str, Node, Place]], scope: Scope) -> tuple[Joint, ...]:
    types = {name: joint_type(name, value, where) for name, value, where in listed}
    return tuple(read_joint(*each, scope, types) for each in listed)


def _placed(
    part: Description,
    name: str,
    node: Node,
    place: Place,
    scope: Scope,
    workshop: Workshop,
    outer: tuple[Parameter, ...],
) -> Description:
    subject = f"place '{name}'"
    pairs = entries(node, subject, ("assembly", *_POSE_KEYS), "{assembly: arm, on: a}")
    wanted = need(pairs, "assembly", subject, place)
    assembly = text(wanted, f"{subject}, assembly")
    if assembly not in workshop.assemblies:
        raise FormatError(
            f"{subject}: assembly '{assembly}' does not exist.",
            place=wanted.place,
            expectation=f"Assemblies: {', '.join(workshop.assemblies) or 'none'}.",
            remedy=did_you_mean(assembly, workshop.assemblies),
        )
    if assembly in workshop.inside or len(workshop.inside) >= _DEEPEST:
        raise FormatError(
            f"{subject}: assembly '{assembly}' is placed inside itself.",
            place=wanted.place,
            expectation="Assemblies may hold others, but not in a circle.",
        )
    inside = replace(workshop, inside=(*workshop.inside, assembly))
    body = workshop.assemblies[assembly]
    parts = entries(body, f"assembly '{assembly}'", PART_KEYS)
    guest = Description(assembly, units=workshop.units, place=body.place)
    guest = _on_world(read_part(guest, parts, inside, outer))
    return _onto(part, guest, name, pairs, place, scope, workshop)


def _on_world(assembly: Description) -> Description:
    """Return an assembly whose joints stand on the world instead of on ``base``."""
    for body in assembly.bodies:
        if body.name == BASE:
            raise FormatError(
                f"assembly '{assembly.name}': a body is called 'base'.",
                place=body.place,
                expectation="'base' is what the assembly is placed on.",
                remedy="Give the body another name.",
            )
    for joint in assembly.joints:
        if joint.parent == WORLD:
            raise FormatError(
                f"assembly '{assembly.name}', joint '{joint.name}': the parent is "
                "'world'.",
                place=joint.place,
                expectation="An assembly stands on 'base', wherever it is placed.",
                remedy="Write 'parent: base'.",
            )
    joints = tuple(
        replace(joint, parent=WORLD) if joint.parent == BASE else joint
        for joint in assembly.joints
    )
    return replace(assembly, joints=joints)


def _attached(
    part: Description,
    name: str,
    node: Node,
    place: Place,
    scope: Scope,
    workshop: Workshop,
) -> Description:
    subject = f"attach '{name}'"
    pairs = entries(node, subject, ("file", *_POSE_KEYS), "{file: hand.yaml, on: arm}")
    file = need(pairs, "file", subject, place)
    guest = workshop.load(text(file, f"{subject}, file"), file.place)
    return _onto(part, guest, name, pairs, place, scope, workshop)


def _onto(
    part: Description,
    guest: Description,
    name: str,
    pairs: dict[str, Node],
    place: Place,
    scope: Scope,
    workshop: Workshop,
) -> Description:
    subject = f"'{name}'"
    if next(workshop.tally) >= _MOST_PLACEMENTS:
        raise FormatError(
            f"{subject}: more than {_MOST_PLACEMENTS} assemblies are placed.",
            place=place,
            expectation="No robot needs that.",
        )
    on = text(need(pairs, "on", subject, place), f"{subject}, on")
    at, rotation = ORIGIN, IDENTITY
    if "at" in pairs:
        at = vector(pairs["at"], "length", scope, f"{subject}, at")
    if "rotation" in pairs:
        rotation = read_rotation(pairs["rotation"], scope, f"{subject}, rotation")
    values = {
        key: (number_text(value, f"{subject}, with, {key}"), value.place)
        for key, value, _ in _listed(pairs, "with")
    }
    names = text(pairs["names"], f"{subject}, names") if "names" in pairs else ""
    where = WORLD if workshop.inside and on == BASE else on
    placement = Placement(name, where, at, rotation, names, values, place)
    with located(place):
        return attach(part, guest, placement)
