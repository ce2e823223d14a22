"""CHARMIE's closed loops against the papers' equations, corrected as in the errata."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import NumericalError
from tests.mechanisms.balance import motions, needs
from tests.mechanisms.parameters import worst_derivative
from tests.mechanisms.robots import mechanism, random_states

D4, TH5 = 3, 4
UPPER_BODIES = ("1", "2", "3")  # what the lift does not carry


@pytest.fixture(params=["charmie-mbd", "charmie-romansy"], scope="module")
def robot(request: pytest.FixtureRequest) -> lw.Robot:
    return mechanism(request.param)


@pytest.fixture(params=["charmie-mbd", "charmie-romansy", "charmie-fk"], scope="module")
def any_robot(request: pytest.FixtureRequest) -> lw.Robot:
    return mechanism(request.param)


def point(robot: lw.Robot, name: str) -> np.ndarray:
    """Return a named point in its body's axes, from the description."""
    (found,) = (p for p in robot.points if p.name == name)
    return np.array([float(x) for x in found.position])


def test_drives_are_the_papers(any_robot: lw.Robot) -> None:
    linear = {"charmie-fk": ("c3", "c4")}.get(any_robot.name, ("act4", "act5"))
    assert any_robot.drive_names[:5] == ("d1", "d2", "th3", *linear)
    drives = {"charmie-mbd": 21, "charmie-romansy": 19, "charmie-fk": 21}
    assert any_robot.nv == drives[any_robot.name]
    assert any_robot.assembly.mobility == any_robot.nv


def test_bodies_and_joints_add_up_to_the_mbd_papers() -> None:
    """40 bodies; 34 turning, 10 sliding and 3 fixed joints: 7 loops.

    An actuator or spring is two bodies: a pin, a slide, a pin.
    """
    description = mechanism("charmie-mbd").description
    struts = sum(bool(each.first) for each in description.elements)
    assert len(description.bodies) + 2 * struts == 40
    joints = Counter(j.type for j in description.joints)
    joints += Counter(loop.type for loop in description.loops)
    joints += Counter({"revolute": 2 * struts, "prismatic": struts})
    assert joints == {"revolute": 34, "prismatic": 10, "fixed": 3}


def test_lift_follows_its_actuator_as_in_eq_6(any_robot: lw.Robot) -> None:
    """MBD Eq. 6 = FK Eq. 14 [errata M5, F10]."""
    q, v, a = random_states(any_robot, 1, 200)
    x = any_robot.to_actuators(q, v, a).position
    lower, upper = ("E3", "F4") if any_robot.name == "charmie-fk" else ("D3", "E4")
    D3, E4 = point(any_robot, lower), point(any_robot, upper)
    rise = np.sqrt(x[:, D4] ** 2 - (E4[1] - D3[1]) ** 2)
    d4 = 0.290 - (D3[2] + rise - E4[2])
    assert np.abs(d4 - q[:, D4]).max() < 1e-14
    found = any_robot.from_actuators(x, v, a).position[:, D4]
    assert np.abs(found - d4).max() < 1e-14


def test_trunk_follows_its_actuator_as_in_eqs_7_to_14(any_robot: lw.Robot) -> None:
    """MBD Eqs. 7-14 = FK Eqs. 15-23 [errata M2-M4, F3, F4, F6, F7]."""
    q, v, a = random_states(any_robot, 2, 200)
    length = any_robot.to_actuators(q, v, a).position[:, TH5]
    fk = any_robot.name == "charmie-fk"
    F4 = point(any_robot, "G4" if fk else "F4")[1:]
    G5 = point(any_robot, "E5" if fk else "G5")[1:]
    B4 = point(any_robot, "B4")[1:]
    e4 = np.hypot(*(F4 - B4))
    l4 = (length**2 - G5 @ G5 + e4**2) / (2 * e4)
    h4 = np.sqrt(length**2 - l4**2)
    y = l4 / e4 * (B4[0] - F4[0]) + h4 / e4 * (B4[1] - F4[1]) + F4[0]
    z = l4 / e4 * (B4[1] - F4[1]) - h4 / e4 * (B4[0] - F4[0]) + F4[1]
    alpha, beta = np.arctan2(z - B4[1], y - B4[0]), np.arctan2(*G5)
    th5 = alpha + beta - np.pi / 2
    assert np.abs(th5 - q[:, TH5]).max() < 1e-12  # a root near a dead point
    found = any_robot.from_actuators(
        any_robot.to_actuators(q, v, a).position, v, a
    ).position
    assert np.abs(found[:, TH5] - th5).max() < 1e-12


def test_fk_start_and_zero_are_the_errata_s() -> None:
    """th5 = 0 at c4 = 0.432419 m, th5 = beta5 = 17.868 deg at 0.4587 m [errata F6]."""
    robot = mechanism("charmie-fk")
    still = np.zeros(21)
    x = robot.to_actuators(still, still, still).position
    assert x[TH5] == pytest.approx(0.432419, abs=5e-7)
    x[TH5] = 0.4587
    q = robot.from_actuators(x, still, still).position
    assert np.degrees(q[TH5]) == pytest.approx(17.868, abs=0.02)


