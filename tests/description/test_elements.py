"""Elements, loops and rules made in Python, and what keeps or refuses them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from linkwright.description import (
    Coupling,
    Formula,
    Placement,
    attach,
    body,
    describe,
    element,
    float_base,
    joint,
    lock,
    loop,
    share,
    validate,
)
from linkwright.description.connections import Connection, connections_of
from linkwright.description.paths import carriers_of, joints_between
from linkwright.errors import DescriptionError
from linkwright.formats import read_text

YAML = """
linkwright: 1
name: digger
parameters: {k: 1029 N/m}
bodies:
  base: {points: {A: [0, 0, 0], B: [0.1, 0, 0]}}
  boom: {points: {P: [0.3, 0, 0], Q: [0.9, 0, 0]}}
  lever: {points: {R: [0, 0, 0.2], S: [0.01, 0, 0.2]}}
  bucket: {points: {T: [0, 0, 0.1]}}
joints:
  stand: {type: fixed, parent: world, body: base}
  luff: {type: revolute, parent: base, body: boom, axis: y, reference: -30 deg}
  rock: {type: revolute, parent: boom, body: lever, axis: y, dependent: true}
  dig: {type: revolute, parent: boom, body: bucket, axis: y, at: [0.9, 0, 0]}
elements:
  act: {type: linear_actuator, between: [A, P], pins: y, drives: luff, rod_mass: 1,
        rod_length: 20 cm}
  act_2: {type: linear_actuator, between: [B, P], drives: luff}
  cylinder: {type: linear_actuator, between: [Q, R], pins: y, second_pins: -y,
             drives: dig}
  spring: {type: spring, between: [B, Q], stiffness: k, free_length: 0.077,
           pretension: 15.1, acts: pull}
  rope: {type: force_law, between: [P, T], law: k * (length - 0.5 m)}
  rod: {type: bar, between: [S, T], length: 1.2}
  coil: {type: torsion_spring, joint: rock, stiffness: 3, free_angle: 10 deg}
loops:
  pin: {type: revolute, between: [Q, S], axis: y, second_axis: -y}
  rail: {type: prismatic, between: [Q, R], rotation: {zxz: [1, 2, 3]}}
sharing:
  pins: {on: boom, of: [luff, act.upper], components: [force y], rule: equal}
  lift: {on: lever, of: [rock, pin], components: [torque x], all_to: pin}
  both: {on: boom, of: [act.slide, act_2], components: [drive], ratios: [1, 2]}
  soft: {on: lever, of: [pin, rail], components: [force z], compliance: [1e-6 m/N, 2]}
