"""What a URDF file says is what the description holds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as R

from linkwright.description import Coupling, Limits, Place, Rotation, Visual
from linkwright.formats import read_text

CRANE = """<?xml version="1.0"?>
<robot name="crane">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base"/>
  <link name="mast">
    <inertial>
      <origin xyz="0.1 0.2 0.3" rpy="0.4 -0.5 0.6"/>
      <mass value="4"/>
      <inertia ixx="1" iyy="2" izz="2.5" ixy="0.1" ixz="-0.2" iyz="0.3"/>
    </inertial>
    <visual>
      <origin xyz="0 0 1"/>
      <geometry><mesh filename="package://crane/mast.stl" scale="1 1 2"/></geometry>
      <material name="grey"/>
    </visual>
    <visual><geometry><capsule radius="1" length="2"/></geometry></visual>
    <collision><geometry><box size="1 1 1"/></geometry></collision>
  </link>
  <link name="boom">
    <visual>
      <geometry><box size="1 2 3"/></geometry>
      <material name=""><color rgba="1 0 0 1"/></material>
    </visual>
    <visual><geometry><cylinder radius="1" length="2"/></geometry></visual>
    <visual><geometry><sphere radius="3"/></geometry></visual>
  </link>
  <link name="hook"/>
  <link name="claw"/>
  <link name="plate"/>
  <link name="bird"/>
  <link name="lamp"/>
  <joint name="slew" type="continuous">
    <origin xyz="0 0 1" rpy="0.1 0.2 0.3"/>
    <parent link="base"/> <child link="mast"/>
    <axis xyz="0 0 2"/>
    <limit effort="5" velocity="3"/>
    <dynamics damping="0.1" friction="0.2" armature="0.3"/>
  </joint>
  <joint name="luff" type="revolute">
    <parent link="mast"/> <child link="boom"/>
    <limit lower="-1" upper="2" effort="5" velocity="3"/>
  </joint>
  <joint name="lift" type="prismatic">
    <parent link="boom"/> <child link="hook"/> <axis xyz="0 0 -1"/>
    <limit upper="2" effort="1e99" velocity="3"/>
  </joint>
  <joint name="grip" type="revolute">
    <parent link="hook"/> <child link="claw"/> <axis xyz="0 1 0"/>
    <mimic joint="luff" multiplier="-2" offset="0.5"/>
  </joint>
  <joint name="slide" type="planar">
    <parent link="base"/> <child link="plate"/> <axis xyz="0 0 1"/>
  </joint>
  <joint name="fly" type="floating">
    <parent link="base"/> <child link="bird"/> <limit effort="1" velocity="1"/>
  </joint>
  <joint name="weld" type="fixed"><parent link="base"/> <child link="lamp"/></joint>
  <gazebo/> <gazebo/>
  <transmission name="t"/>
