"""A description made in Python is held to the same laws as one from a file."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from linkwright.description import (
    Coupling,
    Formula,
    Inertial,
    Limits,
    Parameter,
    Rotation,
    Visual,
    body,
    describe,
    element,
    joint,
    loop,
    numbers_in,
    share,
    validate,
)
from linkwright.errors import DescriptionError

ROBOT = describe(
    "crane",
    [
        body("mast", mass=2, inertia=[1, 1, 1], points={"tip": [0, 0, 1]}),
        body("boom", mass=1, inertia=[1, 1, 1], visuals=[Visual("box", (1, 1, 1))]),
        body("hook", points={"eye": [0, 0, 0.1]}),
    ],
    [
        joint(
            "slew",
            "revolute",
            "world",
            "mast",
            limits={"lower": -1, "upper": 1},
            reference=0.5,
        ),
        joint("luff", "revolute", "mast", "boom", coupled_to="slew", damping=0.1),
        joint("lift", "helical", "boom", "hook", axis="x", pitch=0.01),
    ],
    parameters={"reach": "2 m"},
    elements=[
        element(
            "rope",
            "spring",
            ("tip", "eye"),
            pins="y",
            second_pins="-y",
            stiffness=100,
            free_length=1,
            acts="pull",
        ),
        element("coil", "torsion_spring", joint="slew", stiffness=3),
    ],
    loops=[
        loop("pin", "revolute", ("tip", "eye"), axis="y", second_axis="x"),
        loop("rail", "prismatic", ("tip", "eye"), rotation={"zxz": [1, 2, 3]}),
    ],
    sharing=[share("both", "hook", ["pin", "lift"], ["force x"], ratios=[1, 2])],
)


def with_body(**changes):
    return replace(
        ROBOT, bodies=(replace(ROBOT.bodies[0], **changes), *ROBOT.bodies[1:])
    )


def with_joint(**changes):
    return replace(
        ROBOT, joints=(replace(ROBOT.joints[0], **changes), *ROBOT.joints[1:])
    )


def with_element(index=0, **changes):
    elements = list(ROBOT.elements)
    elements[index] = replace(elements[index], **changes)
    return replace(ROBOT, elements=tuple(elements))


def with_loop(**changes):
    return replace(ROBOT, loops=(replace(ROBOT.loops[0], **changes), ROBOT.loops[1]))


def with_rule(**changes):
    return replace(ROBOT, sharing=(replace(ROBOT.sharing[0], **changes),))


def with_inertial(**changes):
    return with_body(inertial=replace(ROBOT.bodies[0].inertial, **changes))


def test_a_sound_robot_is_returned_unchanged():
    assert validate(ROBOT) is ROBOT


def test_every_number_is_visited_once():
    subjects = [slot.subject for _, slot in numbers_in(ROBOT)]
    assert subjects.count("body 'mast', mass") == 1
    assert subjects.count("joint 'slew', limits, lower") == 1
    assert subjects.count("joint 'luff', coupled_to, ratio") == 1
    assert subjects.count("joint 'lift', pitch") == 1
    assert subjects.count("body 'boom', visual, box") == 3
    assert subjects.count("joint 'slew', reference") == 1
    assert subjects.count("element 'rope', stiffness") == 1
    assert subjects.count("element 'rope', pins") == 3
    assert subjects.count("loop 'pin', second_axis") == 3
    assert subjects.count("loop 'rail', rotation") == 3
    assert subjects.count("sharing 'both', ratios") == 2


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_no_number_may_be_nan_or_infinite(wrong):
    """Each number in turn is replaced: none is overlooked."""
    from linkwright.description import map_numbers

    for index, (_, slot) in enumerate(numbers_in(ROBOT)):
        count = iter(range(10_000))
        broken = map_numbers(
            ROBOT,
            lambda number, _, at=index, count=count: (
                wrong if next(count) == at else number
            ),
        )
        with pytest.raises(DescriptionError) as caught:
            validate(broken)
        assert str(caught.value).startswith(f"{slot.subject}: {wrong} is no finite")


FAULTS = {
    "a robot without a name": (
        replace(ROBOT, name=""),
        "the robot has no name.\n  Add 'name:'.",
    ),
    "a body without a name": (
        with_body(name=""),
        "a body has an empty name.\n  Every body has a name of its own.",
    ),
    "a body's name twice": (
        with_body(name="boom"),
        "the body name 'boom' is used twice.\n"
        "  Every body has a name of its own.  Rename one of them.",
    ),
    "a joint's name twice": (
        with_joint(name="luff"),
        "the joint name 'luff' is used twice.\n"
        "  Every joint has a name of its own.  Rename one of them.",
    ),
    "a parameter's name twice": (
        replace(ROBOT, parameters=ROBOT.parameters * 2),
        "the parameter name 'reach' is used twice.\n"
        "  Every parameter has a name of its own.  Rename one of them.",
    ),
    "an unknown type": (
        with_joint(type="hinge"),
        "joint 'slew': the type 'hinge' is unknown.\n"
        "  Types: fixed, revolute, prismatic, helical, cylindrical, universal, planar, "
        "spherical, free.",
    ),
    "helical without pitch": (
        with_joint(type="helical"),
        "joint 'slew': a helical joint needs 'pitch'.\n  Found none.  Add 'pitch:'.",
    ),
    "a second axis too many": (
        with_joint(second_axis=(1.0, 0.0, 0.0)),
        "joint 'slew': a revolute joint has no 'second_axis'.\n"
        "  'second_axis' belongs to: universal.  Remove 'second_axis'.",
    ),
    "coordinates of a revolute joint": (
        with_joint(coordinates="zxz"),
        "joint 'slew': a revolute joint has no 'coordinates'.\n"
        "  'coordinates' belongs to: spherical.  Remove 'coordinates'.",
    ),
    "unknown coordinates": (
        with_joint(type="spherical", limits=Limits(), coordinates="zzx"),
        "joint 'slew': the coordinates 'zzx' are unknown.\n"
        "  Known: quaternion, xyx, xyz, xzx, xzy, yxy, yxz, yzx, yzy, zxy, zxz, zyx, "
        "zyz.  Did you mean 'zyz'?",
    ),
    "damping of a spherical joint": (
        with_joint(type="spherical", limits=Limits(), damping=1.0),
        "joint 'slew': a spherical joint has no 'damping'.\n"
        "  'damping' belongs to: revolute, prismatic, helical.  Remove 'damping'.",
    ),
    "an unknown rotation": (
        with_joint(rotation=Rotation("zzx", (0.0, 0.0, 0.0))),
        "joint 'slew': the rotation 'zzx' has 3 values.\n"
        "  Kinds: identity, xyx, xyz, xzx, xzy, yxy, yxz, yzx, yzy, zxy, zxz, zyx, "
        "zyz, axis_angle, quaternion, matrix, sequence.  Did you mean 'zyz'?",
    ),
    "a rotation with too few values": (
        with_joint(rotation=Rotation("sequence", (0.0,), "xy")),
        "joint 'slew': the rotation 'sequence' has 1 values and axes 'xy'.\n"
        "  sequence takes 2 values. Kinds: identity, xyx, xyz, xzx, xzy, yxy, yxz, "
        "yzx, yzy, zxy, zxz, zyx, zyz, axis_angle, quaternion, matrix, sequence.",
    ),
    "an unknown name in a formula": (
        with_inertial(mass=Formula("rech * 1 kg")),
        "body 'mast', mass: formula 'rech * 1 kg' has the unknown name 'rech'.\n"
        "  Parameters: reach.  Did you mean 'reach'?",
    ),
    "a formula of another kind": (
        with_inertial(mass=Formula("reach")),
        "body 'mast', mass: 'reach' is a length.\n  Expected a mass.",
    ),
    "a formula without a value": (
        with_inertial(mass=Formula("1 kg / si(reach - reach)")),
        "body 'mast', mass: formula '1 kg / si(reach - reach)' has no finite value: it "
        "comes to 1 / 0.\n"
        "  Every formula must have a value at the declared parameters.",
    ),
    "a text for a number": (
        with_inertial(mass="2 kg"),
        "body 'mast', mass: '2 kg' is no number.\n  Expected a float or a Formula.",
    ),
    "a parameter that is no number": (
        replace(ROBOT, parameters=(Parameter("reach", math.nan),)),
        "parameter 'reach': nan is no finite number.\n  Expected a finite one.",
    ),
    "an unknown drive": (
        with_joint(coupling=Coupling("luf")),
        "joint 'slew', coupled_to: joint 'luf' does not exist.\n"
        "  Joints: slew, luff, lift.  Did you mean 'luff'?",
    ),
    "a circle of couplings": (
        with_joint(coupling=Coupling("luff")),
        "the joints slew -> luff -> slew are coupled in a circle.\n"
        "  One joint of a chain of couplings must be free.  Remove one 'coupled_to'.",
    ),
    "an unknown type of element": (
        with_element(type="sprong"),
        "element 'rope': the type 'sprong' is unknown.\n"
        "  Types: spring, damper, constant_force, force_law, torsion_spring, bar, "
        "linear_actuator, hunt_crossley, lankarani_nikravesh.  Did you mean 'spring'?",
    ),
    "a number of another element": (
        with_element(numbers=(("stiffnes", 1.0),)),
        "element 'rope': a spring has no 'stiffnes'.\n"
        "  'stiffnes' belongs to: nothing.  Remove 'stiffnes'.",
    ),
    "an element without a number": (
        with_element(numbers=(("stiffness", 1.0),)),
        "element 'rope': a spring needs 'free_length'.\n"
        "  It needs: between, stiffness, free_length.  Add 'free_length:'.",
    ),
    "a spring at a joint": (
        with_element(joint="slew"),
        "element 'rope': a spring has no 'drives'.\n"
        "  'drives' belongs to: linear_actuator.  Remove 'drives'.",
    ),
    "a torsion spring between points": (
        with_element(1, first="tip", second="eye"),
        "element 'coil': a torsion_spring has no 'between'.\n"
        "  'between' belongs to: spring, damper, constant_force, force_law, bar, "
        "linear_actuator, hunt_crossley, lankarani_nikravesh.  Remove 'between'.",
    ),
    "an element without its second point": (
        with_element(second=""),
        "element 'rope': point '' does not exist.\n  Points: tip, eye.",
    ),
    "an element that acts strangely": (
        with_element(acts="pulls"),
        "element 'rope': it acts 'pulls'.\n"
        "  Known: both, pull, push.  Did you mean 'pull'?",
    ),
    "a law without a formula": (
        with_element(
            type="force_law", pins=None, second_pins=None, numbers=(("law", 2.0),)
        ),
        "element 'rope', law: 2.0 is no formula.\n"
        "  A law is a formula of 'length' and 'rate', such as "
        "'1000 N/m * (length - 0.5 m)'.",
    ),
    "a law of another kind": (
        with_element(
            type="force_law",
            pins=None,
            second_pins=None,
            numbers=(("law", Formula("length * 2 N")),),
        ),
        "element 'rope', law: 'length * 2 N' is a torque.\n  Expected a force.",
    ),
    "a stiffness that turns negative by its formula": (
        with_element(
            numbers=(
                ("stiffness", Formula("3 N/m - reach * 2 N/m^2")),
                ("free_length", 1.0),
            )
        ),
        "element 'rope': the stiffness is -1.\n  The stiffness must be above zero.",
    ),
    "an unknown type of loop": (
        with_loop(type="hinge"),
        "loop 'pin': the type 'hinge' is unknown.\n"
        "  Types: fixed, revolute, prismatic, cylindrical, universal, planar, "
        "spherical.",
    ),
    "a loop with a rotation that it does not hold": (
        with_loop(rotation=Rotation("sequence", (0.1,), "x")),
        "loop 'pin': a revolute loop has no 'rotation'.\n"
        "  'rotation' belongs to: fixed, prismatic.  Remove 'rotation'.",
    ),
    "a loop with an unknown rotation": (
        with_loop(type="fixed", rotation=Rotation("zzx", (0.0, 0.0, 0.0))),
        "loop 'pin': the rotation 'zzx' has 3 values.\n"
        "  Kinds: identity, xyx, xyz, xzx, xzy, yxy, yxz, yzx, yzy, zxy, zxz, zyx, "
        "zyz, axis_angle, quaternion, matrix, sequence.  Did you mean 'zyz'?",
    ),
    "an unknown rule of sharing": (
        with_rule(rule="evenly"),
        "sharing 'both': the rule 'evenly' is unknown.\n"
        "  Rules: equal, none, all_to, ratios, compliance, minimum_norm.",
    ),
    "weights of a rule that has none": (
        with_rule(rule="equal"),
        "sharing 'both': the rule 'equal' has no numbers.\n"
        "  Rules with numbers: ratios, compliance, minimum_norm.  Remove 'weights'.",
    ),
    "a rule of sharing without a name": (
        with_rule(name=""),
        "a sharing rule has an empty name.\n"
        "  Every sharing rule has a name of its own.",
    ),
    "a reference of a joint that follows another": (
        with_joint(coupling=Coupling("lift")),
        "joint 'slew': it has a reference, but follows joint 'lift'.\n"
        "  Its coordinate is the ratio times the other's, plus the offset.  "
        "Give 'lift' the reference.",
    ),
    "a mass that turns negative by its formula": (
        with_inertial(mass=Formula("1 kg - reach * 1 kg/m")),
        "body 'mast': the mass is -1.\n  The mass must not be negative.",
    ),
}


@pytest.mark.parametrize(("robot", "message"), FAULTS.values(), ids=FAULTS)
def test_fault_is_named(robot, message):
    with pytest.raises(DescriptionError) as caught:
        validate(robot)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "inertia",
    [
        (0.0, 1.0, 1.0, 0.0, 0.0, 0.0),  # a thin rod along x
        (2.0, 1.0, 1.0, 0.0, 0.0, 0.0),  # a flat plate
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),  # a point
        (1.27e-2, 1.27e-2, 5.4e-3, 0.0, 0.0, 0.0),
        (2.0005, 1.0, 1.0, 0.0, 0.0, 0.0),  # a plate as printed with four digits
    ],
)
def test_inertias_at_the_edge_of_what_is_possible_are_accepted(inertia):
    validate(with_body(inertial=Inertial(2.0, (0.0, 0.0, 0.0), inertia)))


def test_axes_as_printed_with_four_digits_are_accepted():
    validate(with_joint(axis=(0.7071, 0.0, 0.7071)))
