"""A robot as tables of text; every number in SI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.cli.wall_tables import walls
from linkwright.robot.text_table import counted, number_text, text_table

if TYPE_CHECKING:
    from linkwright.description import Description

# A description, or a part of one, whose numbers are all floats.
Evaluated = Any


def in_numbers(description: Description) -> Evaluated:
    """Return the description with every formula evaluated."""
    from linkwright.description import parameter_values, value_of
    from linkwright.description.numbers_in import map_numbers

    values = parameter_values(description)
    return map_numbers(description, lambda number, _: value_of(number, values))


def headline(description: Description) -> str:
    """Return a robot's size in one line."""
    from linkwright.description.inventory import inventory
    from linkwright.model.coordinates import coordinates_of

    layout = coordinates_of(description)
    has = inventory(description)
    loops = f"{counted(has.loops, 'loop', 'loops')}, " if has.loops else ""
    bodies = counted(has.bodies, "body", "bodies")
    return (
        f"{bodies}, {counted(sum(has.joints.values()), 'joint', 'joints')}, {loops}"
        f"nq = {len(layout.coordinate_names)}, nv = {len(layout.velocity_names)}, "
        f"{number_text(total_mass(description))} kg"
    )


def total_mass(description: Description) -> float:
    """Return the sum of all bodies' masses."""
    inertials = (body.inertial for body in in_numbers(description).bodies)
    return sum((inertial.mass for inertial in inertials if inertial), 0.0)


def tables(description: Description) -> list[str]:
    """Return the tables of all that a robot's file holds, each titled."""
    robot = in_numbers(description)
    listed = {
        "Counted, with the parts of elements": _counts(description),
        "Joints, in the order of q": _joints(robot),
        "Bodies": _bodies(robot),
        "Points": _points(robot),
        "Elements": _elements(robot),
        "Drives": _drives(robot),
        "Loops, closed by": _loops(robot),
        "Sharing of reactions": _sharing(robot),
        "Walls": walls(robot),
        "Parameters": _parameters(robot),
    }
    return [f"{title}\n{table}" for title, table in listed.items() if table]


def _counts(description: Description) -> str:
    from linkwright.description.inventory import inventory

    has = inventory(description)
    joints = [(f"{kind} joints", number) for kind, number in has.joints.items()]
    elements = [(f"{kind}s", number) for kind, number in has.elements.items()]
    loops = [("independent loops", has.loops)] if has.loops else []
    rows = [("bodies", has.bodies), *joints, *elements, *loops]
    return text_table(("", "number"), rows)


def _joints(robot: Evaluated) -> str:
    rows = [
        (
            joint.name,
            joint.type,
            joint.parent,
            joint.body,
            _vector(joint.at),
            _rotation(joint.rotation),
            _axis(joint),
            _limits(joint.limits),
            "its loop" if joint.dependent else _coupling(joint),
        )
        for joint in robot.joints
    ]
    header = "joint type parent body at rotation axis limits follows".split()
    return text_table(header, rows)


def _bodies(robot: Evaluated) -> str:
    header = "body mass center_of_mass xx yy zz xy xz yz".split()
    rows = []
    for body in robot.bodies:
        if body.inertial is None:
            rows.append((body.name, "-", *[""] * 7))
            continue
        inertial = body.inertial
        center = _vector(inertial.center_of_mass)
        entries = (number_text(entry) for entry in inertial.inertia)
        rows.append((body.name, inertial.mass, center, *entries))
    return text_table(header, rows)


def _points(robot: Evaluated) -> str:
    rows = [
        (point.name, body.name, _vector(point.position))
        for body in robot.bodies
        for point in body.points
    ]
    return text_table(("point", "body", "position"), rows) if rows else ""


def _elements(robot: Evaluated) -> str:
    rows = []
    for each in robot.elements:
        numbers = [
            f"{key} {value if key == 'law' else number_text(value)}"
            for key, value in each.numbers
        ]
        numbers += [f"only {each.acts}s"] if each.acts != "both" else []
        ends = f"{each.first} {each.second or each.wall}" if each.first else ""
        pins = "" if each.pins is None else _direction(each.pins)
        rows.append((each.name, each.type, ends, each.joint, pins, ", ".join(numbers)))
    header = ("element", "type", "between", "joint", "pins", "numbers in SI")
    return text_table(header, rows) if rows else ""


def _drives(robot: Evaluated) -> str:
    """Return which actuators stand in for which joints; nothing where none does."""
    rows = [
        (each.name, each.joint)
        for each in robot.elements
        if each.type == "linear_actuator" and each.joint
    ]
    return text_table(("actuator", "drives joint"), rows) if rows else ""


def _loops(robot: Evaluated) -> str:
    rows = [
        (each.name, each.type, f"{each.first} {each.second}", _direction(each.axis))
        for each in robot.loops
    ]
    header = ("closing joint", "type", "between", "axis")
    return text_table(header, rows) if rows else ""


def _sharing(robot: Evaluated) -> str:
    rows = [
        (
            each.name,
            each.on,
            " ".join(each.of),
            ", ".join(each.components),
            " ".join([each.rule, each.to, *map(number_text, each.weights)]).strip(),
        )
        for each in robot.sharing
    ]
    header = ("rule", "on body", "among", "components", "how")
    return text_table(header, rows) if rows else ""


def _parameters(robot: Evaluated) -> str:
    rows = [
        (each.name, each.value, each.unit, each.formula.text if each.formula else "")
        for each in robot.parameters
    ]
    header = ("parameter", "value in SI", "written in", "defined as")
    return text_table(header, rows) if rows else ""


def _vector(numbers: Evaluated) -> str:
    return " ".join(number_text(number) for number in numbers)


def _rotation(rotation: Evaluated) -> str:
    if rotation.kind == "identity":
        return ""
    kind = rotation.axes if rotation.kind == "sequence" else rotation.kind
    return f"{kind} {_vector(rotation.values)}"


def _axis(joint: Evaluated) -> str:
    from linkwright.description import JOINT_KINDS

    if not JOINT_KINDS[joint.type].has_axis:
        return ""
    return _direction(joint.axis)


def _direction(axis: Evaluated) -> str:
    """Return a direction by its letter where it has one."""
    from linkwright.description import AXES

    letters = {direction: letter for letter, direction in AXES.items()}
    return letters.get(axis) or _vector(axis)


def _limits(limits: Evaluated) -> str:
    if limits.lower is None and limits.upper is None:
        return ""
    ends = (limits.lower, limits.upper)
    return " .. ".join("" if end is None else number_text(end) for end in ends)


def _coupling(joint: Evaluated) -> str:
    if joint.coupling is None:
        return ""
    ratio, offset = joint.coupling.ratio, joint.coupling.offset
    shift = f" + {number_text(offset)}" if offset else ""
    return f"{number_text(ratio)} {joint.coupling.joint}{shift}"
