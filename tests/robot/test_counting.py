"""Operation counts: against closed forms and against numbers that count themselves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.algorithms.denavit_hartenberg import denavit_hartenberg
from linkwright.algorithms.kinematics import forward_kinematics
from linkwright.errors import InputError
from linkwright.expr import Array, count
from linkwright.model.tree import Model
from linkwright.robot.counting import MODULES, QUICKEST
from tests.laws.random_trees import Taste, random_tree

ARMS = [
    ("charmie-fk", "6a", "12a"),
    ("charmie-fk", "6b", "12b"),
    ("charmie-mbd", "6a", "12a"),
    ("charmie-mbd", "6b", "12b"),
    ("charmie-romansy", "6a", "12a"),
    ("charmie-romansy", "6b", "12b"),
]
BUNDLED = ("kuka-lwr4", "arm-6r", "arm7", "arm-6", "arm-2")
SERIAL = [pytest.param(name, None, None, id=name) for name in BUNDLED]
SERIAL += [pytest.param(*arm, id=f"{arm[0]}-{arm[1]}") for arm in ARMS]


def _robot(name: str, first: str | None, last: str | None) -> lw.Robot:
    robot = lw.load(name)
    return robot if first is None or last is None else robot.chain(first, last)


@pytest.mark.parametrize(("name", "first", "last"), SERIAL)
def test_denavit_hartenberg_places_bodies_as_the_three_steps_do(
    name: str, first: str | None, last: str | None
) -> None:
    robot = _robot(name, first, last)
    q = np.random.default_rng(1).uniform(-3, 3, size=(40, robot.nq))
    ours = robot.forward_kinematics(q)
    theirs = robot.forward_kinematics(q, formulation="denavit_hartenberg")
    assert np.abs(ours.rotation - theirs.rotation).max() < 1e-14
    assert np.abs(ours.position - theirs.position).max() < 1e-14
    if robot.points:
        assert np.abs(ours.points.position - theirs.points.position).max() < 1e-14


@pytest.mark.parametrize("seed", range(20))
def test_denavit_hartenberg_of_random_chains(seed: int) -> None:
    taste = Taste(
        kinds=("revolute", "prismatic", "fixed"), floating=False, coupled=False
    )
    tree = random_tree(seed, 9, taste)
    path, carried = ["b8"], {joint.body: joint.parent for joint in tree.joints}
    while carried[path[-1]] != "world":
        path.append(carried[path[-1]])
    robot = tree.chain(path[-1], "b8")
    q = np.random.default_rng(seed).normal(size=(10, robot.nq))
    ours = robot.forward_kinematics(q)
    theirs = robot.forward_kinematics(q, formulation="denavit_hartenberg")
    # Near-parallel axes stretch the common normal: errors grow with its length.
    reach = max(abs(row.d) for row in _rows(robot)) if robot.nq else 0.0
    bound = 1e-14 * (10.0 + reach)
    assert np.abs(ours.rotation - theirs.rotation).max() < 1e-13
    assert np.abs(ours.position - theirs.position).max() < bound


def _rows(robot: lw.Robot) -> tuple[Any, ...]:
    return denavit_hartenberg(robot._kernels.model("bodies")).rows


def test_parameters_of_a_six_axis_arm_are_those_of_its_drawing() -> None:
    arm = lw.load("arm-6r")
    value = {parameter.name: parameter.value for parameter in arm.parameters}
    rows = _rows(arm)
    lengths = [row.a for row in rows]
    expected = [value["shoulder_reach"], value["link_length"], value["elbow_drop"]]
    np.testing.assert_allclose(lengths, [*expected, 0.0, 0.0, 0.0], atol=1e-15)
    shown = [value["shoulder_height"], 0, 0, value["forearm_length"], 0, 0]
    np.testing.assert_allclose([abs(row.d) for row in rows], shown, atol=1e-15)
    twists = [math.atan2(row.sine, row.cosine) for row in rows]
    square = [math.pi / 2, 0.0, math.pi / 2, math.pi / 2, math.pi / 2, 0.0]
    np.testing.assert_allclose(np.abs(twists), square, atol=1e-15)


def test_what_is_no_serial_chain_is_refused() -> None:
    for name, finding in (
        ("hexapod", "does not hang on"),
        ("human37", "is free"),
    ):
        robot = lw.load(name)
        if name == "hexapod" and robot.joints[0].type == "free":
            finding = "is free"
        with pytest.raises(InputError, match=finding) as e:
            robot.forward_kinematics(robot.neutral, formulation="denavit_hartenberg")
        assert "robot.chain(first, last)" in str(e.value)
    varied = lw.load("arm-6r").vary("link_length")
    with pytest.raises(InputError, match="the place of 'a3' is varied"):
        varied.forward_kinematics(varied.neutral, formulation="denavit_hartenberg")


def test_two_branches_are_refused() -> None:
    dual = lw.load("dual27")
    with pytest.raises(InputError, match="does not hang on"):
        dual.forward_kinematics(dual.neutral, formulation="denavit_hartenberg")


def test_literal_transforms_cost_a_product_each() -> None:
    """64 multiplications and 48 additions a product, 6 and 1 for each A.

    Base times A1 and six more; then seven bodies' constant transforms. Products of
    base and of what does not move with the state do not count.
    """
    counts = lw.load("kuka-lwr4").count("forward_kinematics")
    written = counts["forward_kinematics", "denavit_hartenberg"].written
    assert written is not None
    assert written.trigonometric == 14
    products = 14
    full = products * 64 + 7 * 6
    # The constant bottom row and the columns that the first joint leaves alone.
    assert full - 7 * 64 < written.multiplications <= full
    assert written.additions <= products * 48 + 7


class Counting:
    """A number that counts what is done to it, once it depends on the state."""

    made = {"mul": 0, "add": 0}

    def __init__(self, moving: bool) -> None:
        self.moving = moving

    def _with(self, other: Any, kind: str) -> Counting:
        moving = self.moving or getattr(other, "moving", False)
        Counting.made[kind] += moving
        return Counting(moving)

    def __mul__(self, other: Any) -> Counting:
        return self._with(other, "mul")

    def __add__(self, other: Any) -> Counting:
        return self._with(other, "add")

    def __neg__(self) -> Counting:
        return Counting(self.moving)

    def apply(self, op: str) -> Counting:
        return Counting(True)

    __rmul__ = __mul__
    __radd__ = __sub__ = __rsub__ = __add__


class CountingTrace:
    """Makes numbers where `opened` asks for symbols."""

    def input(self) -> Counting:
        return Counting(False)


def test_written_counts_are_those_of_numbers_that_count_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from linkwright.model import opened as module

    robot = lw.load("arm-6r")
    written = robot.count("forward_kinematics")["forward_kinematics"].written
    assert written is not None
    model = robot._kernels.model("bodies")
    trace: Any = CountingTrace()
    anyone: Model = module.opened(model, trace)
    for name in ("cos", "sin"):
        monkeypatch.setattr(
            f"linkwright.model.joints.revolute.{name}", lambda x: Counting(True)
        )
    monkeypatch.setattr(Counting, "made", {"mul": 0, "add": 0})
    q = Array(Counting(True) for _ in range(robot.nq))
    poses = forward_kinematics(anyone, q)
    assert len(poses) == 6
    for point in anyone.points:
        poses[point.link].place(point.position)
    assert Counting.made["mul"] == written.multiplications
    assert Counting.made["add"] == written.additions


def test_simplified_counts_are_the_programs() -> None:
    robot = lw.load("arm-4")
    counts = robot.count()
    for row in counts:
        named = row.formulation != QUICKEST
        options = {"formulation": row.formulation} if named else {}
        assert row.simplified == count(robot.program(row.quantity, **options))
        assert row.written is not None
        assert row.simplified.flops <= row.written.flops
    assert {row.quantity for row in counts} == set(MODULES)


def test_counts_show_a_table_and_name_what_is_missing() -> None:
    counts = lw.load("dual27").count("forward_kinematics", "mass_matrix")
    text = str(counts)
    assert "mul before" in text and "composite_body" in text
    assert ("forward_kinematics", "denavit_hartenberg") in counts.left_out
    assert "does not hang on" in text
    with pytest.raises(InputError, match="there is no count 'mass_matrix, lagrang'"):
        counts["mass_matrix", "lagrang"]
    with pytest.raises(InputError, match="no countable quantity 'mass'"):
        lw.load("dual27").count("mass")


def test_counts_of_robots_with_loops_are_their_programs() -> None:
    counts = lw.load("charmie").count("mass_matrix")
    assert all(row.written is None for row in counts)
    assert counts["mass_matrix"].simplified.flops > 0


def test_measured_times_stand_beside_the_counts() -> None:
    counts = lw.load("arm-2").count("inverse_dynamics", measure=True)
    assert all(row.nanoseconds and row.nanoseconds > 0 for row in counts)
    assert str(counts).splitlines()[2].endswith("ns")
    varied = lw.load("arm-6r").vary("link_length")
    left = varied.count("mass_matrix", measure=True).left_out
    assert "varied parameters are not timed" in left["mass_matrix", QUICKEST]


def test_a_chain_is_what_hangs_between_two_bodies() -> None:
    charmie = lw.load("charmie-fk")
    arm = charmie.chain("6a", "12a")
    assert [body.name for body in arm.bodies] == [f"{k}a" for k in range(6, 13)]
    q = np.random.default_rng(2).normal(size=arm.nq)
    whole = charmie.neutral.copy()
    names = list(charmie.coordinate_names)
    whole[[names.index(name) for name in arm.coordinate_names]] = q
    pose, of_arm = charmie.forward_kinematics(whole), arm.forward_kinematics(q)
    R, base = pose["5"].rotation, pose["5"].position
    found = base + R @ of_arm["12a"].position
    np.testing.assert_allclose(found, pose["12a"].position, atol=1e-14)


@pytest.mark.parametrize(
    ("first", "last", "message"),
    [
        ("6a", "12b", "body '12b' does not hang on body '6a'"),
        ("6x", "12a", "body '6x' does not exist"),
    ],
)
def test_chains_that_do_not_exist_are_refused(
    first: str, last: str, message: str
) -> None:
    with pytest.raises(lw.LinkwrightError, match=message):
        lw.load("charmie-fk").chain(first, last)
