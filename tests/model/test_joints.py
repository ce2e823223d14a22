"""Every joint type's motion, rates and steps, held to one another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.spatial.transform import Rotation as SciPyRotation

from linkwright.expr import Array
from linkwright.model.joints import (
    Fixed,
    Free,
    Helical,
    Prismatic,
    Revolute,
    Spherical,
)
from linkwright.model.joints.contract import frame_with_z_along
from tests.expr.evaluating import value

SKEW = Array((2 / 7, -3 / 7, 6 / 7))
MINUS_Y = Array((0.0, -1.0, 0.0))
Z = Array((0.0, 0.0, 1.0))
STEP = 1e-5


@dataclass(frozen=True)
class Case:
    """A joint, and how many of its coordinates are a quaternion's."""

    joint: Any
    quaternion: int = 0

    @property
    def nq(self) -> int:
        return len(self.joint.neutral)

    @property
    def nv(self) -> int:
        return len(self.joint.subspace)

    def states(self, seed: int, count: int = 40) -> np.ndarray:
        q = np.random.default_rng(seed).normal(size=(count, self.nq))
        if self.quaternion:
            part = q[:, -4:]
            q[:, -4:] = part / np.linalg.norm(part, axis=-1, keepdims=True)
        return q

    def integrate(self, q: np.ndarray, step: np.ndarray) -> np.ndarray:
        both = np.concatenate([q, step], axis=-1)
        return value(lambda x: self.joint.integrate(x[: self.nq], x[self.nq :]), both)

    def difference(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        both = np.concatenate([start, end], axis=-1)
        return value(lambda x: self.joint.difference(x[: self.nq], x[self.nq :]), both)

    def poses(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return rotation and translation of the body."""

        def pose(x: Array) -> Array:
            rotation, shift = self.joint.motion(x)
            return Array((*rotation.matrix().entries, *shift))

        found = value(pose, q)
        return found[:, :9].reshape(-1, 3, 3), found[:, 9:]


CASES = [
    pytest.param(Case(Revolute(Z)), id="revolute-z"),
    pytest.param(Case(Revolute(MINUS_Y)), id="revolute-minus-y"),
    pytest.param(Case(Revolute(SKEW)), id="revolute-skew"),
    pytest.param(Case(Prismatic(SKEW)), id="prismatic"),
    pytest.param(Case(Helical(SKEW, 0.2)), id="helical"),
    pytest.param(Case(Helical(Array((1.0, 0.0, 0.0)), -0.1)), id="helical-x"),
    pytest.param(Case(Spherical(), 4), id="spherical"),
    pytest.param(Case(Free(), 4), id="free"),
]


@pytest.mark.parametrize("case", CASES)
def test_names_and_sizes_agree(case: Case) -> None:
    joint = case.joint
    assert len(joint.coordinate_suffixes) == case.nq
    assert len(joint.velocity_suffixes) == case.nv
    N = value(joint.rate_matrix, case.states(0))
    assert N.shape[1:] == (case.nq, case.nv)


@pytest.mark.parametrize("case", CASES)
def test_neutral_is_no_motion(case: Case) -> None:
    R, p = case.poses(np.array([case.joint.neutral]))
    assert np.abs(R - np.eye(3)).max() < 1e-15
    assert not p.any()


@pytest.mark.parametrize("case", CASES)
def test_no_step_stays_and_difference_undoes_integrate(case: Case) -> None:
    q = case.states(1)
    still = case.integrate(q, np.zeros((len(q), case.nv)))
    assert np.abs(still - q).max() < 1e-15
    rng = np.random.default_rng(2)
    # Below a half turn; from 1e-18 of it on.
    step = rng.uniform(-1.7, 1.7, (len(q), case.nv))
    step *= 10.0 ** -np.linspace(0, 18, len(q))[:, None]
    end = case.integrate(q, step)
    found = case.difference(q, end)
    # Coordinates of size 3 round by 4e-16; a tiny step on top of them is all rounding.
    assert np.abs(found - step).max() < 1e-14


@pytest.mark.parametrize("case", CASES)
def test_integrate_undoes_difference_up_to_a_half_turn(case: Case) -> None:
    start, end = case.states(3), case.states(4)
    if case.quaternion:
        # Some pairs a half turn apart, some nearly, some alike, some of the other sign.
        half = SciPyRotation.from_quat(start[:3, -4:])
        for row, off in enumerate((0.0, 1e-9, 1e-4)):
            turn = SciPyRotation.from_rotvec([np.pi - off, 0, 0])
            end[row, -4:] = (half[row] * turn).as_quat()
        end[3], end[4] = start[3], start[4]
        end[4, -4:] *= -1
    again = case.integrate(start, case.difference(start, end))
    R, p = case.poses(again)
    R_end, p_end = case.poses(end)
    assert np.abs(R - R_end).max() < 1e-14
    assert np.abs(p - p_end).max() < 1e-14
    if case.quaternion:
        angles = np.linalg.norm(case.difference(start, end)[:, -3:], axis=-1)
        assert (angles <= np.pi + 1e-15).all()


@pytest.mark.parametrize("case", CASES)
def test_steps_along_one_velocity_add(case: Case) -> None:
    q = case.states(5)
    v = np.random.default_rng(6).normal(size=(len(q), case.nv))
    halfway = case.integrate(case.integrate(q, 0.3 * v), 0.7 * v)
    assert np.abs(halfway - case.integrate(q, v)).max() < 1e-14


@pytest.mark.parametrize("case", CASES)
def test_rates_of_coordinates_are_n_times_velocity(case: Case) -> None:
    q = case.states(7)
    v = np.random.default_rng(8).normal(size=(len(q), case.nv))
    N = value(case.joint.rate_matrix, q)
    slope = case.integrate(q, STEP * v) - case.integrate(q, -STEP * v)
    # Central differences: (h |v|)^2 / 6 and rounding / h.
    error = np.einsum("bij,bj->bi", N, v) - slope / (2 * STEP)
    assert np.abs(error).max() < 5e-9


@pytest.mark.parametrize("case", CASES)
def test_subspace_is_the_body_velocity_of_unit_rates(case: Case) -> None:
    q = case.states(9)
    for k, (angular, linear) in enumerate(case.joint.subspace):
        e = np.tile(np.eye(case.nv)[k], (len(q), 1))
        R, _ = case.poses(q)
        R_ahead, p_ahead = case.poses(case.integrate(q, STEP * e))
        R_behind, p_behind = case.poses(case.integrate(q, -STEP * e))
        spin = np.swapaxes(R, -1, -2) @ (R_ahead - R_behind) / (2 * STEP)
        w = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=-1)
        v = np.einsum("bji,bj->bi", R, (p_ahead - p_behind) / (2 * STEP))
        assert np.abs(w - np.array(list(angular))).max() < 1e-9
        assert np.abs(v - np.array(list(linear))).max() < 1e-9


def test_free_moves_along_the_screw_of_its_body_velocity() -> None:
    """Integrating is the limit of many small steps, each along the body's axes."""
    case = Case(Free(), 4)
    q = case.states(10, 6)
    v = np.random.default_rng(11).normal(size=(6, 6))
    v[0, 3:] = 0.0  # no turn: a straight line
    v[1, 3:] *= 1e-7
    small = q
    for _ in range(256):
        small = case.integrate(small, v / 256)
    whole = case.integrate(q, v)
    assert np.abs(small - whole).max() < 1e-13  # 256 roundings
    R, p = case.poses(whole)
    twist = np.zeros((6, 4, 4))
    for row in range(6):
        x, y, z = v[row, 3:]
        twist[row, :3, :3] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
        twist[row, :3, 3] = v[row, :3]
    R0, p0 = case.poses(q)
    moved = np.stack([expm(t) for t in twist])
    assert np.abs(R0 @ moved[:, :3, :3] - R).max() < 1e-14
    place = p0 + np.einsum("bij,bj->bi", R0, moved[:, :3, 3])
    assert np.abs(place - p).max() < 1e-14


def test_free_steps_are_smooth_where_the_series_begin() -> None:
    case = Case(Free(), 4)
    start = np.array([Free.neutral] * 81)
    size = 0.5 + np.linspace(-1e-3, 1e-3, 81)[:, None]
    direction = np.array([0.6, 0.0, -0.8])
    step = np.concatenate([np.ones((81, 3)), size * direction], axis=-1)
    end = case.integrate(start, step)
    assert np.abs(np.diff(end, n=2, axis=0)).max() < 1e-8  # a jump would stand out
    assert np.abs(case.difference(start, end) - step).max() < 1e-14


def test_fixed_has_no_coordinates() -> None:
    joint = Fixed()
    assert joint.neutral == joint.subspace == joint.coordinate_suffixes == ()
    rotation, shift = joint.motion(Array(()))
    assert rotation.turns == () and list(shift) == [0.0] * 3
    assert joint.rate_matrix(Array(())).entries == ()
    assert joint.integrate(Array(()), Array(())).entries == ()
    assert joint.difference(Array(()), Array(())).entries == ()


def test_a_frame_along_any_axis_is_a_rotation() -> None:
    rng = np.random.default_rng(12)
    axes = rng.normal(size=(50, 3))
    tilts = 10.0 ** -np.linspace(1, 170, 60)
    near = [[t, s * t, sign] for t in tilts for s in (0, -0.7) for sign in (1, -1)]
    axes = np.concatenate([axes, near, np.eye(3), -np.eye(3)])
    axes /= np.linalg.norm(axes, axis=-1, keepdims=True)
    for axis in axes:
        frame = frame_with_z_along(Array(map(float, axis)))
        R = np.array(frame.entries).reshape(3, 3)
        assert np.abs(R @ R.T - np.eye(3)).max() < 1e-15
        assert np.linalg.det(R) > 0
        # Exactly the axis, however near -z: not the nearest handy one.
        assert np.abs(R[:, 2] - axis).max() <= 1e-150
        # The shortest way: it turns about an axis across z.
        assert R[1, 0] == pytest.approx(R[0, 1], abs=1e-15)


@pytest.mark.parametrize("tilt", [1e-3, 1e-6, 1e-7, 1e-9, 1e-12])
def test_a_hinge_keeps_an_axis_near_minus_z(tilt: float) -> None:
    axis = np.array([tilt, 0.3 * tilt, -1.0])
    axis /= np.linalg.norm(axis)
    case = Case(Revolute(Array(map(float, axis))))
    q = np.array([[0.7], [2.0]])
    R, _ = case.poses(q)
    expected = SciPyRotation.from_rotvec(q * axis).as_matrix()
    assert np.abs(R - expected).max() < 1e-15
