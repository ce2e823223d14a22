"""The tree that comes out of a description: order, coordinates, couplings, freedoms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as SciPyRotation

import linkwright as lw
from linkwright.description import (
    Coupling,
    Rotation,
    body,
    describe,
    joint,
    parameter_values,
)
from linkwright.description.rotation import EULER_ORDERS
from linkwright.errors import DescriptionError
from linkwright.expr import Array
from linkwright.model import WORLD, Model, build_model, coordinates_of
from linkwright.model.rotations import rotation_of, unit
from tests.references.plain_tree import rotation_matrix

SOLID = [0.1, 0.2, 0.15, 0.01, -0.02, 0.03]


def solid(name: str, **more):
    return body(name, mass=1, inertia=SOLID, center_of_mass=[0.1, 0.2, 0.3], **more)


def model_of(description) -> Model:
    return build_model(description, parameter_values(description))


def test_parents_come_first_and_coordinates_keep_the_order_of_the_file() -> None:
    description = describe(
        "shuffled",
        [solid(name) for name in "abcd"],
        [
            joint("tip", "revolute", "c", "d"),
            joint("ball", "spherical", "b", "c"),
            joint("root", "prismatic", "world", "a"),
            joint("mid", "revolute", "a", "b"),
        ],
    )
    model = model_of(description)
    assert [link.joint_name for link in model.links] == ["root", "mid", "ball", "tip"]
    assert [link.parent for link in model.links] == [WORLD, 0, 1, 2]
    assert [link.q_index for link in model.links] == [5, 6, 1, 0]
    assert [link.v_index for link in model.links] == [4, 5, 1, 0]
    layout = coordinates_of(description)
    assert layout.coordinate_names == (
        *("tip", "ball.x", "ball.y", "ball.z", "ball.w"),
        *("root", "mid"),
    )
    assert layout.velocity_names == (
        *("tip", "ball.wx", "ball.wy", "ball.wz"),
        *("root", "mid"),
    )
    assert (model.nq, model.nv) == (7, 6)
    assert model.children(0) == [1]
    assert list(model.ancestors(3)) == [3, 2, 1, 0]


def test_a_file_in_tree_order_is_left_in_it() -> None:
    robot = lw.load("human37")
    carried = [link.name for link in robot.model.links if not link.hidden]
    assert carried == [each.body for each in robot.description.joints]


def test_order_of_the_file_does_not_change_joint_forces() -> None:
    bodies = [solid(name) for name in "abcd"]
    joints = [
        joint("root", "revolute", "world", "a", axis="x", at=[0.1, 0, 0]),
        joint("left", "revolute", "a", "b", axis="y", at=[0, 0.3, 0.2]),
        joint("right", "prismatic", "a", "c", axis="y", at=[0, -0.3, 0.2]),
        joint("tip", "spherical", "b", "d", at=[0.2, 0.2, 0]),
    ]
    first = lw.Robot(describe("first", bodies, joints))
    last = lw.Robot(describe("last", bodies[::-1], joints[::-1]))
    q = first.random(1)
    v, a = np.random.default_rng(2).normal(size=(2, first.nv))
    in_q = [first.coordinate_names.index(name) for name in last.coordinate_names]
    in_v = [first.velocity_names.index(name) for name in last.velocity_names]
    tau = first.inverse_dynamics(q, v, a)
    found = last.inverse_dynamics(q[in_q], v[in_v], a[in_v])
    assert np.abs(found - tau[in_v]).max() < 1e-13


SUFFIXES = {
    "fixed": ([], []),
    "revolute": ([""], [""]),
    "prismatic": ([""], [""]),
    "helical": ([""], [""]),
    "cylindrical": ([".angle", ".shift"], [".angle", ".shift"]),
    "universal": ([".first", ".second"], [".first", ".second"]),
    "planar": ([".x", ".y", ".angle"], [".x", ".y", ".angle"]),
    "spherical": ([".x", ".y", ".z", ".w"], [".wx", ".wy", ".wz"]),
    "free": (
        [".px", ".py", ".pz", ".x", ".y", ".z", ".w"],
        [".vx", ".vy", ".vz", ".wx", ".wy", ".wz"],
    ),
}


def one_joint(kind: str, **more) -> lw.Robot:
    options = dict(more)
    if kind == "universal":
        options.setdefault("second_axis", "x")
    if kind == "helical":
        options["pitch"] = 0.1
    return lw.Robot(
        describe("one", [solid("b")], [joint("j", kind, "world", "b", **options)])
    )


@pytest.mark.parametrize("kind", SUFFIXES)
def test_every_freedom_has_its_name(kind: str) -> None:
    robot = one_joint(kind)
    coordinates, velocities = SUFFIXES[kind]
    assert robot.coordinate_names == tuple(f"j{more}" for more in coordinates)
    assert robot.velocity_names == tuple(f"j{more}" for more in velocities)
    assert (robot.nq, robot.nv) == (len(coordinates), len(velocities))


@pytest.mark.parametrize("order", ["zxz", "zyx", "yzy"])
def test_euler_coordinates_are_named_by_axis_and_place(order: str) -> None:
    robot = one_joint("spherical", coordinates=order)
    names = tuple(f"j.{letter}{place}" for place, letter in enumerate(order, 1))
    assert robot.coordinate_names == robot.velocity_names == names


@pytest.mark.parametrize("kind", ["cylindrical", "universal", "planar"])
def test_virtual_bodies_are_massless_and_hidden(kind: str) -> None:
    robot = one_joint(kind)
    *virtual, last = robot.model.links
    assert virtual and not last.hidden and last.inertia.mass == 1.0
    for link in virtual:
        assert link.hidden and link.inertia.mass == 0.0
        assert not any(link.inertia.first_moment)
    assert robot.body_row_names == ("b",)
    assert robot.joint_row_names == ("j",)
    pose = robot.forward_kinematics(robot.neutral)
    assert pose.bodies.names == ("b",) and pose.bodies.array.shape == (1, 12)
    zero = np.zeros(robot.nv)
    assert robot.reactions(robot.neutral, zero, zero).names == ("j",)
    assert robot.inertial_parameters.shape == (10,)
    with pytest.raises(lw.LinkwrightError, match="no point or body 'b.first'"):
        robot.jacobian("b.first", robot.neutral)


SECOND = [0.0, 0.8, -0.6]
AXIS = [2 / 7, -3 / 7, 6 / 7]


def turn(axis, angle: float) -> np.ndarray:
    return SciPyRotation.from_rotvec(np.asarray(axis) * angle).as_matrix()


@pytest.mark.parametrize("kind", ["cylindrical", "universal", "planar", "helical"])
def test_freedoms_follow_one_another_from_the_parent_to_the_body(kind: str) -> None:
    at, place = np.array([0.3, -0.2, 0.5]), Rotation("zxz", (0.4, 1.0, -2.0))
    more = {"second_axis": SECOND} if kind == "universal" else {}
    robot = one_joint(kind, at=[*at], rotation=place, axis=AXIS, **more)
    q = np.array([0.7, -0.4, 1.3])[: robot.nq]
    fixed = SciPyRotation.from_euler("ZXZ", place.values).as_matrix()
    axis = np.array(AXIS)
    if kind == "cylindrical":
        R, p = turn(axis, q[0]), q[1] * axis
    elif kind == "universal":
        R, p = turn(axis, q[0]) @ turn(SECOND, q[1]), np.zeros(3)
    elif kind == "helical":
        R, p = turn(axis, q[0]), 0.1 * q[0] * axis
    else:
        across = np.cross([0, 0, 1], axis)
        angle = np.arccos(axis[2])
        to_axis = turn(across / np.linalg.norm(across), angle)
        R, p = turn(axis, q[2]), to_axis @ [q[0], q[1], 0.0]
    pose = robot.forward_kinematics(q)["b"]
    assert np.abs(pose.rotation - fixed @ R).max() < 1e-15
    assert np.abs(pose.position - (at + fixed @ p)).max() < 1e-15


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_euler_coordinates_turn_about_moving_axes(order: str) -> None:
    robot = one_joint("spherical", coordinates=order)
    q = np.array([0.7, -0.4, 1.3])
    expected = SciPyRotation.from_euler(order.upper(), q).as_matrix()
    found = robot.forward_kinematics(q)["b"].rotation
    assert np.abs(found - expected).max() < 1e-15


def chain() -> lw.Robot:
    """A drive, a follower of it, and a follower of that, in no good order."""
    return lw.Robot(
        describe(
            "chain",
            [solid(name) for name in "abcd"],
            [
                joint(
                    "last",
                    "revolute",
                    "b",
                    "c",
                    axis="y",
                    at=[0.2, 0.1, 0.3],
                    coupled_to=Coupling("middle", -3.0, 0.5),
                ),
                joint("other", "prismatic", "a", "d", axis="x", at=[0.1, 0, 0.2]),
                joint("drive", "revolute", "world", "a", axis="z", armature=0.2),
                joint(
                    "middle",
                    "revolute",
                    "a",
                    "b",
                    axis="x",
                    at=[0.4, 0, 0],
                    armature=0.1,
                    coupled_to=Coupling("drive", 2.0, -0.25),
                ),
            ],
        )
    )


def test_couplings_chain_by_ratio_and_offset() -> None:
    robot = chain()
    assert robot.coordinate_names == ("other", "drive")
    assert (robot.nq, robot.nv) == (2, 2)
    links = {link.joint_name: link for link in robot.model.links}
    assert (links["middle"].ratio, links["middle"].offset) == (2.0, -0.25)
    # q_last = -3 (2 q - 0.25) + 0.5
    assert (links["last"].ratio, links["last"].offset) == (-6.0, 1.25)
    assert links["last"].q_index == links["middle"].q_index == 1
    q, v = Array((0.3, 0.4)), Array((1.0, -2.0))
    assert list(links["last"].coordinates(q)) == pytest.approx([-6 * 0.4 + 1.25])
    assert list(links["last"].velocities(v)) == [12.0]
    assert robot.model.has_coupling


def test_a_coupled_robot_is_the_free_one_on_its_constraint() -> None:
    """tau = G' tau_free(q_free, G v, G a), with dq_free = G dq."""
    robot = chain()
    joints = []
    for each in robot.description.joints:
        fields = {**each.__dict__, "coupling": None}
        joints.append(type(each)(**fields))
    free = lw.Robot(describe("free", robot.bodies, joints))
    assert free.coordinate_names == ("last", "other", "drive", "middle")
    G = np.array([[0, -6.0], [1, 0], [0, 1], [0, 2.0]])
    q, v, a = np.random.default_rng(3).normal(size=(3, 5, 2))
    q_free = q @ G.T + [1.25, 0, 0, -0.25]
    tau = free.inverse_dynamics(q_free, v @ G.T, a @ G.T) @ G
    assert np.abs(robot.inverse_dynamics(q, v, a) - tau).max() < 1e-12
    M = G.T @ free.mass_matrix(q_free) @ G
    assert np.abs(robot.mass_matrix(q) - M).max() < 1e-12
    assert np.abs(robot.forward_dynamics(q, v, tau) - a).max() < 1e-11