"""


def digger(**changes):
    """The same in Python."""
    parts = {
        "bodies": [
            body("base", points={"A": [0, 0, 0], "B": [0.1, 0, 0]}),
            body("boom", points={"P": [0.3, 0, 0], "Q": [0.9, 0, 0]}),
            body("lever", points={"R": [0, 0, 0.2], "S": [0.01, 0, 0.2]}),
            body("bucket", points={"T": [0, 0, 0.1]}),
        ],
        "joints": [
            joint("stand", "fixed", "world", "base"),
            joint("luff", "revolute", "base", "boom", axis="y", reference="-30 deg"),
            joint("rock", "revolute", "boom", "lever", axis="y", dependent=True),
            joint("dig", "revolute", "boom", "bucket", axis="y", at=(0.9, 0, 0)),
        ],
        "elements": [
            element(
                "act",
                "linear_actuator",
                ("A", "P"),
                pins="y",
                drives="luff",
                rod_length="20 cm",
                rod_mass=1,
            ),
            element("act_2", "linear_actuator", ["B", "P"], drives="luff"),
            element(
                "cylinder",
                "linear_actuator",
                ("Q", "R"),
                pins="y",
                second_pins=(0, -1, 0),
                drives="dig",
            ),
            element(
                "spring",
                "spring",
                ("B", "Q"),
                stiffness="k",
                free_length=0.077,
                pretension=15.1,
                acts="pull",
            ),
            element("rope", "force_law", ("P", "T"), law="k * (length - 0.5 m)"),
            element("rod", "bar", ("S", "T"), length=1.2),
            element(
                "coil", "torsion_spring", joint="rock", stiffness=3, free_angle="10 deg"
            ),
        ],
        "loops": [
            loop("pin", "revolute", ("Q", "S"), axis="y", second_axis="-y"),
            loop("rail", "prismatic", ("Q", "R"), rotation={"zxz": [1, 2, 3]}),
        ],
        "sharing": [
            share("pins", "boom", ["luff", "act.upper"], ["force y"], rule="equal"),
            share("lift", "lever", ["rock", "pin"], ["torque x"], all_to="pin"),
            share("both", "boom", ["act.slide", "act_2"], ["drive"], ratios=[1, 2]),
            share(
                "soft",
                "lever",
                ["pin", "rail"],
                ["force z"],
                compliance=["1e-6 m/N", 2],
            ),
        ],
        "parameters": {"k": "1029 N/m"},
    }
    return describe("digger", **{**parts, **changes})


def test_python_and_yaml_say_the_same():
    assert digger() == read_text(YAML)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: element("e", "sprong"),
            "element 'e': the type 'sprong' is unknown.\n"
            "  Types: spring, damper, constant_force, force_law, torsion_spring, bar, "
            "linear_actuator, hunt_crossley, lankarani_nikravesh.  "
            "Did you mean 'spring'?",
        ),
        (
            lambda: element("e", "damper", ("A", "P"), dampng=1),
            "element 'e': 'dampng' is unknown.\n"
            "  Known: between, pins, second_pins, acts, damping, count, shortest, "
            "longest.  Did you mean 'damping'?",
        ),
        (
            lambda: element("e", "damper", ("A", "P"), stiffness=1),
            "element 'e': a damper has no 'stiffness'.\n"
            "  'stiffness' belongs to: spring, torsion_spring, hunt_crossley, "
            "lankarani_nikravesh.  Remove 'stiffness'.",
        ),
        (
            lambda: element("e", "bar", ("A", "P"), length=1, acts="pull"),
            "element 'e': a bar has no 'acts'.\n"
            "  'acts' belongs to: spring, damper, force_law.  Remove 'acts'.",
        ),
        (
            lambda: element("e", "spring", ("A", "P"), stiffness="2 N"),
            "element 'e', stiffness: '2 N' is a force.\n"
            "  Expected a stiffness, such as '1 N/m'.",
        ),
        (
            lambda: element("e", "damper", "AP", damping=1),
            "element 'e', between: found 'AP'.\n  Expected the names of two points.",
        ),
        (
            lambda: element("e", "force_law", ("A", "P"), law="20 N"),
            "element 'e', law: '20 N' is the same for every length and rate.\n"
            "  A law is a formula of 'length' and 'rate', such as "
            "'1000 N/m * (length - 0.5 m)'.  For a constant use the type "
            "'constant_force'.",
        ),
        (
            lambda: loop("l", "revolute", ("A",)),
            "loop 'l', between: found ('A',).\n  Expected the names of two points.",
        ),
        (
            lambda: loop("l", "revolute", ("A", "P"), axis="w"),
            "loop 'l', axis: 'w' is unknown.\n"
            "  Known: x, y, z, -x, -y, -z, or three numbers.",
        ),
        (
            lambda: share("s", "boom", ["a", "b"], ["force x"]),
            "sharing 's': found 0 ways to share.\n"
            "  Expected one of rule, all_to, ratios, compliance, minimum_norm.",
        ),
        (
            lambda: share("s", "boom", ["a"], ["force x"], rule="none", all_to="a"),
            "sharing 's': found 2 ways to share.\n"
            "  Expected one of rule, all_to, ratios, compliance, minimum_norm.",
        ),
        (
            lambda: share("s", "boom", "luff", ["force x"], rule="none"),
            "sharing 's', of: found 'luff'.\n  Expected a list of names.",
        ),
        (
            lambda: share("s", "b", ["a", "b"], ["torque x"], compliance=["1 m/N", 1]),
            "sharing 's', compliance: '1 m/N' is a compliance.\n"
            "  Expected an angular compliance, such as '1 rad/(N*m)'.",
        ),
    ],
)
def test_slips_are_named(make, message):
    with pytest.raises(DescriptionError) as caught:
        make()
    assert str(caught.value) == message


def test_connections_join_the_bodies_that_their_points_are_on():
    found = connections_of(digger())
    assert found["luff"] == Connection(("base", "boom"), ("base", "boom"), True)
    assert found["pin"] == Connection(("boom", "lever"), ("boom", "lever"))
    assert found["act.lower"].bodies == ("base", "act.barrel")
    assert found["act.slide"] == Connection(
        ("act.barrel", "act.rod"), ("base", "boom"), True
    )
    assert found["act.upper"].bodies == ("act.rod", "boom")
    assert found["act_2"] == Connection(("base", "boom"), ("base", "boom"), True)
    assert found["rod"].bodies == ("lever", "bucket")
    assert not {"act", "spring", "rope", "coil", "act_2.slide"} & set(found)


def test_joints_between_two_bodies_are_those_of_the_path():
    def between(first, second):
        carriers = carriers_of(digger().joints)
        return [each.name for each in joints_between(carriers, first, second)]

    assert between("boom", "boom") == []
    assert between("boom", "lever") == between("lever", "boom") == ["rock"]
    assert sorted(between("bucket", "lever")) == ["dig", "rock"]
    assert between("world", "boom") == ["luff", "stand"]


def refusal(**changes) -> str:
    with pytest.raises(DescriptionError) as caught:
        digger(**changes)
    return str(caught.value)


def test_actuator_may_drive_through_a_dependent_joint():
    """The digger's cylinder turns the bucket by way of the lever and the rod."""
    driven = {each.name: each.joint for each in digger().elements}
    assert driven["cylinder"] == "dig"