LEVERS = {  # lever's far end, spring's end, bar's slider; side
    "charmie-mbd": (
        ("B4sra", "B4srb", "H4src", "slider_right", 1.0),
        ("B4sla", "B4slb", "H4slc", "slider_left", -1.0),
    ),
    "charmie-romansy": (
        ("J4sr", "H4sr", "H4srt", "srt4", 1.0),
        ("J4sl", "H4sl", "H4slt", "slt4", -1.0),
    ),
}


def test_balancing_levers_stand_as_in_eqs_22_to_27(robot: lw.Robot) -> None:
    """MBD Eqs. 22-27, a side's sign added [errata M7, M8]; in body 3's axes."""
    q, _, _ = random_states(robot, 3, 200)
    pose = robot.forward_kinematics(q)
    base = pose["3"]

    def seen(name: str) -> np.ndarray:
        apart = pose[name].position - base.position
        return np.einsum("bij,bi->bj", base.rotation, apart)

    for tip, spring, slider, _, side in LEVERS[robot.name]:
        H4 = 0.290 - q[:, D4] + 0.205
        z = H4 - 0.060
        x = side * (0.245 - np.sqrt(0.180**2 - (z - 0.341) ** 2))
        half = np.stack([(side * 0.245 + x) / 2, (0.341 + z) / 2], axis=-1)
        assert np.abs(seen(tip)[:, [0, 2]] - np.stack([x, z], -1)).max() < 1e-14
        assert np.abs(seen(spring)[:, [0, 2]] - half).max() < 1e-14
        assert np.abs(seen(slider)[:, [0, 2]] - np.stack([x, H4], -1)).max() < 1e-14


def carried(robot: lw.Robot, q, v, a):
    """Return what the bodies above the lift need, those beyond joint 5 apart."""
    at = motions(robot, q, v, a)
    needed = needs(robot, at)
    upper = [body for body in needed if _beyond(robot, body, "4")]
    trunk = [body for body in needed if _beyond(robot, body, "5")]
    return at, needed, upper, trunk


def _beyond(robot: lw.Robot, body: str, ancestor: str) -> bool:
    parents = {joint.body: joint.parent for joint in robot.joints}
    while body in parents and body != ancestor:
        body = parents[body]
    return body == ancestor


def test_trunk_actuator_is_romansy_eqs_5_to_9(robot: lw.Robot) -> None:
    """The torque about joint 5, with body 5's own term [errata R1, M16, M17]."""
    q, v, a = random_states(robot, 4, 1000)
    at, needed, _, trunk = carried(robot, q, v, a)
    joint, axis = at.pose["5"].position, at.pose["5"].rotation[..., 0]
    torque = sum(
        needed[body].torque + np.cross(needed[body].center - joint, needed[body].force)
        for body in trunk
    )
    S4, S5 = at.pose["S4"].position, at.pose["S5"].position
    F4, G5 = at.pose["F4"].position, at.pose["G5"].position
    length = np.linalg.norm(S5 - S4, axis=-1, keepdims=True)
    pull = (15.1 + 1029 * (length - 0.077)) * (S4 - S5) / length
    needed_x = ((torque - np.cross(S5 - joint, pull)) * axis).sum(-1)
    push = (G5 - F4) / np.linalg.norm(G5 - F4, axis=-1, keepdims=True)
    arm = (np.cross(G5 - joint, push) * axis).sum(-1)
    found = robot.actuator_forces(q, v, a)[:, TH5]
    scale = np.abs(np.cross(S5 - joint, pull)).sum(-1) + np.abs(torque).sum(-1)
    assert (np.abs(found * arm - needed_x) / scale).max() < 1e-11


def test_lift_actuator_is_romansy_eqs_15_to_20(robot: lw.Robot) -> None:
    """The z force on body 4, levers and springs included [errata R3, M19]."""
    q, v, a = random_states(robot, 5, 1000)
    at, needed, upper, _ = carried(robot, q, v, a)
    z = at.pose["3"].rotation[..., 2]
    lift = (sum(needed[body].force for body in upper) * z).sum(-1)
    size = sum(np.abs(needed[body].force) for body in upper).sum(-1)
    for tip, spring, _, _, side in LEVERS[robot.name]:
        which = "right" if side > 0 else "left"
        F3 = at.pose[f"F3_{which}"].position
        S3, end = at.pose[f"S3_{which}"].position, at.pose[spring].position
        length = np.linalg.norm(S3 - end, axis=-1, keepdims=True)
        pull = (27.1 + 1380 * (length - 0.1055)) * (S3 - end) / length
        y = at.pose["3"].rotation[..., 1]
        turning = (np.cross(end - F3, pull) * y).sum(-1)
        arm = (np.cross(at.pose[tip].position - F3, z) * y).sum(-1)
        lift = lift - turning / arm  # the lever lifts body 4 by the bar
        size = size + np.abs(turning / arm)
    act4 = at.pose["E4"].position - at.pose["D3"].position
    act4 = act4 / np.linalg.norm(act4, axis=-1, keepdims=True)
    found = robot.actuator_forces(q, v, a)[:, D4]
    assert (np.abs(found * (act4 * z).sum(-1) - lift) / size).max() < 1e-11


