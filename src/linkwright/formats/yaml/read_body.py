"""Bodies in YAML: mass, centre of mass, inertia, points, visuals."""

from __future__ import annotations

from linkwright.description.algebra import as_number, term
from linkwright.description.bodies import (
    INERTIA_ENTRIES,
    ORIGIN,
    Body,
    Inertial,
    Point,
    Visual,
)
from linkwright.description.formula import Number
from linkwright.description.inertia_shift import inertia_at_center
from linkwright.description.number import Scope
from linkwright.description.place import Place
from linkwright.description.rotation import IDENTITY
from linkwright.description.solids import SOLID_SIZES, solid_inertia
from linkwright.errors import FormatError
from linkwright.formats.yaml.fields import (
    choice,
    entries,
    items,
    kind,
    named,
    need,
    quantities,
    quantity,
    text,
    vector,
)
from linkwright.formats.yaml.nodes import Entries, Items, Node
from linkwright.formats.yaml.read_rotation import read_rotation

BODY_KEYS = (
    "mass",
    "center_of_mass",
    "inertia",
    "inertia_at",
    "points",
    "visuals",
)
INERTIA_POINTS = ("center_of_mass", "origin")
VISUAL_KEYS = ("box", "cylinder", "sphere", "mesh", "scale", "at", "rotation", "color")
_EXAMPLE = "{mass: 2, center_of_mass: [0, 0, 0.1], inertia: [1, 1, 1, 0, 0, 0]}"


def read_body(name: str, node: Node, place: Place, scope: Scope) -> Body:
    """Return one body; ``mast: {}`` is a massless one."""
    subject = f"body '{name}'"
    pairs = entries(node, subject, BODY_KEYS, _EXAMPLE)
    points = named(pairs["points"], f"{subject}, points") if "points" in pairs else ()
    visuals = pairs.get("visuals")
    listed = items(visuals, f"{subject}, visuals", "shapes") if visuals else ()
    return Body(
        name,
        _inertial(pairs, place, scope, subject),
        tuple(
            Point(
                each, vector(at, "length", scope, f"{subject}, point '{each}'"), where
            )
            for each, at, where in points
        ),
        tuple(_visual(shape, scope, f"{subject}, visual") for shape in listed),
        place,
    )


def _inertial(
    pairs: dict[str, Node], place: Place, scope: Scope, subject: str
) -> Inertial | None:
    if "mass" not in pairs:
        for key in ("center_of_mass", "inertia", "inertia_at"):
            if key in pairs:
                raise FormatError(
                    f"{subject}: '{key}' is given, but no mass.",
                    place=pairs[key].place,
                    expectation="A body has a mass and an inertia, or neither.",
                    remedy="Add 'mass:'; for a massless body remove the rest.",
                )
        return None
    mass = quantity(pairs["mass"], "mass", scope, f"{subject}, mass")
    center = ORIGIN
    if "center_of_mass" in pairs:
        where = f"{subject}, center_of_mass"
        center = vector(pairs["center_of_mass"], "length", scope, where)
    if "inertia" not in pairs:
        if mass == 0.0:
            return None
        raise FormatError(
            f"{subject}: a mass is given, but no inertia.",
            place=place,
            expectation="A body has a mass and an inertia, or neither.",
            remedy="Add 'inertia: [xx, yy, zz, xy, xz, yz]', or a solid such as "
            "'inertia: {solid: sphere, radius: 0.1}'; for a point mass six zeros.",
        )
    inertia = _inertia(pairs["inertia"], mass, scope, f"{subject}, inertia")
    if "inertia_at" in pairs:
        where = f"{subject}, inertia_at"
        if choice(pairs["inertia_at"], where, INERTIA_POINTS) == "origin":
            inertia = _at_center(mass, center, inertia)
    return Inertial(mass, center, inertia, place)


Six = tuple[Number, Number, Number, Number, Number, Number]