def test_a_coupling_in_a_circle_is_refused() -> None:
    with pytest.raises(DescriptionError, match="circle|each other|itself"):
        describe(
            "round",
            [solid("a"), solid("b")],
            [
                joint("i", "revolute", "world", "a", coupled_to="j"),
                joint("j", "revolute", "a", "b", coupled_to="i"),
            ],
        )


def test_points_keep_the_order_of_the_file() -> None:
    description = describe(
        "points",
        [
            solid("b", points={"tip": [1, 2, 3], "side": [0, 0, 1]}),
            solid("a", points={"root": [4, 5, 6]}),
        ],
        [
            joint("i", "revolute", "world", "a"),
            joint("j", "universal", "a", "b", second_axis="x"),
        ],
    )
    model = model_of(description)
    assert [p.name for p in model.points] == ["tip", "side", "root"]
    assert [model.links[p.link].name for p in model.points] == ["b", "b", "a"]
    assert list(model.points[0].position) == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    "described",
    [
        Rotation("zxz", (0.3, -1.0, 2.0)),
        Rotation("yzx", (0.3, -1.0, 2.0)),
        Rotation("sequence", (0.3, -1.0), "xy"),
        Rotation("axis_angle", (2 / 7, -3 / 7, 6 / 7, 1.2)),
        Rotation("axis_angle", (0.0, -1.0, 0.0, 1.2)),
        Rotation("quaternion", (0.5, -0.1, 0.3, 0.8)),
        Rotation("matrix", tuple(turn(AXIS, 0.3).reshape(-1).tolist())),
        Rotation(),
    ],
)
def test_described_rotations_become_their_matrix(described: Rotation) -> None:
    found = rotation_of(described, list(described.values)).matrix()
    expected = rotation_matrix(described, float)
    assert np.abs(np.array(found.rows) - expected).max() < 1e-15


