"""Joints about axes that design parameters turn: equal to the constant robot."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.formats import read_text

TEXT = """
linkwright: 1
name: tilted
parameters: {{tilt: 0.3 rad}}
bodies:
  a: {{mass: 1, inertia: [1, 1.2, 1.4], center_of_mass: [0.1, 0, 0]}}
  b: {{mass: 2, inertia: [1, 1.3, 1.4], center_of_mass: [0.3, 0.1, 0.2]}}
  c: {{mass: 1, inertia: [1, 1.2, 1.5], center_of_mass: [0.3, 0, 0.2]}}
joints:
  i: {{type: revolute, parent: world, body: a, axis: x}}
  j: {{type: {kind}, parent: a, body: b, axis: [0, cos(tilt), sin(tilt)],
       at: [0.5, 0, 0], rotation: {{zxz: [0.1, 0.2, 0.3]}}{more}}}
  k: {{type: revolute, parent: b, body: c, axis: [sin(tilt), 0, -cos(tilt)],
       at: [0.5, 0, 0.4], rotation: {{zxz: [0.1, 0.2, 0.3]}}}}
"""
KINDS = {
    "revolute": "",
    "prismatic": "",
    "helical": ", pitch: 0.1 m/rad",
    "cylindrical": "",
    "planar": "",
    "universal": ", second_axis: [1, 0, 0]",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tilt", [0.3, np.pi / 2, -np.pi / 2, np.pi])
def test_a_varied_axis_gives_the_constant_robots_numbers(kind: str, tilt) -> None:
    text = TEXT.format(kind=kind, more=KINDS[kind])
    varied = lw.Robot(read_text(text)).vary("tilt")
    constant = lw.Robot(read_text(text.replace("0.3 rad", f"{tilt} rad")))
    q = constant.random(0, 7)
    v, a = np.random.default_rng(1).normal(size=(2, 7, constant.nv))
    for name, arrays in {
        "inverse_dynamics": (q, v, a),
        "forward_dynamics": (q, v, a),
        "mass_matrix": (q,),
        "coriolis_matrix": (q, v),
        "gravity_forces": (q,),
    }.items():
        found = getattr(varied, name)(*arrays, tilt=tilt)
        expected = getattr(constant, name)(*arrays)
        # rounding of some hundred operations
        limit = 1e-12 * np.abs(expected).max()
        np.testing.assert_allclose(found, expected, rtol=0, atol=limit, err_msg=name)


def test_a_varied_matrix_is_made_a_rotation() -> None:
    text = """
linkwright: 1
name: t
parameters: {c: 1.0}
bodies: {a: {mass: 1, center_of_mass: [1, 0, 0], inertia: [1, 1, 1]}}
joints:
  j: {type: revolute, parent: world, body: a,
      rotation: {matrix: [[c, 0, 0], [0, 0, -1], [0, 1, 0]]}}
"""
    robot = lw.Robot(read_text(text)).vary("c")
    R = robot.forward_kinematics(np.array([0.4]), c=1.0004)["a"].rotation
    # 1.0004 is 4e-4 off; four steps square that four times, to rounding
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)


@pytest.mark.parametrize("what", ["mass", "armature", "damping", "friction"])
def test_negative_numbers_at_run_time_are_refused_row_by_row(what: str) -> None:
    body = "mass: x" if what == "mass" else "mass: 1"
    joint = "" if what == "mass" else f", {what}: x"
    text = f"""
linkwright: 1
name: t
parameters: {{x: 1}}
bodies: {{a: {{{body}, center_of_mass: [1, 0, 0], inertia: [1, 1, 1]}}}}
joints: {{j: {{type: revolute, parent: world, body: a, axis: y{joint}}}}}
"""
    robot = lw.Robot(read_text(text)).vary("x")
    q = np.zeros((3, 1))
    designs = np.array([1.0, -1.0, 0.0])
    with pytest.raises(lw.LinkwrightError, match="row 1: a varied mass, armature"):
        robot.inverse_dynamics(q, q, q, x=designs)
    found = robot.gravity_forces(q, x=designs, on_failure="nan")
    assert np.isnan(found[1]).all()
    assert np.isfinite(found[[0, 2]]).all()
