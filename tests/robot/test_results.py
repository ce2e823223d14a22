"""Results: named rows and fields, all views of one packed array."""

from __future__ import annotations

import copy
import pickle
import sys

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.robot.results import POSE, WRENCH, Field, Rows, unknown_name


def test_rows_and_fields_are_views_of_the_packed_array(crane, motion) -> None:
    R = crane.reactions(*motion)
    assert R.array.shape == (5, 3, 6)
    assert R.names == ("slew", "lift", "hoist")
    assert R.force.shape == R.torque.shape == (5, 3, 3)
    assert R["lift"].force.shape == (5, 3)
    for view in (R.force, R.torque, R["lift"].array, R["lift"].torque):
        assert np.shares_memory(view, R.array)
    R["lift"].force[...] = 7.0
    assert (R.array[:, 1, :3] == 7.0).all()
    assert (R.force[:, 1] == 7.0).all()


def test_rows_are_found_by_name_in_order(crane, motion) -> None:
    R = crane.reactions(*motion)
    assert len(R) == 3 and "lift" in R and "boom" not in R
    assert [row.name for row in R] == list(R.names)
    assert np.array_equal(R["hoist"].torque, R.array[:, 2, 3:])
    assert {"force", "torque", "array", "names"} <= set(dir(R))
    assert {"force", "torque", "array", "name"} <= set(dir(R["lift"]))


def test_poses_hold_bodies_and_points(crane, motion) -> None:
    pose = crane.forward_kinematics(motion.q)
    assert pose.bodies.names == ("mast", "arm", "hook")
    assert pose.points.names == ("eye", "tip")
    assert pose.rotation.shape == (5, 3, 3, 3) and pose.position.shape == (5, 3, 3)
    assert pose["tip"].position.shape == (5, 3)
    hook = pose["hook"]
    tip = hook.position + hook.rotation @ [0.05, -0.1, -0.5]
    assert np.abs(pose["tip"].position - tip).max() < 1e-14
    moving = crane.body_motions(*motion)
    assert moving["tip"].velocity.shape == (5, 3)
    assert moving["arm"].angular_acceleration.shape == (5, 3)
    assert np.shares_memory(pose.rotation, pose.bodies.array)


def test_one_state_gives_results_without_a_batch(crane, motion) -> None:
    q, v, a = (x[0] for x in motion)
    assert crane.reactions(q, v, a)["lift"].force.shape == (3,)
    assert crane.forward_kinematics(q)["arm"].rotation.shape == (3, 3)


def test_names_that_do_not_exist_are_answered_with_those_that_do(crane, motion) -> None:
    R = crane.reactions(*motion)
    with pytest.raises(InputError) as caught:
        R["lifts"]
    assert str(caught.value) == (
        "there is no joint 'lifts'\n  Joints: slew, lift, hoist.  Did you mean 'lift'?"
    )
    with pytest.raises(InputError) as caught:
        crane.forward_kinematics(motion.q)["nose"]
    assert str(caught.value) == (
        "there is no body or point 'nose'\n"
        "  Bodies and points: mast, arm, hook, eye, tip."
    )
    for thing in (R, R["lift"]):
        with pytest.raises(AttributeError, match="no field 'forces'; there are force"):
            _ = thing.forces
    with pytest.raises(AttributeError, match="no field 'velocity'; there are rotation"):
        _ = crane.forward_kinematics(motion.q).velocity
    D = crane.inverse_dynamics_derivatives(*motion)
    with pytest.raises(AttributeError, match="no derivative 'by_z'; there are by_q"):
        _ = D.by_z
    assert not hasattr(R, "mass")
    assert str(unknown_name("body", "b", ())) == "there is no body 'b'\n  Bodies: none."


def test_derivatives_are_named_and_unpacked_in_order(crane, motion) -> None:
    D = crane.inverse_dynamics_derivatives(*motion)
    by_q, by_v, by_a = D
    assert by_q is D.by_q and by_v is D.by_v and by_a is D.by_a
    assert {"matrices", "by_q", "by_v", "by_a"} == set(dir(D))
    q, v, _ = motion
    D = crane.derivative("bias_forces", q, v, with_respect_to=("q", "v"))
    assert list(D.matrices) == ["tau_by_q", "tau_by_v"]
    assert D.tau_by_q.shape == (5, 3, 3)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, None])
def test_results_can_be_copied_and_pickled(crane, motion, again) -> None:
    again = again or (lambda x: pickle.loads(pickle.dumps(x)))
    R = again(crane.reactions(*motion))
    assert np.array_equal(R["lift"].force, crane.reactions(*motion)["lift"].force)
    row = again(R["lift"])
    assert row.name == "lift" and np.array_equal(row.force, R["lift"].force)
    pose = again(crane.forward_kinematics(motion.q))
    assert pose["tip"].position.shape == (5, 3)
    D = again(crane.inverse_dynamics_derivatives(*motion))
    assert D.by_q.shape == (5, 3, 3)


def test_out_is_the_array_of_the_result(crane, motion) -> None:
    packed = np.empty((5, 3, 6))
    assert crane.reactions(*motion, out=packed).array is packed
    bodies, points = np.empty((5, 3, 12)), np.empty((5, 2, 3))
    pose = crane.forward_kinematics(motion.q, out=(bodies, points))
    assert pose.bodies.array is bodies and pose.points.array is points
    tau = np.empty((5, 3))
    assert crane.inverse_dynamics(*motion, out=tau) is tau


def test_xarray_knows_rows_axes_and_units(crane, motion) -> None:
    xarray = pytest.importorskip("xarray")
    R = crane.reactions(*(x.reshape(5, 1, 3) for x in motion))
    data = R.to_xarray()
    assert isinstance(data, xarray.Dataset)
    assert data.force.dims == ("batch_0", "batch_1", "joint", "axis")
    assert data.force.attrs["unit"] == "N" and data.torque.attrs["unit"] == "N m"
    z = data.force.sel(joint="lift", axis="z").values
    assert np.array_equal(z, R["lift"].force[..., 2])
    pose = crane.forward_kinematics(motion.q).to_xarray()
    assert pose.rotation.dims == ("batch_0", "body", "axis", "body_axis")
    assert pose.position.sel(body="arm").shape == (5, 3)
    tip = pose.point_position.sel(point="tip").values
    assert np.array_equal(tip, crane.forward_kinematics(motion.q)["tip"].position)
    moving = crane.body_motions(*motion).to_xarray()
    assert moving.point_acceleration.attrs["unit"] == "m/s^2"


def test_without_xarray_its_installation_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "xarray", None)  # as if not installed
    rows = Rows("joint", ("a",), np.zeros((1, 6)), WRENCH)
    with pytest.raises(InputError) as caught:
        rows.to_xarray()
    assert str(caught.value) == (
        "labelled results need the package xarray\n"
        "  Install it with: pip install 'linkwright[labels]'."
    )


def test_a_field_is_cut_out_of_a_row() -> None:
    field = Field("twice", 2, (2, 2), "m")
    assert field.size == 4
    packed = np.arange(12.0).reshape(2, 6)
    assert np.array_equal(field.view(packed)[1], [[8, 9], [10, 11]])
    assert POSE[0].size + POSE[1].size == 12