def test_reactions_are_shared_as_the_papers_estimate(robot: lw.Robot) -> None:
    """MBD Eqs. 36-43 = ROMANSY Eqs. 12-14, 21-25 [errata M18-M21, R2-R7, R11]."""
    q, v, a = random_states(robot, 6, 200)
    on_5 = robot.reactions(q, v, a, expressed_in="5")
    joint, actuator = on_5["th5"], on_5["act5.upper"]
    size = np.abs(on_5.array).max()
    assert np.abs(joint.force - actuator.force)[:, 0].max() < 1e-13 * size
    assert np.abs(joint.torque - actuator.torque)[:, 1:].max() < 1e-13 * size
    assert np.abs(joint.torque[:, 0]).max() < 1e-13 * size
    on_4 = robot.reactions(q, v, a, expressed_in="4")
    guide, actuator = on_4["d4"], on_4["act4.upper"]
    right, left = (on_4[slider] for _, _, _, slider, _ in LEVERS[robot.name])
    zero = np.column_stack(
        [
            *(actuator.force[:, 0], actuator.torque, guide.force[:, 2]),
            *(guide.torque[:, 2], right.force[:, :2], left.force[:, :2]),
            *(right.torque[:, 0], left.torque[:, 0]),
        ]
    )
    assert np.abs(zero).max() < 1e-12 * size
    assert np.abs(right.torque - left.torque)[:, 2].max() < 1e-12 * size
    assert np.abs(right.torque[:, 2]).max() > 0.1
    # The actuator is massless: its push is along its line, Eqs. 20 and 36.
    direction = robot.elements(q, v, a)["act4"].direction
    in_world = robot.reactions(q, v, a, expressed_in="world")["act4.upper"]
    found = (in_world.force * direction).sum(-1)
    expected = robot.actuator_forces(q, v, a)[:, D4]
    assert np.abs(found - expected).max() < 1e-12 * size


def test_derivatives_by_springs_anchors_masses_and_lengths_are_exact(tmp_path) -> None:
    """The numbers that a designer of CHARMIE would change, made parameters."""
    text = (files("linkwright") / "robots" / "charmie-mbd" / "robot.yaml").read_text()
    for old, new in (
        (
            "units: {length: mm,",
            "parameters: {k5: 1029 N/m, k4: 1380 N/m, "
            "anchor: 40 mm, lever: 180 mm, trunk: 2.2 kg, shoulder: 460 mm}\n"
            "units: {length: mm,",
        ),
        ("stiffness: 1029 N/m", "stiffness: k5"),
        ("stiffness: 1380 N/m", "stiffness: k4"),
        ("S5: [0, -40, 85]", "S5: [0, -anchor, 85]"),
        ("B4sra: [-180, 0, 0]", "B4sra: [-lever, 0, 0]"),
        ("B4sla: [180, 0, 0]", "B4sla: [lever, 0, 0]"),
        ("mass: 2.2\n", "mass: trunk\n"),
        ("at: [-200, -2, 460]", "at: [-200, -2, shoulder]"),
    ):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "robot.yaml"
    path.write_text(text)
    names = ("k5", "k4", "anchor", "lever", "trunk", "shoulder")
    assert worst_derivative(lw.load(path), "actuator_forces", names) < 1e-8


def test_what_no_position_has_is_told(robot: lw.Robot) -> None:
    still = np.zeros(robot.nv)
    x = robot.to_actuators(still, still, still).position
    for drive, length in ((D4, 0.05), (TH5, 0.9)):
        wrong = np.stack([x, x])
        wrong[1, drive] = length
        name = robot.drive_names[drive]
        with pytest.raises(NumericalError, match=f"'{name}' is out of reach"):
            robot.from_actuators(wrong, still, still)
        found = robot.from_actuators(wrong, still, still, on_failure="nan").position
        assert np.isfinite(found[0]).all()
        assert np.isnan(found[1, drive])
    low = np.zeros((2, robot.nv))
    low[1, D4] = 0.3  # the levers would have to be longer
    with pytest.raises(NumericalError, match="loop 'bar_right' cannot be closed here"):
        robot.actuator_forces(low, still, still)
    f = robot.actuator_forces(low, still, still, on_failure="nan")
    assert np.isfinite(f[0]).all()
    assert np.isnan(f[1, D4])


def test_levers_reach_their_end_with_a_finite_push(robot: lw.Robot) -> None:
    """Levers in line with their springs: these push along them, and no further."""
    end = 0.290 + 0.205 - 0.060 - 0.341 + 0.180
    q = np.zeros((4, robot.nv))
    q[:, D4] = end - np.array([1e-6, 1e-9, 1e-12, -1e-12])
    still = np.zeros(robot.nv)
    f = robot.actuator_forces(q, still, still, on_failure="nan")[:, D4]
    # 117 N/m along the lift; levers 1e-6 rad from their end cost half the digits.
    assert np.abs(f[:3] - f[0]).max() < 1e-6 * 200
    assert np.isnan(f[3])
