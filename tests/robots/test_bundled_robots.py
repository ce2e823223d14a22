"""The bundled robots are what their files claim."""

import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from linkwright.description import parameter_values, value_of
from linkwright.model.coordinates import coordinates_of
from linkwright.robot.loading import aliases, read_robot, robots
from tests.robots.poses import point_positions

ARM = ("th7", "th8", "th9", "th10", "th11", "th12")
CHARMIE = (
    *("d1", "d2", "th3", "d4", "th5"),
    *(f"{name}a" for name in (*ARM, "th13")),
    *(f"{name}b" for name in (*ARM, "th13")),
    *("th7c", "th8c"),
)
METRES = 1e-15  # rounding of a few products of numbers near one metre


def total_mass(description):
    values = parameter_values(description)
    inertials = [body.inertial for body in description.bodies if body.inertial]
    return sum(value_of(inertial.mass, values) for inertial in inertials)


@pytest.mark.parametrize("name", robots())
def test_every_bundled_file_is_sound_and_called_like_its_folder(name):
    assert read_robot(name).name == name


def test_charmie_is_the_model_of_the_mbd_paper():
    assert aliases()["charmie"] == "charmie-mbd"
    assert set(aliases().values()) <= set(robots())


@pytest.mark.parametrize(
    ("name", "nq", "nv"),
    [
        *((f"arm-{n}", n, n) for n in (2, 4, 6)),
        ("kuka-lwr4", 7, 7),
        ("double-pendulum", 2, 2),
        ("arm-6r", 6, 6),
        ("quadruped", 19, 18),
        ("hexapod", 25, 24),
        ("arm7", 7, 7),
        ("dual27", 27, 27),
        ("human37", 38, 37),
    ],
)
def test_robots_have_the_freedoms_their_descriptions_say(name, nq, nv):
    layout = coordinates_of(read_robot(name))
    assert (len(layout.coordinate_names), len(layout.velocity_names)) == (nq, nv)


@pytest.mark.parametrize("name", ["charmie-fk", "charmie-mbd"])
def test_charmies_coordinates_stand_in_the_papers_order(name):
    assert coordinates_of(read_robot(name)).coordinate_names == CHARMIE


def test_romansy_charmie_has_no_claws():
    names = tuple(name for name in CHARMIE if "13" not in name)
    assert coordinates_of(read_robot("charmie-romansy")).coordinate_names == names


@pytest.mark.parametrize(
    ("name", "mass"), [("charmie-mbd", 62.4), ("charmie-romansy", 55.6)]
)
def test_charmies_masses_add_up_to_the_tables_sum(name, mass):
    assert total_mass(read_robot(name)) == pytest.approx(
        mass, rel=1e-14
    )  # 24 additions


def test_charmies_arms_leave_the_shoulders_sideways():
    """With the papers' printed s1 s3 for s1 s2 they would not [errata F1]."""
    points = point_positions(read_robot("charmie-fk"))
    length = 0.030 + 0.0615 + 0.145 + 0.145 + 0.140 + 0.140 + 0.140
    shoulder = np.array([0.2, 0.003, 0.0368 + 0.290 + 0.434 + 0.460])
    left = shoulder * [-1, 1, 1] - [length, 0, 0]
    right = shoulder + [length, 0, 0]
    np.testing.assert_allclose(points["EEa"], left, rtol=0, atol=METRES)
    np.testing.assert_allclose(points["EEb"], right, rtol=0, atol=METRES)


def test_charmies_shoulder_turns_the_arms_of_mbd_and_fk_opposite_ways():
    """The third angle of R_6a is pi in one paper and 0 in the other [errata M30]."""
    start = {"th8a": 0.3}
    from_shoulder = {
        name: points["B11a"] - points["B5a"]
        for name in ("charmie-fk", "charmie-mbd")
        for points in [point_positions(read_robot(name), start)]
    }
    fk, mbd = from_shoulder["charmie-fk"], from_shoulder["charmie-mbd"]
    np.testing.assert_allclose(mbd, fk * [1, -1, -1], rtol=0, atol=METRES)
    assert abs(fk[2]) > 0.1


def test_d4_lowers_the_body():
    for name in ("charmie-fk", "charmie-mbd", "charmie-romansy"):
        down = point_positions(read_robot(name), {"d4": 0.1})["B4"]
        rest = point_positions(read_robot(name))["B4"]
        np.testing.assert_allclose(down - rest, [0, 0, -0.1], rtol=0, atol=METRES)


@pytest.mark.parametrize("name", ["charmie-fk", "charmie-mbd"])
def test_claw_halves_open_opposite_ways(name):
    joints = {joint.body: joint for joint in read_robot(name).joints}
    for drive, driven in (("13a1", "13a2"), ("13b2", "13b1")):
        assert joints[drive].coupling is None
        coupling = joints[driven].coupling
        assert coupling.joint == joints[drive].name
        assert (coupling.ratio, coupling.offset) == (-1, 0)


def test_arm_6r_reaches_what_its_data_sheet_says():
    points = point_positions(read_robot("arm-6r"))
    wrist = points["tool"] - [0.290, 0, 0]
    assert np.hypot(wrist[0] - 0.5, wrist[2] - 1.045) + 0.5 == pytest.approx(
        2.826, abs=1e-3
    )  # the data sheet rounds to a millimetre


def test_quadruped_is_symmetric_and_stands_on_four_feet():
    description = read_robot("quadruped")
    points = point_positions(without_base(description))
    np.testing.assert_allclose(
        points["front_left_foot"], [0.298, 0.166, -0.66], rtol=0, atol=METRES
    )
    for end in ("front", "hind"):
        left, right = points[f"{end}_left_foot"], points[f"{end}_right_foot"]
        np.testing.assert_allclose(left * [1, -1, 1], right, rtol=0, atol=METRES)
    assert total_mass(description) == pytest.approx(32.5, rel=1e-14)


def test_hexapods_legs_stand_a_sixth_of_a_turn_apart():
    description = read_robot("hexapod")
    points = point_positions(without_base(description))
    feet = np.array([points[f"foot_{leg}"] for leg in range(1, 7)])
    angles = np.arange(6) * np.pi / 3
    circle = np.column_stack([np.cos(angles), np.sin(angles), 0 * angles])
    reach = 0.120 + 0.052 + 0.066 + 0.133
    np.testing.assert_allclose(feet, reach * circle, rtol=0, atol=METRES)
    assert total_mass(description) == pytest.approx(2.6, rel=1e-14)


@pytest.mark.parametrize("name", ["arm7", "dual27", "human37"])
def test_benchmark_files_are_what_their_generator_writes(name):
    generator = Path(__file__).parents[2] / "tools" / "benchmark_robots.py"
    builder = runpy.run_path(str(generator))[name]()
    for link, body in zip(builder.links, read_robot(name).bodies, strict=True):
        assert link.body == body.name
        assert link.mass == body.inertial.mass
        xx, yy, zz, xy, xz, yz = body.inertial.inertia
        # Another machine's matrix product may round differently.
        np.testing.assert_allclose(
            [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], link.inertia, rtol=1e-13
        )


def without_base(description):
    """The robot with its free joint fixed: the same place at zero."""
    joints = tuple(
        replace(joint, type="fixed") if joint.type == "free" else joint
        for joint in description.joints
    )
    return replace(description, joints=joints)
