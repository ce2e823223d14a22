"""Placing, attaching, locking and floating move bodies as they say, and no others."""

from __future__ import annotations

import numpy as np
import pytest
from plain_kinematics import matrix_of, poses

from linkwright.description import (
    Coupling,
    Formula,
    Placement,
    Rotation,
    attach,
    body,
    declare_units,
    describe,
    float_base,
    in_units,
    joint,
    lock,
    parameter_values,
    resolve_couplings,
    validate,
)
from linkwright.errors import DescriptionError

TURNED = Rotation("zxz", (0.3, -0.5, 1.1))


def arm(at=(0, 0, 0), rotation=TURNED):
    """Two links on the world; lengths follow the parameter 'length'."""
    return describe(
        "arm",
        [
            body("upper", mass=1, inertia={"solid": "rod", "length": "length"}),
            body("lower", points={"tip": [0, 0, "length / 2"]}),
        ],
        [
            joint("shoulder", "revolute", "world", "upper", at=at, rotation=rotation),
            joint(
                "elbow",
                "revolute",
                "upper",
                "lower",
                at=(0, 0, "length"),
                axis="x",
                coupled_to=Coupling("shoulder", 0.5, 0.1),
            ),
        ],
        parameters={"length": "0.4 m", "twice": "2 * length"},
    )


def trunk():
    return describe(
        "trunk",
        [body("mast")],
        [joint("slew", "revolute", "world", "mast", at=(0, 0, 1))],
        parameters={"reach": "0.7 m"},
    )


def frame(rotation: Rotation, at) -> np.ndarray:
    pose = np.eye(4)
    pose[:3, :3] = matrix_of(rotation)
    pose[:3, 3] = at
    return pose


@pytest.mark.parametrize("own", [(0, 0, 0), (0.1, 0, 0)], ids=["at world", "apart"])
@pytest.mark.parametrize(
    "turn", [Rotation(), Rotation("sequence", (0.7,), "x")], ids=["as is", "turned"]
)
def test_attached_robot_moves_with_its_host(own, turn):
    guest = arm(own)
    placement = Placement("left", "mast", (0.2, 0.3, 0.4), turn)
    both = validate(attach(trunk(), guest, placement))
    q = {"slew": 0.6, "left/shoulder": 0.9}
    found = poses(both, q)
    alone = poses(guest, {"shoulder": 0.9})
    expected = found["mast"] @ frame(turn, (0.2, 0.3, 0.4))
    for name in ("upper", "lower"):
        # products of a dozen numbers of size one
        assert np.allclose(found[f"left/{name}"], expected @ alone[name], atol=1e-14)


def test_attaching_adds_a_base_only_where_two_poses_meet():
    plain = attach(trunk(), arm(), Placement("a", "mast"))
    posed = attach(
        trunk(),
        arm(rotation=Rotation()),
        Placement("a", "mast", (1, 0, 0)),
    )
    both = attach(trunk(), arm(), Placement("a", "mast", (1, 0, 0)))
    names = [[each.name for each in robot.bodies] for robot in (plain, posed, both)]
    assert names[0] == names[1] == ["mast", "a/upper", "a/lower"]
    assert names[2] == ["mast", "a/base", "a/upper", "a/lower"]


def test_parameters_of_the_guest_get_its_name_and_new_values():
    placement = Placement("left", "mast", values={"length": ("reach / 2", None)})
    both = attach(trunk(), arm(), placement)
    values = parameter_values(both)
    assert list(values) == ["reach", "left.length", "left.twice"]
    assert values["left.length"] == 0.35
    assert values["left.twice"] == 0.7
    assert parameter_values(both, {"reach": 1.0})["left.twice"] == 1.0
    assert both.bodies[2].points[0].position[2] == Formula("left.length / 2")


def test_names_follow_the_pattern():
    both = attach(trunk(), arm(), Placement("left", "mast", names="{}_a"))
    assert [each.name for each in both.joints] == ["slew", "shoulder_a", "elbow_a"]
    assert both.joints[2].coupling == Coupling("shoulder_a", 0.5, 0.1)
    assert both.bodies[2].points[0].name == "tip_a"


def test_a_free_guest_is_bolted_on():
    flying = describe("bird", [body("wing")], [joint("air", "free", "world", "wing")])
    both = attach(trunk(), flying, Placement("bird", "mast"))
    assert both.joints[1].type == "fixed"


def test_units_of_the_guest_do_not_change_its_values():
    text = "length * 2"
    guest = describe(
        "guest",
        [body("a", points={"tip": [text, 0, 0]})],
        [joint("j", "fixed", "world", "a")],
        parameters={"length": 3},
    )
    host = describe("host", [], [], units=declare_units({"length": "mm"}))
    both = attach(host, guest, Placement("x", "world"))
    tip = both.bodies[0].points[0].position[0]
    assert tip == Formula("(x.length * 2) * 1 m")
    assert tip.evaluate({"x.length": 3.0}) == 6.0


