"""A URDF text -> the description it holds."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.description.bodies import Body
from linkwright.description.description import Description
from linkwright.description.joints import WORLD, Joint
from linkwright.description.place import Place
from linkwright.errors import FormatError, did_you_mean
from linkwright.formats.urdf.fields import Ignored, attribute, check_names
from linkwright.formats.urdf.read_joint import read_joint
from linkwright.formats.urdf.read_link import read_color, read_link
from linkwright.formats.urdf.xml import Element, parse_xml

_CHILDREN = ("link", "joint", "material")
# In every URDF, and of no meaning here.
_ATTRIBUTES = ("name", "version", "xmlns:xacro", "xmlns", "xmlns:drake", "xmlns:xsi")


def read_urdf(source: str, file: str | None = None) -> Description:
    """Return the description that a URDF text holds, not yet validated.

    The root link is fixed to the world; ``read(..., floating=True)`` sets it free. A
    massless root link called "world" is our world itself. What a description does
    not hold, such as collision shapes, is counted in the notes.
    """
    root = parse_xml(source, file)
    if root.tag != "robot":
        raise FormatError(
            f"the file holds <{root.tag}>.",
            place=root.place,
            expectation="A URDF file holds <robot>.",
        )
    ignored = Ignored()
    check_names(root, "robot", _CHILDREN, _ATTRIBUTES, ignored)
    name = attribute(root, "name", "robot")
    colors = _colors(root)
    bodies = [read_link(each, colors, ignored) for each in root.all("link")]
    joints = [read_joint(each, ignored) for each in root.all("joint")]
    for body in bodies:
        if body.name == WORLD and body.visuals:
            ignored.counts["<visual> of the world"] += len(body.visuals)
    bodies, joints = _on_world(bodies, joints, root.place)
    massless = [body.name for body in bodies if body.inertial is None]
    notes = (f"Massless: {', '.join(massless)}.",) if massless else ()
    return Description(
        name,
        bodies=tuple(bodies),
        joints=tuple(joints),
        notes=notes + ignored.note(),
        place=root.place,
    )


def _colors(root: Element) -> dict[str, tuple[float, ...]]:
    colors = {}
    for material in root.all("material"):
        name = attribute(material, "name", "material")
        colors[name] = read_color(material, f"material '{name}'")
    return colors


def _on_world(
    bodies: list[Body], joints: list[Joint], place: Place
) -> tuple[list[Body], list[Joint]]:
    """Put the root link on the world, or take it for the world if it has that name."""
    names: dict[str, Body] = {}
    for body in bodies:
        if names.setdefault(body.name, body) is not body:
            raise FormatError(
                f"the link name '{body.name}' is used twice.",
                place=body.place,
                expectation="Every link has a name of its own.",
                remedy="Rename one of them.",
            )
    _check_links(joints, names)
    carried = {joint.body for joint in joints}
    roots = [body for body in bodies if body.name not in carried]
    if len(roots) != 1:
        listed = ", ".join(body.name for body in roots) or "none"
        raise FormatError(
            f"{len(roots)} links are no joint's child.",
            place=roots[1].place if len(roots) > 1 else place,
            expectation=f"Exactly one link is the root; found: {listed}.",
            remedy="Connect the others by joints." if roots else "Open the circle.",
        )
    root = roots[0]
    if root.name != WORLD:
        name = f"{WORLD}_to_{root.name}"
        joint = Joint(name, "fixed", WORLD, root.name, place=root.place)
        return bodies, [joint, *joints]
    if root.inertial is not None:
        raise FormatError(
            "link 'world' has a mass.",
            place=root.place,
            expectation="'world' is the fixed ground.",
            remedy="Give the link another name.",
        )
    return [body for body in bodies if body is not root], joints


def _check_links(joints: list[Joint], names: Mapping[str, Body]) -> None:
    for joint in joints:
        for role, link in (("parent", joint.parent), ("child", joint.body)):
            if link not in names:
                raise FormatError(
                    f"joint '{joint.name}': {role} link '{link}' does not exist.",
                    place=joint.place,
                    expectation=f"Links: {', '.join(names)}.",
                    remedy=did_you_mean(link, names),
                )
