"""Gaps are distances: as measured to the nearest of many places on the wall."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.description.rotation_matrix import rotation_matrix
from tests.contact.robots import robot, states

COUNT = 400


def gap_of(name: str, q: np.ndarray) -> np.ndarray:
    found = robot("swing")
    names = [each.name for each in found.contacts]
    columns = [k for k, each in enumerate(names) if f"{each} ".startswith(f"{name} ")]
    return found.gaps(q)[:, columns].min(axis=-1)


def local(wall: str, point: str, q: np.ndarray) -> np.ndarray:
    """Return a point in the axes of a wall."""
    found = robot("swing")
    pose = found.forward_kinematics(q)
    p = pose[point].position
    described = next(each for each in found.walls if each.name == wall)
    if described.on != "world":
        body = pose[described.on]
        p = np.einsum("bji,bj->bi", body.rotation, p - body.position)
    p = p - np.array(described.at)
    return p @ np.array(rotation_matrix(described.rotation))


def polygon(corners, closed=True, rounding=0.0, each=4000):
    """Return places on a polyline, its corners cut by arcs of a radius."""
    corners = np.array(corners, float)
    count = len(corners)
    pieces = []
    starts, ends = corners.copy(), corners.copy()
    for k in range(count) if closed else range(1, count - 1):
        before = corners[k] - corners[k - 1]
        after = corners[(k + 1) % count] - corners[k]
        t, u = before / np.hypot(*before), after / np.hypot(*after)
        turn = np.arctan2(t[0] * u[1] - t[1] * u[0], t @ u)
        cut = rounding * np.tan(abs(turn) / 2)
        ends[k], starts[k] = corners[k] - cut * t, corners[k] + cut * u
        side = np.sign(turn) * np.array([-t[1], t[0]])
        angles = np.linspace(0.0, turn, each)[:, None]
        centre = ends[k] + rounding * side
        arm = ends[k] - centre
        across = np.array([-arm[1], arm[0]])
        pieces.append(centre + np.cos(angles) * arm + np.sin(angles) * across)
    for k in range(count if closed else count - 1):
        a, b = starts[k], ends[(k + 1) % count]
        if not closed:  # the ends go on
            a = a + (k == 0) * 40.0 * (a - b)
            b = b + (k == count - 2) * 40.0 * (b - a) / np.hypot(*(b - a))
        pieces.append(a + np.linspace(0, 1, 20 * each)[:, None] * (b - a))
    return np.concatenate(pieces)


def nearest(p: np.ndarray, places: np.ndarray) -> np.ndarray:
    from scipy.spatial import KDTree

    return KDTree(places).query(p)[0]


POLYLINES = {
    "pot": ([[-2, -2], [2, -2], [2, 2], [0, 0.5], [-2, 2]], True, 0.2, 1.0),
    "post": ([[-0.3, -0.2], [0.3, -0.2], [0.1, 2.5 / 6]], True, 0.0, -1.0),
    "hill": ([[4, 0], [1, 0], [0, 1], [-1, 0], [-4, 0]], False, 0.1, -1.0),
}


@pytest.mark.parametrize("wall", POLYLINES)
def test_polylines(wall):
    corners, closed, rounding, toward = POLYLINES[wall]
    q, _, _ = states("swing", 11, COUNT)
    places = polygon(corners, closed, rounding)
    p = local(wall, "P", q)[:, :2]
    gap = gap_of(f"P on {wall}", q)
    # places a quarter of a millimetre apart, or on a side beside it
    assert np.abs(np.abs(gap) - nearest(p, places)).max() < 2e-5
    # outside of the hill, listed from right to left, is above it
    left = _winds(p, corners) if closed else p[:, 1] < _height(p[:, 0], corners)
    clear = np.abs(gap) > 0.1  # further away than rounding a corner moves it
    assert np.array_equal((gap * toward > 0)[clear], left[clear])


def _winds(p, corners):
    """Return whether places are inside, by crossings of a ray."""
    found = np.zeros(len(p), bool)
    for k in range(len(corners)):
        (xa, ya), (xb, yb) = corners[k - 1], corners[k]
        crosses = (ya > p[:, 1]) != (yb > p[:, 1])
        with np.errstate(divide="ignore", invalid="ignore"):
            at = xa + (p[:, 1] - ya) / np.float64(yb - ya) * (xb - xa)
        found ^= crosses & (p[:, 0] < at)
    return found


def _height(x, corners):
    xs, ys = np.array(corners[::-1], float).T
    return np.interp(x, xs, ys)


def test_flat_polygon_is_the_least_of_its_sides():
    q, _, _ = states("swing", 12, COUNT)
    p = local("pen", "P", q)[:, :2]
    places = polygon([[-3, -2], [3, -2], [0, 4]])
    gap = gap_of("P on pen", q)
    inside = gap > 0
    assert inside.sum() > 100
    assert np.abs(gap - nearest(p, places))[inside].max() < 1e-7


def test_boxes():
    q, _, _ = states("swing", 13, COUNT)
    half = np.array([0.15, 0.2, 0.1])
    p = local("crate", "P", q)
    gap = gap_of("P on crate", q)
    beyond = np.abs(p) - half
    clamped = np.clip(p, -half, half)  # the nearest place of the box itself
    out = (beyond > 0).any(axis=-1)
    assert out.any()
    distance = np.linalg.norm(p - clamped, axis=-1)
    assert np.abs(gap - np.where(out, distance, beyond.max(axis=-1))).max() < 1e-14
    p = local("room", "P", q)
    least = (np.array([3, 2.5, 2]) - np.abs(p)).min(axis=-1)
    assert np.abs(gap_of("P on room", q) - least).max() < 1e-14


def test_rounded_boxes_are_grown_smaller_ones():
    q, _, _ = states("swing", 16, COUNT)
    half = np.array([0.15, 0.2, 0.1]) - 0.05
    p = local("brick", "P", q)
    distance = np.linalg.norm(p - np.clip(p, -half, half), axis=-1) - 0.05
    out = (np.abs(p) > half).any(axis=-1)
    assert out.sum() > COUNT / 2
    assert np.abs(gap_of("P on brick", q) - distance)[out].max() < 1e-14
    p, half = local("cell", "P", q), np.full(3, 2.5)
    distance = np.linalg.norm(p - np.clip(p, -half, half), axis=-1)
    deep = np.abs(p).max(axis=-1) < 2.5
    expected = np.where(deep, 3.5 - np.abs(p).max(axis=-1), 1.0 - distance)
    assert np.abs(gap_of("P on cell", q) - expected).max() < 1e-14


def test_cylinders_and_spheres():
    q, _, _ = states("swing", 14, COUNT)
    p = local("can", "P", q)
    radial, along = np.hypot(p[:, 1], p[:, 2]), np.abs(p[:, 0])
    expected = np.minimum(2 - radial, 1.5 - along)
    assert np.abs(gap_of("P on can", q) - expected).max() < 1e-14
    p = local("log", "Q", q)
    radial, along = np.hypot(p[:, 0], p[:, 1]) - 0.2, np.abs(p[:, 2]) - 0.15
    out = np.hypot(np.maximum(radial, 0), np.maximum(along, 0))
    expected = np.where(out > 0, out, np.maximum(radial, along))
    assert np.abs(gap_of("Q on log", q) - expected).max() < 1e-14
    p = local("ball", "P", q)
    expected = 3 - np.linalg.norm(p, axis=-1)
    assert np.abs(gap_of("P on ball", q) - expected).max() < 1e-14


@pytest.mark.parametrize("wall", ["egg", "bowl"])
def test_implicit_surfaces_are_true_to_first_order(wall):
    """Near the wall the error falls with the square of the distance."""
    q, _, _ = states("swing", 15, 60)
    found = robot("swing")
    k = [each.name for each in found.contacts].index(f"P on {wall}")
    errors = []
    for size in (1e-3, 1e-4):
        there = _moved_to_gap(found, q, k, size)
        normal = found.contact_places(there)[f"P on {wall}"].normal
        step = np.zeros((len(q), found.nv))
        body = found.forward_kinematics(there)["car"].rotation
        place = found.velocity_names.index("fly.vx")
        step[:, place : place + 3] = np.einsum("bji,bj->bi", body, -normal * size)
        errors.append(np.abs(found.gaps(found.integrate(there, step))[:, k]).max())
    assert errors[0] < 1e-4
    assert errors[1] < errors[0] / 50  # a tenth of the distance, a hundredth


def _moved_to_gap(found, q, k, size):
    """Return configurations whose base is moved along the normal to a gap."""
    place = found.velocity_names.index("fly.vx")
    for _ in range(60):
        gap = found.gaps(q)[:, k] - size
        row = found.contact_jacobian(q)[:, k, place : place + 3]
        step = np.zeros((len(q), found.nv))
        norm = (row * row).sum(-1, keepdims=True)
        move = -row * gap[:, None] / norm
        length = np.linalg.norm(move, axis=-1, keepdims=True) + 1e-300
        step[:, place : place + 3] = move * np.minimum(1.0, 0.3 / length)
        q = found.integrate(q, step)
    assert np.abs(found.gaps(q)[:, k] - size).max() < 1e-12
    return q