def _inertia(node: Node, mass: Number, scope: Scope, subject: str) -> Six:
    if isinstance(node, Items):
        if len(node.items) == 3:  # principal axes
            xx, yy, zz = quantities(node, "inertia", scope, subject)
            return (xx, yy, zz, 0.0, 0.0, 0.0)
        if len(node.items) != 6:
            raise FormatError(
                f"{subject}: found a list of {len(node.items)}.",
                place=node.place,
                expectation="Expected [xx, yy, zz] or [xx, yy, zz, xy, xz, yz].",
            )
        return _six(quantities(node, "inertia", scope, subject, 6))
    if not isinstance(node, Entries):
        raise FormatError(
            f"{subject}: found {kind(node)}.",
            place=node.place,
            expectation="Expected [xx, yy, zz, xy, xz, yz], the same by name, or a "
            "solid.",
            remedy="For example: {solid: box, size: [0.1, 0.2, 0.3]}",
        )
    if "solid" in node.pairs:
        return _solid(node, mass, scope, subject)
    pairs = entries(node, subject, (*INERTIA_ENTRIES, "solid"))
    for key in ("xx", "yy", "zz"):
        need(pairs, key, subject, node.place)
    return _six(
        quantity(pairs[key], "inertia", scope, f"{subject}, {key}")
        if key in pairs
        else 0.0
        for key in INERTIA_ENTRIES
    )


def _solid(node: Entries, mass: Number, scope: Scope, subject: str) -> Six:
    solid = choice(node.pairs["solid"], f"{subject}, solid", tuple(SOLID_SIZES))
    subject = f"{subject}, {solid}"
    pairs = entries(node, subject, ("solid", *SOLID_SIZES[solid]))
    sizes: dict[str, object] = {}
    for key in SOLID_SIZES[solid]:
        where = f"{subject}, {key}"
        if key == "axis":
            if key in pairs:
                sizes[key] = choice(pairs[key], where, ("x", "y", "z"))
            continue
        found = need(pairs, key, subject, node.place)
        if key == "size":
            edges = quantities(found, "length", scope, where)
            sizes[key] = [term(edge) for edge in edges]
        else:
            sizes[key] = term(quantity(found, "length", scope, where))
    moments = solid_inertia(solid, term(mass), sizes)
    return _six(as_number(entry, "inertia") for entry in moments)


def _at_center(mass: Number, center, inertia: Six) -> Six:
    x, y, z = (term(part) for part in center)
    entries = tuple(term(entry) for entry in inertia)
    moved = inertia_at_center(term(mass), (x, y, z), entries)  # type: ignore[arg-type]
    return _six(as_number(entry, "inertia") for entry in moved)


def _six(numbers) -> Six:
    xx, yy, zz, xy, xz, yz = numbers
    return (xx, yy, zz, xy, xz, yz)


def _visual(node: Node, scope: Scope, subject: str) -> Visual:
    pairs = entries(node, subject, VISUAL_KEYS, "{box: [0.1, 0.1, 0.3]}")
    shapes = [key for key in VISUAL_KEYS[:4] if key in pairs]
    if len(shapes) != 1:
        raise FormatError(
            f"{subject}: found {len(shapes)} shapes.",
            place=node.place,
            expectation=f"Expected one of {', '.join(VISUAL_KEYS[:4])}.",
        )
    shape = shapes[0]
    file, size = "", ()
    if shape == "mesh":
        file = text(pairs["mesh"], f"{subject}, mesh")
        if "scale" in pairs:
            size = quantities(pairs["scale"], "number", scope, f"{subject}, scale")
    elif shape == "sphere":
        size = (quantity(pairs[shape], "length", scope, f"{subject}, {shape}"),)
    else:
        count = 3 if shape == "box" else 2
        size = quantities(pairs[shape], "length", scope, f"{subject}, {shape}", count)
    pose = (ORIGIN, IDENTITY)
    if "at" in pairs:
        pose = (vector(pairs["at"], "length", scope, f"{subject}, at"), pose[1])
    if "rotation" in pairs:
        turned = read_rotation(pairs["rotation"], scope, f"{subject}, rotation")
        pose = (pose[0], turned)
    color: tuple = ()
    if "color" in pairs:
        color = quantities(pairs["color"], "number", scope, f"{subject}, color", 4)
    return Visual(shape, size, file, *pose, color, node.place)
