"""Random valid descriptions, as a hypothesis strategy."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from linkwright.description import (
    JOINT_KINDS,
    Body,
    Coupling,
    Description,
    Element,
    Formula,
    Inertial,
    Joint,
    Limits,
    Loop,
    Parameter,
    Point,
    Rotation,
    Share,
    Touch,
    Units,
    Visual,
    Wall,
)
from linkwright.description.loops import LOOP_TYPES, RULES
from linkwright.description.rotation import EULER_ORDERS

LENGTHS = ("m", "mm", "inch", "cm")
ANGLES = ("rad", "deg", "rev")

numbers = st.floats(-1e3, 1e3, allow_subnormal=False).map(lambda x: x + 0.0)
positive = st.floats(1e-6, 1e3)
names = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")),
    min_size=1,
    max_size=8,
).filter(lambda name: name.strip() and name != "world")
units = st.builds(
    lambda length, angle: Units((("length", length), ("angle", angle))),
    st.sampled_from(LENGTHS),
    st.sampled_from(ANGLES),
) | st.just(Units())
lengths = numbers | st.sampled_from(
    (Formula("reach"), Formula("-reach / 2 + 3 mm"), Formula("max(reach, 1 m) * share"))
)
vectors = st.tuples(lengths, lengths, lengths)
UNIT_VECTORS = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.6, 0.0, 0.8), (-0.48, 0.6, 0.64))
angles = numbers | st.just(Formula("tilt * 2"))
rotations = st.one_of(
    st.just(Rotation()),
    st.builds(Rotation, st.sampled_from(EULER_ORDERS), st.tuples(*[angles] * 3)),
    st.builds(
        lambda steps: Rotation(
            "sequence", tuple(a for _, a in steps), "".join(x for x, _ in steps)
        ),
        st.lists(st.tuples(st.sampled_from("xyz"), angles), min_size=1, max_size=4),
    ),
    st.builds(
        lambda axis, angle: Rotation("axis_angle", (*axis, angle)),
        st.sampled_from(UNIT_VECTORS),
        angles,
    ),
    st.just(Rotation("quaternion", (0.0, 0.6, 0.0, 0.8))),
    st.just(Rotation("matrix", (0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0))),
)
inertials = st.none() | st.builds(
    lambda mass, center, moment: Inertial(
        mass, center, (moment, 1.5 * moment, 2 * moment, 0.0, 0.01 * moment, 0.0)
    ),
    positive | st.just(Formula("share * 2 kg")),
    vectors,
    positive,
)
visuals = st.one_of(
    st.builds(Visual, st.just("box"), st.tuples(*[positive] * 3)),
    st.builds(Visual, st.just("sphere"), st.tuples(positive), at=vectors),
    st.builds(Visual, st.just("mesh"), file=names, rotation=rotations),
    st.builds(Visual, st.just("cylinder"), st.tuples(positive, positive)),
)
limits = st.builds(
    lambda a, b, velocity: Limits(min(a, b), max(a, b), velocity),
    numbers,
    numbers,
    st.none() | positive,
) | st.just(Limits())


@st.composite
def descriptions(draw, kinds=tuple(JOINT_KINDS), closed=True):
    """Draw a robot of up to five bodies on a random tree.

    Where ``closed``, its first and last body may be joined by elements and a loop.
    """
    count = draw(st.integers(0, 5))
    called = draw(st.lists(names, min_size=2 * count, max_size=2 * count, unique=True))
    bodies, joints = [], []
    for index in range(count):
        body, joint = called[2 * index : 2 * index + 2]
        points = (Point(f"{body} tip {index}", draw(vectors)),)
        bodies.append(
            Body(
                body,
                draw(inertials),
                points if draw(st.booleans()) and points[0].name not in called else (),
                tuple(draw(st.lists(visuals, max_size=1))),
            )
        )
        parent = draw(st.sampled_from(["world", *(each.name for each in bodies[:-1])]))
        joints.append(_joint(draw, joint, parent, body, joints, kinds))
    parameters = (
        Parameter("reach", draw(positive), None, draw(st.sampled_from(LENGTHS))),
        Parameter("tilt", draw(positive), None, draw(st.sampled_from(ANGLES))),
        Parameter("share", draw(positive)),
    )
    parts = {}
    if closed and count > 1 and draw(st.booleans()):
        bodies, joints, parts = _closed(draw, bodies, joints)
    if closed:
        parts["walls"] = tuple(_walls(draw, bodies, joints))
    return Description(
        draw(names),
        draw(st.tuples(numbers, numbers, numbers)),
        tuple(bodies),
        tuple(joints),
        parameters,
        tuple(draw(st.lists(names, max_size=2))),
        tuple(draw(st.lists(names, max_size=2))),
        draw(units),
        **parts,
    )


def _joint(draw, name, parent, body, joints, kinds):
    kind = draw(st.sampled_from(kinds))
    options = {"at": draw(vectors), "rotation": draw(rotations)}
    if JOINT_KINDS[kind].has_axis:
        options["axis"] = draw(st.sampled_from(UNIT_VECTORS))
    if kind == "helical":
        options["pitch"] = draw(positive)
    if kind == "universal":
        options["second_axis"] = (0.8, 0.0, -0.6)
    if kind == "spherical":
        options["coordinates"] = draw(st.sampled_from(("quaternion", "zxz")))
    if JOINT_KINDS[kind].coordinate:
        options["limits"] = draw(limits)
        options["armature"] = draw(st.just(0.0) | positive)
        options["friction"] = draw(st.just(0.0) | positive)
        drives = [each.name for each in joints if JOINT_KINDS[each.type].coordinate]
        if drives and draw(st.booleans()):
            drive = draw(st.sampled_from(drives))
            options["coupling"] = Coupling(drive, draw(numbers), draw(numbers))
    return Joint(name, kind, parent, body, **options)


SIZED = {
    "circle": (("radius", (2.0,)),),
    "ellipse": (("semi_axes", (2.0, Formula("reach"))),),
    "cylinder": (("radius", (2.5e-6,)), ("length", (Formula("reach * 2"),))),
    "sphere": (("radius", (Formula("reach / 3"),)),),
    "box": (("size", (1.0, 2.0, 3.0)),),
}


def _walls(draw, bodies, joints):
    touches = [
        Touch((point.name,), restitution=draw(st.none() | st.just(0.5)))
        for body in bodies
        for point in body.points
    ]
    shape = draw(st.sampled_from(("none", *SIZED, "polyline", "surface", "plane")))
    given = {"at": draw(vectors), "rotation": draw(rotations)}
    given |= {"restitution": draw(st.floats(0, 1)), "friction": draw(positive)}
    given |= {"contacts": tuple(touches)}
    if shape not in ("none", "plane"):
        given["robot"] = "outside"
    if shape in ("plane", "circle", "cylinder"):
        given["axis"] = draw(st.sampled_from(UNIT_VECTORS))
    if shape == "polyline":
        given["corners"] = ((0.0, 0.0), (Formula("reach"), 0.0), (0.0, 2.0))
    if shape == "surface":
        given["formula"] = Formula("x^2 + y * z - (0.1 m)^2")
    if shape != "none":
        yield Wall("wall 1", shape, numbers=SIZED.get(shape, ()), **given)
    for joint in joints:
        if joint.limits.upper is not None:
            yield Wall(f"stop of {joint.name}", "stop", joint=joint.name, limit="upper")


SPANNING = {
    "spring": (("stiffness", Formula("share * 1 N/m")), ("free_length", 0.5)),
    "damper": (("damping", 3.0), ("count", 2.0)),
    "constant_force": (("force", -20.0),),
    "force_law": (("law", Formula("share * length * 1 N/m - 2 N*s/m * rate")),),
    "bar": (("length", Formula("reach")),),
    "linear_actuator": (("shortest", 0.3), ("longest", 0.5)),
}
WEIGHTS = {
    "ratios": (1.0, 2.5e-6),
    "compliance": (1.0, 2.5e-6),
    "minimum_norm": (0.4,),
}
ROD = (("rod_mass", 0.25), ("rod_length", 0.2))


def _closed(draw, bodies, joints):
    """Return bodies with points P and Q, and what is drawn between those."""
    ends = [
        replace(each, points=(*each.points, Point(f"{each.name} {end}", draw(vectors))))
        for each, end in ((bodies[0], "first end"), (bodies[-1], "second end"))
    ]
    first, second = (each.points[-1].name for each in ends)
    last = joints[-1]
    drivable = last.coupling is None and JOINT_KINDS[last.type].coordinate
    kinds = [each for each in SPANNING if each != "linear_actuator" or drivable]
    kind = draw(st.sampled_from(kinds))
    drives = last.name if kind == "linear_actuator" else ""
    masses = kind == "linear_actuator" and draw(st.booleans())
    pinned = masses or (kind == "spring" and draw(st.booleans()))
    given = (ROD if masses else ()) + SPANNING[kind]  # in the order of the reader
    one_way = kind in ("spring", "damper", "force_law")
    elements = [
        Element(
            "element\n1",
            kind,
            first,
            second,
            drives,
            pins=(0.6, 0.0, 0.8) if pinned else None,
            second_pins=(0.0, -1.0, 0.0) if pinned else None,
            numbers=given,
            acts=draw(st.sampled_from(("both", "pull"))) if one_way else "both",
        )
    ]
    turning = [each.name for each in joints if each.type == "revolute"]
    if turning:
        numbers = (("stiffness", 3.0), ("free_angle", draw(angles)))
        elements.append(
            Element("element\n2", "torsion_spring", joint=turning[0], numbers=numbers)
        )
    loop = _loop(draw, first, second)
    on = bodies[-1].name
    way = draw(st.sampled_from(RULES))
    share = Share(
        draw(names),
        on,
        (loop.name, joints[-1].name),
        ("force x", "torque z"),
        way,
        loop.name if way == "all_to" else "",
        WEIGHTS.get(way, ()),
    )
    parts = {"elements": tuple(elements), "loops": (loop,), "sharing": (share,)}
    joints = [*joints[:-1], _referred(draw, last, dependent=not drives)]
    return [ends[0], *bodies[1:-1], ends[1]], joints, parts


def _loop(draw, first, second):
    kind = draw(st.sampled_from(LOOP_TYPES))
    options = {}
    if kind not in ("fixed", "spherical"):
        options["axis"] = draw(st.sampled_from(UNIT_VECTORS))
    if kind in ("fixed", "prismatic"):
        options["rotation"] = draw(rotations)
    elif kind == "universal":
        options["second_axis"] = (0.8, 0.0, -0.6)
    return Loop("loop\n1", kind, first, second, **options)


def _referred(draw, joint, dependent):
    """Return a joint that has a reference, or is dependent, where it may be."""
    if joint.coupling is not None or not JOINT_KINDS[joint.type].coordinate:
        return joint
    driven = dependent and draw(st.booleans())
    reference = draw(st.none() | numbers)
    return replace(joint, reference=reference, dependent=dependent, driven=driven)
