"""Walls in YAML: shapes that points, curves or joints run against."""

from __future__ import annotations

from linkwright.description.bodies import ORIGIN
from linkwright.description.formula import Number
from linkwright.description.joints import WORLD, Z
from linkwright.description.number import Scope, located
from linkwright.description.place import Place
from linkwright.description.rotation import IDENTITY
from linkwright.description.surface import read_surface
from linkwright.description.wall_construction import refuse_foreign_wall_keys
from linkwright.description.walls import (
    CURVES,
    LIMIT_SIDES,
    SIDES,
    WALL_KEYS,
    WALL_SHAPES,
    Touch,
    Wall,
    wall_keys,
)
from linkwright.errors import FormatError
from linkwright.formats.yaml.fields import (
    choice,
    entries,
    items,
    need,
    number_text,
    quantities,
    quantity,
    text,
    texts,
    truth,
    vector,
)
from linkwright.formats.yaml.nodes import Node, Text
from linkwright.formats.yaml.read_rotation import read_axis, read_rotation

KEYS = ("shape", *WALL_KEYS)
CONTACT_KEYS = (*CURVES, "radius", "restitution", "friction")
_EXAMPLE = "{shape: circle, radius: 2.5, robot: inside, contacts: [P, Q]}"


def read_wall(name: str, node: Node, place: Place, scope: Scope) -> Wall:
    """Return one wall."""
    subject = f"wall '{name}'"
    pairs = entries(node, subject, KEYS, _EXAMPLE)
    found = need(pairs, "shape", subject, place)
    shape = choice(found, f"{subject}, shape", tuple(WALL_SHAPES))
    for key in pairs:
        if key != "shape":
            refuse_foreign_wall_keys(name, shape, [key], pairs[key].place)

    def of(key: str) -> str:
        return f"{subject}, {key}"

    def word(key: str, known: tuple[str, ...]) -> str:
        return choice(pairs[key], of(key), known) if key in pairs else ""

    def number(key: str) -> Number:
        if key not in pairs:
            return 0.0
        return quantity(pairs[key], "number", scope, of(key))

    return Wall(
        name,
        shape,
        word("robot", SIDES),
        text(pairs["on"], of("on")) if "on" in pairs else WORLD,
        vector(pairs["at"], "length", scope, of("at")) if "at" in pairs else ORIGIN,
        read_rotation(pairs["rotation"], scope, of("rotation"))
        if "rotation" in pairs
        else IDENTITY,
        read_axis(pairs["axis"], scope, of("axis")) if "axis" in pairs else Z,
        tuple(
            (key, _numbers(pairs[key], *measure, scope, of(key)))
            for key, measure in wall_keys(shape).items()
            if measure[1] and key in pairs
        ),
        _corners(pairs["corners"], scope, of("corners")) if "corners" in pairs else (),
        truth(pairs["closed"], of("closed")) if "closed" in pairs else True,
        _surface(pairs["formula"], scope, of("formula"))
        if "formula" in pairs
        else None,
        text(pairs["joint"], of("joint")) if "joint" in pairs else "",
        word("limit", LIMIT_SIDES),
        number("restitution"),
        number("friction"),
        tuple(
            _touch(each, scope, subject)
            for each in items(pairs["contacts"], of("contacts"), "contacts")
        )
        if "contacts" in pairs
        else (),
        place,
    )


def _numbers(
    node: Node, measure: str, count: int, scope: Scope, subject: str
) -> tuple[Number, ...]:
    if count == 1:
        return (quantity(node, measure, scope, subject),)
    return quantities(node, measure, scope, subject, count)


def _corners(
    node: Node, scope: Scope, subject: str
) -> tuple[tuple[Number, Number], ...]:
    found = []
    for corner in items(node, subject, "corners"):
        x, y = quantities(corner, "length", scope, subject, 2)
        found.append((x, y))
    return tuple(found)


def _surface(node: Node, scope: Scope, subject: str):
    source = number_text(node, subject)
    with located(node.place, subject):
        return read_surface(source, scope.kinds or {}, node.place)


def _touch(node: Node, scope: Scope, subject: str) -> Touch:
    """Return one contact: the name of a point, or a mapping with what it has."""
    if isinstance(node, Text):
        return Touch((text(node, f"{subject}, contacts"),), place=node.place)
    subject = f"{subject}, contact"
    pairs = entries(node, subject, CONTACT_KEYS, "{point: P, restitution: 0.5}")
    curves = [key for key in CURVES if key in pairs]
    if len(curves) != 1:
        raise FormatError(
            f"{subject}: found {len(curves)} curves.",
            place=node.place,
            expectation=f"Expected one of {', '.join(CURVES)}.",
        )
    curve = curves[0]
    where = f"{subject}, {curve}"
    points = (text(pairs[curve], where),) if curve == "point" else ()

    def own(key: str, measure: str) -> Number | None:
        if key not in pairs:
            return None
        return quantity(pairs[key], measure, scope, f"{subject}, {key}")

    return Touch(
        points or texts(pairs[curve], where),
        curve,
        own("radius", "length") or 0.0,
        own("restitution", "number"),
        own("friction", "number"),
        node.place,
    )
