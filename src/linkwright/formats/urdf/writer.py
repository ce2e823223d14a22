"""A description -> URDF text; what URDF has no words for is refused, or a comment."""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, atan2, pi
from xml.sax.saxutils import quoteattr

from linkwright.description.bodies import Body, Visual
from linkwright.description.checks.numbers import check_numbers
from linkwright.description.couplings import resolve_couplings
from linkwright.description.description import GRAVITY, Description
from linkwright.description.joints import JOINT_KINDS, WORLD, Joint
from linkwright.description.rotation import IDENTITY, Rotation
from linkwright.description.rotation_matrix import rotation_matrix
from linkwright.errors import FormatError
from linkwright.formats.urdf.read_joint import TYPES, UNLIMITED

_WRITTEN = {ours: urdf for urdf, ours in TYPES.items()} | {"revolute": "revolute"}


def write_urdf(description: Description) -> str:
    """Return the URDF text of a validated description, at its declared parameters.

    The world is written as a massless root link. Gravity, points, parameters,
    references and rules of sharing become comments; armature an attribute of
    <dynamics>, which other readers skip. Elements, loops and walls are refused.
    """
    _check_tree_alone(description)
    floats = check_numbers(resolve_couplings(description))
    return "\n".join(_lines(floats)) + "\n"


def _check_tree_alone(description: Description) -> None:
    """Refuse what makes another mechanism when left out; it closes all the loops."""
    parts = [("element", each) for each in description.elements]
    parts += [("loop", each) for each in description.loops]
    parts += [("wall", each) for each in description.walls]
    for what, part in parts:
        raise FormatError(
            f"{what} '{part.name}': URDF has no {what}s.",
            place=part.place,
            expectation="It has links, and joints that make a tree.",
            remedy="Write YAML.",
        )


def _lines(description: Description) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield f"<robot name={quoteattr(description.name)}>"
    if description.gravity != GRAVITY:
        yield _comment(f"gravity: {_row(description.gravity)} m/s^2")
    for parameter in description.parameters:
        yield _comment(f"parameter {parameter.name} = {parameter.value!r} (SI)")
    for note in description.notes:
        yield _comment(note)
    for share in description.sharing:
        yield _comment(f"sharing {share.name} on {share.on}: {', '.join(share.of)}")
    yield f'  <link name="{WORLD}"/>'
    for body in description.bodies:
        yield from _link(body)
    for joint in description.joints:
        yield from _joint(joint)
    yield "</robot>"


def _link(body: Body) -> Iterator[str]:
    name = quoteattr(body.name)
    for point in body.points:
        where = f"point {point.name} of {body.name}: {_row(point.position)} m"
        yield _comment(where)
    if body.inertial is None and not body.visuals:
        yield f"  <link name={name}/>"
        return
    yield f"  <link name={name}>"
    if body.inertial is not None:
        names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
        pairs = zip(names, body.inertial.inertia, strict=True)
        entries = " ".join(f'{key}="{entry!r}"' for key, entry in pairs)
        yield "    <inertial>"
        yield f'      <origin xyz="{_row(body.inertial.center_of_mass)}"/>'
        yield f'      <mass value="{body.inertial.mass!r}"/>'
        yield f"      <inertia {entries}/>"
        yield "    </inertial>"
    for visual in body.visuals:
        yield from _visual(visual)
    yield "  </link>"


def _visual(visual: Visual) -> Iterator[str]:
    yield "    <visual>"
    yield f"      {_origin(visual.at, visual.rotation)}"
    size = _row(visual.size)
    if visual.shape == "mesh":
        scale = f' scale="{size}"' if visual.size else ""
        shape = f"mesh filename={quoteattr(visual.file)}{scale}"
    elif visual.shape == "box":
        shape = f'box size="{size}"'
    elif visual.shape == "sphere":
        shape = f'sphere radius="{size}"'
    else:
        radius, length = visual.size
        shape = f'cylinder radius="{radius!r}" length="{length!r}"'
    yield f"      <geometry><{shape}/></geometry>"
    if visual.color:
        color = f'<color rgba="{_row(visual.color)}"/>'
        yield f'      <material name="">{color}</material>'
    yield "    </visual>"


