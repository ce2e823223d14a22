"""A shaft in two bearings: joints of two freedoms, held twice, and who takes what."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import DescriptionError
from linkwright.formats import read_text

SHAFT = """
linkwright: 1
name: shaft
bodies:
  frame: {{points: {{B: [0, 0, 1]}}}}
  shaft:
    mass: 10
    center_of_mass: [0, 0.1, 0.3]
    inertia: {{solid: cylinder, radius: 0.05, length: 1}}
    points: {{Q: [0, 0, 1]}}
joints:
  stand: {{type: fixed, parent: world, body: frame, rotation: {{x: 90 deg}}}}
  a: {{type: cylindrical, parent: frame, body: shaft, axis: z}}
loops:
  b: {{type: cylindrical, between: [B, Q], axis: z}}
{sharing}
"""
SHARING = """
sharing:
  bearings: {{on: shaft, of: [a, b], components: [force x, force y], {rule}}}
  no_moments: {{on: shaft, of: [b], components: [torque x, torque y], rule: none}}
"""
RULES = {
    "rule: equal": 0.5,
    "ratios: [1, 4]": 0.8,
    "all_to: b": 1.0,
    "compliance: [1e-6, 2e-6]": 1 / 3,
    "minimum_norm: 0.3": 0.5,
}
STATES = np.random.default_rng(0).normal(size=(3, 20, 2))


def shaft(sharing: str) -> lw.Robot:
    return lw.Robot(read_text(SHAFT.format(sharing=sharing)))


@pytest.mark.parametrize("rule", RULES)
def test_the_second_bearing_takes_its_share(rule: str) -> None:
    robot = shaft(SHARING.format(rule=rule))
    R = robot.reactions(*STATES)
    both = R["a"].force + R["b"].force
    np.testing.assert_allclose(
        R["b"].force[:, :2], RULES[rule] * both[:, :2], atol=1e-12 * np.abs(both).max()
    )
    assert np.abs(R["b"].torque).max() == 0.0
    # Along the shaft and about it neither bearing holds: these are the drives' forces.
    tau = robot.inverse_dynamics(*STATES)
    np.testing.assert_allclose(R["a"].force[:, 2], tau[:, 1], atol=1e-12 * 100)
    np.testing.assert_allclose(R["a"].torque[:, 2], tau[:, 0], atol=1e-12 * 100)


def test_an_unshared_bearing_is_told_by_component() -> None:
    robot = shaft("")
    found = robot.determinacy()
    open_ = ("force x", "force y", "torque x", "torque y")
    assert set(found.left) == {f"{joint}, {c}" for joint in "ab" for c in open_}
    assert set(found.determined) == {"a, force z", "a, torque z"}
    assert found.degrees == 4
    with pytest.raises(DescriptionError, match="4 reaction components are left"):
        robot.reactions(*STATES)
    R = robot.reactions(*STATES, undetermined="nan")
    assert np.isnan(R["a"].array[:, [0, 1, 3, 4]]).all()
    assert np.isfinite(R["a"].array[:, [2, 5]]).all()


def test_a_slide_is_pushed_where_its_guide_stands() -> None:
    """However far the shaft has come, its bearing b pushes at the frame's point."""
    robot = shaft(SHARING.format(rule="all_to: b").replace("of: [b]", "of: [a]"))
    q, v, a = STATES
    R = robot.reactions(q, v, a, expressed_in="frame")
    pose = robot.forward_kinematics(q)
    weight = np.array([0, 0, -98.1])
    motion = robot.body_motions(q, v, a)["shaft"]
    r = pose["shaft"].rotation @ np.array([0, 0.1, 0.3])
    w, wd = motion.angular_velocity, motion.angular_acceleration
    acceleration = motion.acceleration + np.cross(wd, r)
    acceleration = acceleration + np.cross(w, np.cross(w, r))
    needed = (10 * acceleration - weight) @ pose["frame"].rotation[0]
    found = R["a"].force + R["b"].force
    np.testing.assert_allclose(found, needed, atol=1e-11 * 100)
    # moments about the world's origin: what b pushes, at the shaft's point Q
    at = pose["Q"].position - pose["shaft"].position - r
    about = np.cross(at, R["b"].force @ pose["frame"].rotation[0].T)
    about = about + R["b"].torque @ pose["frame"].rotation[0].T
    about = about + R["a"].torque @ pose["frame"].rotation[0].T
    about = about - np.cross(r, R["a"].force @ pose["frame"].rotation[0].T)
    inertia = np.diag([10 * (3 * 0.05**2 + 1) / 12] * 2 + [10 * 0.05**2 / 2])
    turned = pose["shaft"].rotation @ inertia @ pose["shaft"].rotation.swapaxes(1, 2)
    spin = np.einsum("nij,nj->ni", turned, wd)
    spin = spin + np.cross(w, np.einsum("nij,nj->ni", turned, w))
    np.testing.assert_allclose(about, spin, atol=1e-11 * 100)