</robot>
"""


@pytest.fixture(scope="module")
def crane():
    return read_text(CRANE, "crane.urdf", suffix=".urdf")


def by_name(named):
    return {each.name: each for each in named}


def test_root_link_is_fixed_to_the_world(crane):
    root = crane.joints[0]
    assert (root.name, root.type) == ("world_to_base", "fixed")
    assert (root.parent, root.body) == ("world", "base")
    free = read_text(CRANE, suffix=".urdf", floating=True)
    assert free.joints[0].type == "free"


def test_order_is_that_of_the_file(crane):
    assert [each.name for each in crane.joints] == [
        "world_to_base",
        *("slew", "luff", "lift", "grip", "slide", "fly", "weld"),
    ]
    assert crane.bodies[1].name == "mast"


def test_types_and_axes(crane):
    joints = by_name(crane.joints)
    assert {name: each.type for name, each in joints.items()} == {
        "world_to_base": "fixed",
        "slew": "revolute",
        "luff": "revolute",
        "lift": "prismatic",
        "grip": "revolute",
        "slide": "planar",
        "fly": "free",
        "weld": "fixed",
    }
    assert joints["slew"].axis == (0.0, 0.0, 1.0)  # scaled to length one
    assert joints["luff"].axis == (1.0, 0.0, 0.0)  # what URDF takes where none stands
    assert joints["lift"].axis == (0.0, 0.0, -1.0)


def test_pose_of_a_joint_turns_about_fixed_axes(crane):
    slew = by_name(crane.joints)["slew"]
    assert slew.at == (0.0, 0.0, 1.0)
    assert slew.rotation == Rotation("zyx", (0.3, 0.2, 0.1))


def test_limits_and_dynamics(crane):
    joints = by_name(crane.joints)
    assert joints["slew"].limits == Limits(None, None, 3.0, 5.0)
    assert joints["luff"].limits == Limits(-1.0, 2.0, 3.0, 5.0)
    # a missing lower limit is zero in URDF, and 1e99 stands for none
    assert joints["lift"].limits == Limits(0.0, 2.0, 3.0, None)
    assert joints["grip"].limits == Limits()
    slew = joints["slew"]
    assert (slew.damping, slew.friction, slew.armature) == (0.1, 0.2, 0.3)


def test_mimic_is_a_coupling(crane):
    assert by_name(crane.joints)["grip"].coupling == Coupling("luff", -2.0, 0.5)


def test_inertia_is_turned_into_the_axes_of_the_link(crane):
    inertial = by_name(crane.bodies)["mast"].inertial
    turn = R.from_euler("xyz", [0.4, -0.5, 0.6]).as_matrix()  # lower case: fixed axes
    own = np.array([[1, 0.1, -0.2], [0.1, 2, 0.3], [-0.2, 0.3, 2.5]])
    found = turn @ own @ turn.T
    expected = [
        found[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    ]
    assert inertial.mass == 4.0
    assert inertial.center_of_mass == (0.1, 0.2, 0.3)
    # eighteen products of size one each
    assert inertial.inertia == pytest.approx(expected, abs=4e-15)


def test_links_without_inertial_are_massless_and_named(crane):
    assert by_name(crane.bodies)["boom"].inertial is None
    assert crane.notes[0] == "Massless: base, boom, hook, claw, plate, bird, lamp."


def test_what_is_not_kept_is_counted_in_the_notes(crane):
    label, _, listed = crane.notes[1].partition(": ")
    assert label == "Not kept from the URDF"
    assert set(listed.removesuffix(".").split(", ")) == {
        "<gazebo> (2)",
        "<transmission> (1)",
        "<capsule> (1)",
        "<collision> (1)",
        "length of an axis that is not 1 (1)",
        "<limit> of a floating joint (1)",
    }


def test_visuals_keep_files_and_colours(crane):
    bodies = by_name(crane.bodies)
    assert bodies["mast"].visuals == (
        Visual(
            "mesh",
            (1.0, 1.0, 2.0),
            "package://crane/mast.stl",
            (0.0, 0.0, 1.0),
            color=(0.5, 0.5, 0.5, 1.0),
        ),
    )
    assert bodies["boom"].visuals == (
        Visual("box", (1.0, 2.0, 3.0), color=(1.0, 0.0, 0.0, 1.0)),
        Visual("cylinder", (1.0, 2.0)),
        Visual("sphere", (3.0,)),
    )


def test_places_are_those_of_the_lines(crane):
    assert by_name(crane.bodies)["mast"].place == Place("crane.urdf", 5)
    assert (
        by_name(crane.joints)["slew"].place.line
        == CRANE[: CRANE.index('name="slew"')].count("\n") + 1
    )


def test_massless_root_called_world_is_the_world():
    text = """<robot name="arm">
      <link name="world"/> <link name="base"/> <link name="arm"/>
      <joint name="stand" type="fixed">
        <origin xyz="0 0 1"/> <parent link="world"/> <child link="base"/>
      </joint>
      <joint name="turn" type="continuous">
        <parent link="base"/> <child link="arm"/>
      </joint>
    </robot>"""
    robot = read_text(text, suffix=".urdf")
    assert [each.name for each in robot.bodies] == ["base", "arm"]
    assert [each.name for each in robot.joints] == ["stand", "turn"]
    assert read_text(text, suffix=".urdf", floating=True).joints[0].type == "free"


@pytest.mark.peers
def test_pinocchio_reads_the_same_inertias_and_poses():
    pinocchio = pytest.importorskip("pinocchio")
    ours = read_text(CRANE, suffix=".urdf")
    slim = CRANE.replace("<capsule", "<sphere").replace(  # what it insists on
        "<mimic", '<limit effort="1" velocity="1"/><mimic'
    )
    model = pinocchio.buildModelFromXML(slim)
    inertia = model.inertias[model.getJointId("slew")]
    mast = by_name(ours.bodies)["mast"].inertial
    xx, yy, zz, xy, xz, yz = mast.inertia
    matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    assert inertia.mass == mast.mass
    assert np.allclose(inertia.lever, mast.center_of_mass, atol=1e-15)
    assert np.allclose(inertia.inertia, matrix, atol=1e-14)
    placement = model.jointPlacements[model.getJointId("slew")]
    turned = R.from_euler("ZYX", by_name(ours.joints)["slew"].rotation.values)
    assert np.allclose(placement.rotation, turned.as_matrix(), atol=1e-15)
    assert math.isclose(placement.translation[2], 1.0)
