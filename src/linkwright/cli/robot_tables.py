"""A robot as tables of text; every number in SI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.cli.table import number_text, text_table

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
    from linkwright.model.coordinates import coordinates_of

    layout = coordinates_of(description)
    return (
        f"{len(description.bodies)} bodies, {len(description.joints)} joints, "
        f"nq = {len(layout.coordinate_names)}, nv = {len(layout.velocity_names)}, "
        f"{number_text(total_mass(description))} kg"
    )


def total_mass(description: Description) -> float:
    """Return the sum of all bodies' masses."""
    inertials = (body.inertial for body in in_numbers(description).bodies)
    return sum((inertial.mass for inertial in inertials if inertial), 0.0)


def tables(description: Description) -> list[str]:
    """Return the tables of joints, bodies, points and parameters, each titled."""
    robot = in_numbers(description)
    listed = {
        "Joints, in the order of q": _joints(robot),
        "Bodies": _bodies(robot),
        "Points": _points(robot),
        "Parameters": _parameters(robot),
    }
    return [f"{title}\n{table}" for title, table in listed.items() if table]


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
            _coupling(joint),
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
    from linkwright.description import AXES, JOINT_KINDS

    if not JOINT_KINDS[joint.type].has_axis:
        return ""
    letters = {direction: letter for letter, direction in AXES.items()}
    return letters.get(joint.axis) or _vector(joint.axis)


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