def test_actuator_may_drive_by_way_of_a_coupled_joint():
    def arm(drives):
        return describe(
            "arm",
            [body("a", points={"A": [1, 0, 0]}), body("b", points={"B": [2, 0, 0]})],
            [
                joint("one", "revolute", "world", "a"),
                joint("two", "revolute", "a", "b", coupled_to=Coupling("one", 2.0)),
            ],
            elements=[element("e", "linear_actuator", ("A", "B"), drives=drives)],
        )

    assert arm("one").elements[0].joint == "one"
    with pytest.raises(DescriptionError, match="follows joint 'one'"):
        arm("two")


@pytest.mark.parametrize(
    "rule",
    [
        share("both", "boom", ["act.slide", "act_2"], ["drive"], rule="none"),
        share("both", "boom", ["act.upper", "act_2"], ["force x"], rule="equal"),
        share("both", "boom", ["luff", "act_2"], ["drive"], rule="equal"),
    ],
    ids=["none", "another component", "another pair"],
)
def test_two_actuators_of_one_joint_need_a_rule_that_shares_their_drive(rule):
    assert refusal(sharing=[rule]) == (
        "joint 'luff' is driven by 'act' and 'act_2'.\n"
        "  What each of them gives must be declared.  Add a rule under 'sharing' with "
        "'of: [act.slide, act_2]' and 'components: [drive]'."
    )


def test_loop_elsewhere_does_not_make_a_joint_dependent():
    joints = [*digger().joints[:3], replace(digger().joints[3], dependent=True)]
    free = [each for each in digger().elements if each.name != "cylinder"]
    assert digger(joints=joints, elements=free).joints[3].dependent
    loose = [each for each in free if each.name != "rod"]
    assert refusal(joints=joints, elements=loose).startswith(
        "joint 'dig': it is dependent, but in no loop.\n"
    )


def test_only_a_dependent_joint_is_said_to_be_driven():
    joints = [*digger().joints[:3], replace(digger().joints[3], driven=True)]
    assert refusal(joints=joints).startswith(
        f"joint '{joints[3].name}': it is driven, and not dependent.\n"
    )


def test_a_spring_closes_no_loop():
    spring = element("s", "spring", ("Q", "R"), pins="y", stiffness=1, free_length=0.1)
    found = refusal(elements=[spring], loops=[], sharing=[])
    assert found.startswith("joint 'rock': it is dependent, but in no loop.")


def test_locking_leaves_elements_and_loops_and_drops_the_reference():
    plain = digger(
        elements=[each for each in digger().elements if each.joint in ("", "rock")],
        sharing=[share("lift", "lever", ["rock", "pin"], ["torque x"], all_to="pin")],
    )
    locked = validate(lock(plain, {"luff": 0.2}))
    assert locked.joints[1].type == "fixed"
    assert locked.joints[1].reference is None
    assert (locked.elements, locked.loops) == (plain.elements, plain.loops)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"rock": 0.1},
            "locked: joint 'rock' is dependent.\n"
            "  It follows from the loops it is in.  "
            "Lock a joint that has a coordinate of its own.",
        ),
        (
            {"dig": 0.1},
            "locked: element 'cylinder' drives joint 'dig'.\n"
            "  A locked joint does not move.  Remove the element first.",
        ),
    ],
)
def test_joints_that_loops_or_elements_move_are_not_locked(values, message):
    with pytest.raises(DescriptionError) as caught:
        lock(digger(), values)
    assert str(caught.value) == message


def test_joint_coupled_to_a_locked_one_is_not_locked_under_its_spring():
    robot = describe(
        "pair",
        [body("a"), body("b")],
        [
            joint("one", "revolute", "world", "a"),
            joint("two", "revolute", "a", "b", coupled_to=Coupling("one", 2.0)),
        ],
        elements=[element("coil", "torsion_spring", joint="two", stiffness=2)],
    )
    with pytest.raises(DescriptionError) as caught:
        lock(robot, {"one": 0.1})
    assert str(caught.value).startswith("locked: element 'coil' acts at joint 'two'.")


def test_attached_robot_brings_its_elements_under_its_own_names():
    host = describe("truck", [body("bed")], [joint("road", "free", "world", "bed")])
    both = validate(attach(host, digger(), Placement("arm", "bed", names="{}_arm")))
    assert [each.name for each in both.elements][:2] == ["act_arm", "act_2_arm"]
    assert both.elements[4].law == Formula("arm.k * (length - 0.5 m)")
    assert both.loops[0].second == "S_arm"
    assert both.sharing[0].of == ("luff_arm", "act_arm.upper")
    assert both.sharing[2].of == ("act_arm.slide", "act_2_arm")
    assert both.sharing[1].to == "pin_arm"


def test_floating_leaves_elements_and_loops():
    free = validate(float_base(digger()))
    assert free.joints[0].type == "free"
    assert (free.elements, free.loops, free.sharing) == (
        digger().elements,
        digger().loops,
        digger().sharing,
    )
