"""What ``explain`` says of a robot is what the robot has."""

from __future__ import annotations

import pytest

import linkwright as lw
from tests.mechanisms.robots import CHARMIES, EXAMPLE_NAMES, mechanism


@pytest.fixture(scope="module", params=[*CHARMIES, *EXAMPLE_NAMES, "quadruped"])
def robot(request: pytest.FixtureRequest) -> lw.Robot:
    name = request.param
    return lw.load(name) if name == "quadruped" else mechanism(name)


def steps(robot: lw.Robot) -> dict[int, object]:
    return {step.number: step for step in robot.explain().steps}


def table(step: object, title: str) -> list[tuple]:
    """Return a table's rows, none where there is no such table."""
    return [row for each in step.tables if each.title == title for row in each.rows]


def test_there_are_the_seven_steps_of_the_method(robot: lw.Robot) -> None:
    assert list(steps(robot)) == [1, 2, 3, 4, 5, 6, 7]


def test_every_drive_actuator_and_element_is_listed(robot: lw.Robot) -> None:
    found = steps(robot)
    assert [row[0] for row in table(found[2], "Drives")] == list(robot.drive_names)
    listed = " ".join(str(row[1]) for row in table(found[3], "Actuators"))
    for each in robot.description.elements:
        if each.type == "linear_actuator":
            assert each.name in listed
    elements = [row[0] for row in table(found[5], "Elements")]
    assert elements == [each.name for each in robot.description.elements]


def test_every_joint_is_placed_once(robot: lw.Robot) -> None:
    found = steps(robot)
    own = [row[3] for row in table(found[4], "Order")]
    assert set(own) == {joint.name for joint in robot.joints if not joint.dependent}
    assert len(set(own)) == len(own)
    by_loops = " ".join(row[0] for row in table(found[5], "Dependent joints")).split()
    if robot._mechanism.closures:
        names = robot.dependent_coordinates(robot.reference).names
        assert sorted(by_loops) == sorted(names)


def test_determined_and_shared_components_are_all_there_are(robot: lw.Robot) -> None:
    found = robot.determinacy()
    step = steps(robot)[7]
    for title, names in (("Determined", found.determined), ("Shared", found.shared)):
        joints = {name.rpartition(", ")[0] for name in names}
        if robot._mechanism.closures:
            assert {row[0] for row in table(step, title)} == joints
    rules = [row[0] for row in table(step, "Rules")]
    if robot._mechanism.closures:
        assert rules == [share.name for share in robot.description.sharing]


def test_the_printed_totals_of_the_mbd_paper_are_told() -> None:
    """40 bodies; 34 turning, 10 sliding and 3 fixed joints; 7 loops."""
    text = " ".join(str(mechanism("charmie").explain()).split())
    assert "40 bodies and 47 joints: 10 prismatic, 34 revolute, 3 fixed" in text
    assert "7 independent loops. The closed mechanism has 21 freedoms" in text


def test_a_joint_of_two_freedoms_goes_by_its_own_name() -> None:
    from tests.mechanisms.test_bearings import shaft

    step = steps(shaft(""))[4]
    assert [row[3:] for row in table(step, "Order")] == [
        ("stand", "fixed"),
        ("a", "cylindrical"),
    ]