def _joint(joint: Joint) -> Iterator[str]:
    if joint.type not in _WRITTEN:
        raise FormatError(
            f"joint '{joint.name}': URDF has no {joint.type} joint.",
            place=joint.place,
            expectation=f"It has: {', '.join(_WRITTEN)}.",
            remedy="Write YAML, or build it from joints that URDF has.",
        )
    if joint.reference is not None:
        yield _comment(f"reference of {joint.name}: {joint.reference!r} (SI)")
    limits = joint.limits
    endless = joint.type == "revolute" and limits.lower is limits.upper is None
    kind = "continuous" if endless else _WRITTEN[joint.type]
    yield f'  <joint name={quoteattr(joint.name)} type="{kind}">'
    yield f"    {_origin(joint.at, joint.rotation)}"
    yield f"    <parent link={quoteattr(joint.parent)}/>"
    yield f"    <child link={quoteattr(joint.body)}/>"
    if JOINT_KINDS[joint.type].has_axis:
        yield f'    <axis xyz="{_row(joint.axis)}"/>'
    if JOINT_KINDS[joint.type].coordinate:
        yield from _properties(joint, endless)
    yield "  </joint>"


def _properties(joint: Joint, endless: bool) -> Iterator[str]:
    """URDF wants an effort and a velocity wherever it wants limits."""
    limits = joint.limits
    given = {"velocity": limits.velocity, "effort": limits.effort}
    if not endless:
        given = {"lower": limits.lower, "upper": limits.upper, **given}
    if not endless or any(value is not None for value in given.values()):
        open_ended = {name: UNLIMITED for name in given} | {"lower": -UNLIMITED}
        texts = [
            f'{name}="{open_ended[name] if value is None else value!r}"'
            for name, value in given.items()
        ]
        yield f"    <limit {' '.join(texts)}/>"
    effects = {
        name: getattr(joint, name)
        for name in ("damping", "friction", "armature")
        if getattr(joint, name) != 0.0
    }
    if effects:
        texts = [f'{name}="{value!r}"' for name, value in effects.items()]
        yield f"    <dynamics {' '.join(texts)}/>"
    if joint.coupling is not None:
        ratio, offset = joint.coupling.ratio, joint.coupling.offset
        yield (
            f"    <mimic joint={quoteattr(joint.coupling.joint)} "
            f'multiplier="{ratio!r}" offset="{offset!r}"/>'
        )


def _origin(at: tuple, rotation: Rotation) -> str:
    turned = ""
    if rotation != IDENTITY:
        turned = f' rpy="{_row(roll_pitch_yaw(rotation))}"'
    return f'<origin xyz="{_row(at)}"{turned}/>'


def roll_pitch_yaw(rotation: Rotation) -> tuple[float, float, float]:
    """Return roll, pitch, yaw of R = Rz(yaw) Ry(pitch) Rx(roll); floats only."""
    if rotation.kind == "zyx":
        yaw, pitch, roll = (float(value) for value in rotation.values)  # type: ignore[arg-type]
        return roll, pitch, yaw
    r = rotation_matrix(rotation)
    sine = max(-1.0, min(1.0, -r[2][0]))
    if abs(sine) > 1.0 - 1e-12:  # roll and yaw turn about one axis: all into yaw
        return 0.0, pi / 2 if sine > 0 else -pi / 2, atan2(-r[0][1], r[1][1])
    return atan2(r[2][1], r[2][2]), asin(sine), atan2(r[1][0], r[0][0])


def _row(numbers: tuple) -> str:
    return " ".join(repr(number + 0.0) for number in numbers)  # no -0.0


def _comment(text: str) -> str:
    return f"  <!-- {text.replace('--', '- -')} -->"
