"""The excavator: a four-bar at the bucket, twin cylinders on one joint."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import NumericalError
from tests.mechanisms.parameters import worst_derivative
from tests.mechanisms.robots import EXAMPLES, mechanism, random_states

LEVER, LINK, EAR = 0.62, 0.58, np.hypot(0.225, 0.39)
EAR_ANGLE = np.arctan2(0.39, -0.225)
GROUND = 2.9 - 2.45


@pytest.fixture(scope="module")
def robot() -> lw.Robot:
    return mechanism("excavator")


def freudenstein(input_angle, a, b, c, d):
    """Output angle of a four-bar by Freudenstein's equation, one root.

    K1 cos t4 - K2 cos t2 + K3 = cos(t2 - t4), K1 = d/a, K2 = d/c,
    K3 = (a^2 - b^2 + c^2 + d^2) / (2 a c); by u = tan(t4 / 2) a quadratic.
    """
    K1, K2 = d / a, d / c
    K3 = (a * a - b * b + c * c + d * d) / (2 * a * c)
    cosine, sine = np.cos(input_angle), np.sin(input_angle)
    A = cosine - K1 - K2 * cosine + K3
    B = -2 * sine
    C = K1 - (K2 + 1) * cosine + K3
    return 2 * np.arctan((-B + np.sqrt(B * B - 4 * A * C)) / (2 * A))


def test_bucket_linkage_is_freudensteins(robot: lw.Robot) -> None:
    q, _, _ = random_states(robot, 1, 500)
    # From the bucket's pin (input) back along the stick to the lever's (output).
    turned = q[:, 3] + EAR_ANGLE - np.pi
    expected = freudenstein(turned, EAR, LINK, LEVER, GROUND) + np.pi
    found = robot.dependent_coordinates(q)["lever"].position
    off = (found - expected + np.pi) % (2 * np.pi) - np.pi
    # The quadratic loses digits where A is near zero, at half a turn of the lever.
    assert np.abs(off).max() < 1e-11


def test_lever_keeps_its_side_of_the_linkage(robot: lw.Robot) -> None:
    q, _, _ = random_states(robot, 2, 500)
    pose = robot.forward_kinematics(q)
    pin, end, ear = (pose[name].position for name in ("lever", "lever_end", "link"))
    across = np.cross(ear - pin, end - pin)
    beside = (pose["stick"].rotation[..., 1] * across).sum(-1)
    assert (beside < 0.0).all()  # y is to the left: seen from there, always above


@pytest.mark.parametrize("rule, ratio", [("rule: equal", 1.0), ("ratios: [1, 2]", 2.0)])
def test_twins_share_as_declared(rule: str, ratio: float, tmp_path) -> None:
    text = (EXAMPLES / "excavator.yaml").read_text()
    line = next(line for line in text.splitlines() if line.strip().startswith("twins:"))
    path = tmp_path / "excavator.yaml"
    path.write_text(text.replace(line, line.replace("rule: equal", rule)))
    robot = lw.load(path)
    q, v, a = random_states(robot, 3, 20)
    f = robot.actuator_forces(q, v, a)
    left, right = (
        f[:, robot.actuator_names.index(name)] for name in ("boom_left", "boom_right")
    )
    assert np.abs(right / left - ratio).max() < 1e-14
    # And so do the forces that the slides pass on, at the barrels' own angles.
    R = robot.reactions(q, v, a, expressed_in="world")
    E = robot.elements(q, v, a)
    for name, force in (("boom_left", left), ("boom_right", right)):
        given = (R[f"{name}.slide"].force * E[name].direction).sum(-1)
        assert (np.abs(given - force) / np.abs(force)).max() < 1e-10


def test_bearings_take_all_side_loads(robot: lw.Robot) -> None:
    q, v, a = random_states(robot, 4, 50)
    R = robot.reactions(q, v, a)
    for name in ("boom_left", "boom_right", "stick_cylinder", "bucket_cylinder"):
        sideways = np.column_stack(
            [R[f"{name}.upper"].force[:, 1], R[f"{name}.upper"].torque]
        )
        assert np.abs(sideways).max() < 1e-12 * np.abs(R.array).max()
    assert np.abs(R["boom"].torque[:, 2]).max() > 100.0  # slewing bends the boom


def test_cylinders_carry_the_arms_weight(robot: lw.Robot) -> None:
    """At rest a cylinder's push times its lever arm is what the weight turns back.

    By hand: all that hangs on the boom, about the boom's foot. The boom cylinders'
    own weight goes half through each pin only in the middle: they are left out.
    """
    q = robot.reference
    text = (EXAMPLES / "excavator.yaml").read_text()
    assert "barrel_mass: 110, barrel_length: 1.3, rod_mass: 70" in text
    still = np.zeros(4)
    pose = robot.forward_kinematics(q)
    foot = pose["boom"].position
    centers = {
        "boom": (1650, [2.7, 0, 0.55]),
        "stick": (880, [0.95, 0, 0.12]),
        "bucket": (820, [0.62, 0, 0.28]),
        "load": (1200, [0, 0, 0]),
        "lever": (55, [0.31, 0, 0]),
        "link": (60, [0.29, 0, 0]),
        "stick_cylinder.barrel": (140, None),
        "stick_cylinder.rod": (95, None),
        "bucket_cylinder.barrel": (75, None),
        "bucket_cylinder.rod": (50, None),
    }
    half_lengths = {"stick_cylinder": (0.9, 0.95), "bucket_cylinder": (0.6, 0.6)}
    E = robot.elements(q, still, still)
    moment = 0.0
    for name, (mass, c) in centers.items():
        at = pose[name].position
        if c is None:
            cylinder, part = name.split(".")
            barrel, rod = half_lengths[cylinder]
            at = at + E[cylinder].direction * (barrel if part == "barrel" else -rod)
        else:
            at = at + pose[name].rotation @ c
        moment += mass * 9.81 * (at - foot)[0]
    twins = 0.0
    for side in ("left", "right"):
        arm = pose[f"boom_{side}_head"].position - foot
        direction = E[f"boom_{side}"].direction
        lever = arm[2] * direction[0] - arm[0] * direction[2]
        # Weight of barrel and rod that their upper pin carries: moments about the
        # lower one, over the horizontal distance, act square to the cylinder.
        length, d = E[f"boom_{side}"].length, direction
        own = 9.81 * d[0] * (110 * 0.65 + 70 * (length - 0.7)) / length
        square = np.array([-d[2], 0.0, d[0]])  # up, square to the cylinder
        moment += own * (arm[0] * square[2] - arm[2] * square[0])
        twins -= lever
    # A rod's weight along its line is between slide and pin: the pump's force at the
    # slide carries it besides.
    f = robot.actuator_forces(q, still, still)[1]
    along = 70 * 9.81 * E["boom_left"].direction[2]
    assert (f - along) * twins == pytest.approx(moment, rel=1e-12)


def test_derivatives_by_masses_and_lengths_are_exact(robot: lw.Robot) -> None:
    names = ("payload", "boom_length", "stick_length", "pin_height")
    assert worst_derivative(robot, "actuator_forces", names) < 1e-8


def test_a_cylinder_too_long_is_named(robot: lw.Robot) -> None:
    still = np.zeros(4)
    lengths = robot.to_actuators(robot.reference, still, still).position
    for k, name in ((1, "boom_left"), (2, "stick_cylinder"), (3, "bucket_cylinder")):
        wrong = np.stack([lengths, lengths + 2.5 * np.eye(4)[k]])
        with pytest.raises(NumericalError, match=f"'{name}' is out of reach"):
            robot.from_actuators(wrong, still, still)
        q = robot.from_actuators(wrong, still, still, on_failure="nan").position
        assert np.isfinite(q[0]).all()
        assert np.isnan(q[1, k])


def test_a_linkage_torn_open_is_named(robot: lw.Robot) -> None:
    """The ear comes to the lever's pin: lever and link differ in length."""
    still = np.zeros(4)
    torn = robot.reference.copy()
    torn[3] = np.pi - EAR_ANGLE
    q = np.stack([robot.reference, torn])
    with pytest.raises(NumericalError, match="loop 'knee' cannot be closed here"):
        robot.actuator_forces(q, still, still)
    for quantity in (robot.actuator_forces, robot.inverse_dynamics):
        found = quantity(q, still, still, on_failure="nan")
        assert np.isfinite(found[0]).all()
        assert np.isnan(found[1]).any()
    found = robot.reactions(q, still, still, on_failure="nan").array
    assert np.isfinite(found[0]).all()
    assert np.isnan(found[1]).any()


def test_a_cylinder_in_line_with_its_joint_is_at_a_dead_point(robot: lw.Robot) -> None:
    """Boom foot, cylinder foot and head in line: no push turns the boom."""
    still = np.zeros(4)
    foot = np.arctan2(1.35 - 1.8, 0.7 - 0.1)
    dead = robot.reference.copy()
    dead[1] = foot - np.arctan2(0.75, 2.1)
    with pytest.raises(NumericalError, match="'boom_left' is at a dead point"):
        robot.actuator_forces(dead, still, still)
    f = robot.actuator_forces(dead, still, still, on_failure="nan")
    assert np.isnan(f[1])


def test_a_cylinder_beyond_its_stroke_is_flagged(robot: lw.Robot) -> None:
    still = np.zeros(4)
    q = robot.reference + np.radians([[0, 0, 0, 0], [0, 0, -80, 0], [0, 0, 90, 0]])
    E = robot.elements(q, still, still)
    assert E["stick_cylinder"].beyond.tolist() == [0.0, 1.0, -1.0]