def test_a_matrix_of_few_digits_becomes_the_rotation_next_to_it() -> None:
    exact = turn(AXIS, 1.3)
    rounded = np.round(exact, 3)
    found = rotation_of(Rotation("matrix"), rounded.reshape(-1).tolist()).matrix()
    R = np.array(found.rows)
    assert np.abs(R @ R.T - np.eye(3)).max() < 1e-15
    u, _, v = np.linalg.svd(rounded)
    assert np.abs(R - u @ v).max() < 1e-15
    scaled = tuple((1.0004 * exact).reshape(-1).tolist())
    described = Rotation("matrix", scaled)
    joints = [joint("j", "revolute", "world", "a", rotation=described)]
    robot = lw.Robot(describe("scaled", [solid("a")], joints))
    R = robot.forward_kinematics([0.0])["a"].rotation
    assert np.abs(R @ R.T - np.eye(3)).max() < 1e-15


def test_right_angles_become_clean_zeros_and_ones() -> None:
    quarter = rotation_of(Rotation("zxz"), [np.pi / 2, np.pi, -np.pi / 2])
    assert {abs(x) for x in quarter.matrix().entries} == {0.0, 1.0}
    assert rotation_of(Rotation("zyx"), [0.0, 0.0, 0.0]).turns == ()
    assert list(unit(Array((0.0, 0.0, 5.0)))) == [0.0, 0.0, 1.0]
    assert list(unit(Array((1e-17, 0.0, -2.0)))) == [0.0, 0.0, -1.0]
