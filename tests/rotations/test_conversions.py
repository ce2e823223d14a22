"""Every kind of rotation into every other, SciPy as the witness."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as SciPyRotation

from linkwright import rotations
from linkwright.description.rotation import EULER_ORDERS

KINDS = (*EULER_ORDERS, "axis_angle", "rotation_vector", "quaternion", "matrix")
SHAPES = {"axis_angle": (4,), "quaternion": (4,), "matrix": (3, 3)}
ROUNDING = 4e-15  # a dozen operations on numbers up to pi


def samples() -> np.ndarray:
    """Random quaternions; then turns near none, near a half, and near gimbal lock."""
    rng = np.random.default_rng(1)
    directions = rng.normal(size=(40, 3))
    directions /= np.linalg.norm(directions, axis=-1, keepdims=True)
    directions[:6] = [*np.eye(3), *-np.eye(3)]
    small = 10.0 ** np.linspace(-18, -1, 40)[:, None]
    parts = [
        rng.normal(size=(100, 4)),
        SciPyRotation.from_rotvec(small * directions).as_quat(),
        SciPyRotation.from_rotvec((np.pi - small) * directions).as_quat(),
        [[0, 0, 0, 1], [1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 0, -1], [-3, 0, 4, 0]],
    ]
    for order in EULER_ORDERS:
        # On the lock and from a rounding to 0.01 off, at both ends of the middle.
        ends = (0.0, np.pi) if order[0] == order[2] else (-np.pi / 2, np.pi / 2)
        for end in ends:
            angles = rng.uniform(-np.pi, np.pi, (8, 3))
            angles[:, 1] = end + np.sign(-end or 1) * np.array(
                [0, 1e-16, 1e-15, 1e-14, 1e-10, 1e-8, 1e-5, 1e-2]
            )
            parts.append(SciPyRotation.from_euler(order.upper(), angles).as_quat())
    return np.concatenate([np.asarray(part, float) for part in parts])


SAMPLES = samples()


def matrices_of(values: np.ndarray, kind: str) -> np.ndarray:
    """Return the matrices of any kind, by SciPy."""
    if kind in EULER_ORDERS:
        return SciPyRotation.from_euler(kind.upper(), values).as_matrix()
    if kind == "axis_angle":
        axis = values[..., :3] / np.linalg.norm(values[..., :3], axis=-1)[..., None]
        return SciPyRotation.from_rotvec(axis * values[..., 3:]).as_matrix()
    if kind == "rotation_vector":
        return SciPyRotation.from_rotvec(values).as_matrix()
    if kind == "quaternion":
        return SciPyRotation.from_quat(values).as_matrix()
    return values


MATRICES = matrices_of(SAMPLES, "quaternion")


@pytest.mark.parametrize("kind", KINDS)
def test_scipy_reads_the_same_rotation(kind: str) -> None:
    found = rotations.convert(SAMPLES, "quaternion", kind)
    assert found.shape == (len(SAMPLES), *SHAPES.get(kind, (3,)))
    assert np.abs(matrices_of(found, kind) - MATRICES).max() < ROUNDING


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_matrix_is_made_of_what_scipy_made(kind: str) -> None:
    rng = np.random.default_rng(2)
    values = rng.uniform(-7.0, 7.0, (200, *SHAPES.get(kind, (3,))))
    if kind == "matrix":
        values = MATRICES
    found = rotations.to_matrix(values, kind)
    assert np.abs(found - matrices_of(values, kind)).max() < ROUNDING


@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("kind", KINDS)
def test_there_and_back_is_the_same_rotation(kind: str, to: str) -> None:
    given = rotations.convert(SAMPLES, "quaternion", kind)
    back = rotations.convert(rotations.convert(given, kind, to), to, kind)
    again = rotations.to_matrix(back, kind)
    assert np.abs(again - MATRICES).max() < 2 * ROUNDING


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_angles_away_from_the_lock_come_back(order: str) -> None:
    rng = np.random.default_rng(3)
    low = 0.1 if order[0] == order[2] else 0.1 - np.pi / 2
    middle = rng.uniform(low, low + np.pi - 0.2, 200)
    first, last = rng.uniform(-np.pi, np.pi, (2, 200))
    angles = np.stack([first, middle, last], axis=-1)
    found = rotations.to_euler(rotations.to_matrix(angles, order), order=order)
    # 0.1 rad from the lock rounding grows tenfold.
    assert np.abs(found - angles).max() < 10 * ROUNDING


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_at_the_lock_the_last_angle_is_zero(order: str) -> None:
    for end in (0.0, np.pi) if order[0] == order[2] else (-np.pi / 2, np.pi / 2):
        angles = rotations.convert([0.4, end, 0.3], order, order)
        assert angles[1] == pytest.approx(end, abs=ROUNDING)
        assert angles[2] == 0.0
        # One of the sum and the difference is all that the rotation knows.
        alike = np.abs(np.array([0.7, 0.1]) - abs(angles[0])).min()
        assert alike < ROUNDING


def test_angles_are_in_their_ranges() -> None:
    for order in EULER_ORDERS:
        first, middle, last = rotations.convert(SAMPLES, "quaternion", order).T
        for angle in (first, last):
            assert (angle > -np.pi).all() and (angle <= np.pi).all()
        low = 0.0 if order[0] == order[2] else -np.pi / 2
        assert (middle >= low).all() and (middle <= low + np.pi).all()
    angle = rotations.to_axis_angle(SAMPLES, "quaternion")[:, 3]
    assert (angle >= 0).all() and (angle <= np.pi).all()


def test_a_quaternion_has_one_sign() -> None:
    found = rotations.to_quaternion([[0, 0, 0, -2], [0, -1, 0, 0]], "quaternion")
    assert np.array_equal(found, [[0, 0, 0, 1], [0, 1, 0, 0]])
    both = rotations.to_quaternion(np.stack([SAMPLES, -SAMPLES]), "quaternion")
    assert np.array_equal(both[0], both[1])
    assert (both[..., 3] >= 0).all()
    assert np.abs(np.linalg.norm(both, axis=-1) - 1).max() < 1e-15


def test_lengths_of_quaternions_and_axes_do_not_matter() -> None:
    for scale in (1e-200, 1e-3, 7.0, 1e200):  # beyond where squares underflow
        found = rotations.to_matrix(SAMPLES * scale, "quaternion")
        assert np.abs(found - MATRICES).max() < ROUNDING
        axis = np.array([3.0, 0.0, -4.0]) * scale
        turn = rotations.convert([*axis, 0.5], "axis_angle", "rotation_vector")
        assert turn == pytest.approx([0.3, 0.0, -0.4], abs=ROUNDING)


def test_no_turn_is_about_z() -> None:
    assert np.array_equal(rotations.to_axis_angle(np.eye(3)), [0, 0, 1, 0])
    assert np.array_equal(rotations.to_rotation_vector(np.eye(3)), [0, 0, 0])


def test_tiny_turns_keep_all_their_digits() -> None:
    vector = np.array([3.0, -4.0, 12.0]) / 13
    for size in (1e-3, 1e-9, 1e-100, 1e-180, 1e-300):
        found = rotations.to_rotation_vector(vector * size, "rotation_vector")
        assert found == pytest.approx(vector * size, rel=1e-15, abs=0)
        axis = rotations.to_axis_angle(vector * size, "rotation_vector")[:3]
        assert axis == pytest.approx(vector, rel=1e-15)
        if size > 1e-100:
            matrix = rotations.to_matrix(vector * size, "rotation_vector")
            # Entries near 1 round absolutely, those off the diagonal relatively.
            found = rotations.to_rotation_vector(matrix)
            assert found == pytest.approx(vector * size, rel=1e-12, abs=0)


@pytest.mark.parametrize("batch", [(), (1,), (3,), (2, 3), (2, 0), (4, 1, 2)])
def test_any_batch_shape(batch: tuple[int, ...]) -> None:
    rng = np.random.default_rng(4)
    q = rng.normal(size=(*batch, 4))
    for kind in KINDS:
        found = rotations.convert(q, "quaternion", kind)
        assert found.shape == (*batch, *SHAPES.get(kind, (3,)))
        back = rotations.convert(found, kind, "matrix")
        assert back.shape == (*batch, 3, 3)
        for index in np.ndindex(batch):
            alone = rotations.convert(q[index], "quaternion", kind)
            assert np.array_equal(found[index], alone)


def test_float32_in_gives_float32_out() -> None:
    for kind in KINDS:
        single = rotations.convert(SAMPLES.astype(np.float32), "quaternion", kind)
        assert single.dtype == np.float32
        again = rotations.to_matrix(single, kind)
        assert again.dtype == np.float32
        assert np.abs(again - MATRICES).max() < 2e-6  # angles to pi round by 1e-7
    assert rotations.to_matrix([1, 2, 3]).dtype == np.float64
    assert rotations.to_matrix(np.float16([1, 2, 3])).dtype == np.float64


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_row_that_is_not_finite_becomes_nan_alone(
    kind: str, to: str, bad: float
) -> None:
    good = rotations.convert(SAMPLES[:13], "quaternion", kind)
    expected = rotations.convert(good, kind, to)
    spoiled = good.reshape(13, -1).copy()
    rows = range(0, 13, 3)
    for entry, row in enumerate(rows):
        spoiled[row, entry % spoiled.shape[1]] = bad
    found = rotations.convert(spoiled.reshape(good.shape), kind, to)
    touched = np.isin(np.arange(13), rows)
    assert np.isnan(found[touched]).all()
    assert np.array_equal(found[~touched], expected[~touched])


def test_named_functions_are_conversions() -> None:
    q = SAMPLES[:5]
    R = rotations.to_matrix(q, "quaternion")
    for function, to in (
        (rotations.to_quaternion, "quaternion"),
        (rotations.to_axis_angle, "axis_angle"),
        (rotations.to_rotation_vector, "rotation_vector"),
        (rotations.to_euler, "zxz"),
    ):
        assert np.array_equal(function(R), rotations.convert(R, "matrix", to))
        same = rotations.convert(q, "quaternion", to)
        assert np.array_equal(function(q, "quaternion"), same)
    zyx = rotations.to_euler(R, order="zyx")
    assert np.array_equal(zyx, rotations.convert(R, "matrix", "zyx"))
    angles = rotations.to_euler(R)
    same = rotations.convert(angles, "zxz", "matrix")
    assert np.array_equal(rotations.to_matrix(angles), same)


def test_euler_angles_turn_about_moving_axes() -> None:
    a, b, c = 0.3, -0.8, 1.9

    def about(axis: int, angle: float) -> np.ndarray:
        return rotations.to_matrix([*np.eye(3)[axis], angle], "axis_angle")

    expected = about(2, a) @ about(0, b) @ about(2, c)
    assert np.abs(rotations.to_matrix([a, b, c]) - expected).max() < 1e-15
    assert about(2, np.pi / 2)[:, 0] == pytest.approx([0, 1, 0])  # x turns to y


def test_roll_pitch_yaw_are_zyx_in_reverse() -> None:
    roll, pitch, yaw = 0.3, -0.8, 1.9
    fixed = SciPyRotation.from_euler("xyz", [roll, pitch, yaw]).as_matrix()
    found = rotations.to_matrix([yaw, pitch, roll], "zyx")
    assert np.abs(found - fixed).max() < 1e-15


def test_a_matrix_as_printed_becomes_orthonormal() -> None:
    R = rotations.to_matrix(np.round(MATRICES, 4), "matrix")
    assert np.abs(R @ np.swapaxes(R, -1, -2) - np.eye(3)).max() < ROUNDING
    assert np.abs(R - MATRICES).max() < 2e-4