def test_changing_units_keeps_every_value():
    robot = attach(
        trunk(), arm(), Placement("left", "mast", (Formula("reach * 2"), 0.0, 0.0))
    )
    changed = in_units(robot, declare_units({"length": "inch", "angle": "deg"}))
    assert poses(changed, {"slew": 1.0}).keys() == poses(robot, {}).keys()
    for name, pose in poses(changed, {"slew": 1.0}).items():
        assert np.array_equal(pose, poses(robot, {"slew": 1.0})[name])


def robot_of(kind: str, **options):
    """One joint of a kind, with a pose and an oblique axis, and a follower."""
    return describe(
        "one",
        [body("a"), body("b")],
        [
            joint("j", kind, "world", "a", axis=(0.6, 0, 0.8), **options),
            joint("f", kind, "a", "b", axis="y", coupled_to=Coupling("j", -2.0, 0.3))
            if kind != "helical"
            else joint("f", "revolute", "a", "b", coupled_to=Coupling("j", -2.0, 0.3)),
        ],
        parameters={"reach": "0.7 m", "angle": "20 deg"},
    )


POSES = {
    "no pose": {},
    "a pose": {"at": (0.1, 0.2, 0.3), "rotation": TURNED},
    "a pose of formulas": {
        "at": ("reach", 0, "2 * reach"),
        "rotation": {"zxz": ["angle", 0.2, 0.3]},
    },
}


@pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
@pytest.mark.parametrize("kind", ["revolute", "prismatic", "helical"])
def test_locked_joint_stands_where_it_was_held(kind, pose):
    pitch = {"pitch": 0.05} if kind == "helical" else {}
    robot = robot_of(kind, **pose, **pitch)
    locked = validate(lock(robot, {"j": 0.4}))
    assert {each.type for each in locked.joints} == {"fixed"}
    expected = poses(robot, {"j": 0.4})
    found = poses(locked, {})
    for name in ("a", "b"):
        assert np.allclose(found[name], expected[name], atol=2e-15)  # size one


def test_locking_at_a_formula_follows_the_parameter():
    robot = robot_of("prismatic")
    locked = lock(robot, {"j": Formula("reach / 2")})
    found = poses(locked, {})["a"][:3, 3]
    assert found == pytest.approx(np.array([0.6, 0, 0.8]) * 0.35)


def test_locking_at_zero_leaves_the_pose():
    locked = lock(robot_of("revolute", **POSES["a pose"]), {"j": 0.0})
    assert locked.joints[0].rotation == TURNED


def test_base_is_set_free():
    robot = describe(
        "walker",
        [body("trunk"), body("leg")],
        [
            joint("ground", "fixed", "world", "trunk", at=(0, 0, 1)),
            joint("hip", "revolute", "trunk", "leg"),
        ],
    )
    free = float_base(robot)
    assert [each.type for each in free.joints] == ["free", "revolute"]
    assert float_base(free) == free
    assert float_base(robot, "trunk") == free


def two_bases(kind="fixed"):
    return describe(
        "pair",
        [body("one"), body("two")],
        [joint("a", kind, "world", "one"), joint("b", "fixed", "world", "two")],
    )


@pytest.mark.parametrize(
    ("robot", "base", "message"),
    [
        (
            two_bases(),
            None,
            "floating: 2 bodies stand on the world.\n"
            "  Bodies on the world: one, two.  Name the one to set free.",
        ),
        (
            two_bases(),
            "three",
            "floating: body 'three' does not stand on the world.\n"
            "  Bodies on the world: one, two.",
        ),
        (
            two_bases("revolute"),
            "one",
            "floating: body 'one' moves on the world by the revolute joint 'a'.\n"
            "  A base to set free is fixed to the world.  Add a base body that is "
            "fixed to the world and carries that joint.",
        ),
    ],
)
def test_bases_that_cannot_be_set_free_are_named(robot, base, message):
    with pytest.raises(DescriptionError) as caught:
        float_base(robot, base)
    assert str(caught.value) == message


def test_chains_of_couplings_end_at_the_joint_that_drives_them():
    robot = describe(
        "chain",
        [body(name) for name in "abc"],
        [
            joint("j1", "revolute", "world", "a"),
            joint(
                "j2", "prismatic", "world", "b", coupled_to=Coupling("j1", 0.2, 0.01)
            ),
            joint(
                "j3",
                "revolute",
                "world",
                "c",
                coupled_to=Coupling("j2", Formula("gain / 1 m"), Formula("tilt")),
            ),
        ],
        parameters={"gain": 3, "tilt": "10 deg"},
    )
    resolved = validate(resolve_couplings(robot))
    last = resolved.joints[2].coupling
    assert last.joint == "j1"
    values = parameter_values(robot)
    assert last.ratio.evaluate(values) == pytest.approx(3 * 0.2, rel=1e-15)
    expected = 3 * 0.01 + np.radians(10)
    assert last.offset.evaluate(values) == pytest.approx(expected, rel=1e-15)
    assert resolved.joints[1].coupling == robot.joints[1].coupling
