"""Curves touch where they are nearest: as measured at many places along them."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.formats import read_text
from tests.contact.robots import robot, states

S = np.linspace(0.0, 1.0, 4001)
CURVES = ("P-Q", "P-S-Q", "P-S-T-Q")


def along(curve: str) -> np.ndarray:
    """Return places along a curve of the rod, in its frame."""
    given = {p.name: np.array(p.position) for p in robot("swing").points}
    P, Q = given["P"], given["Q"]
    if curve == "P-Q":
        return P + S[:, None] * (Q - P)
    if curve == "P-S-Q":
        return _arc(P, given["S"], Q)
    from scipy.interpolate import CubicSpline

    knots = np.array([given[name] for name in curve.split("-")])
    s = np.linspace(0.0, 1.0, len(knots))
    return CubicSpline(s, knots, bc_type="natural")(S)


def _arc(P, Q, R):
    """Return places of the circle by its centre, equally far from all three."""
    normal = np.cross(Q - P, R - P)
    rows = np.array([Q - P, R - P, normal])
    right = [(Q @ Q - P @ P) / 2, (R @ R - P @ P) / 2, normal @ P]
    centre = np.linalg.solve(rows, right)
    u = P - centre
    w = np.cross(normal / np.linalg.norm(normal), u)
    angles = [
        np.arctan2((x - centre) @ w, (x - centre) @ u) % (2 * np.pi) for x in (Q, R)
    ]
    assert angles[0] < angles[1]
    turn = S[:, None] * angles[1]
    return centre + np.cos(turn) * u + np.sin(turn) * w


def measured(wall: str, places: np.ndarray) -> np.ndarray:
    if wall == "globe":
        return np.linalg.norm(places, axis=-1) - 0.4
    if wall == "brick":
        half = np.array([0.1, 0.15, 0.05])
        return np.linalg.norm(places - np.clip(places, -half, half), axis=-1) - 0.05
    if wall == "pill":
        radial = np.maximum(np.hypot(places[..., 0], places[..., 2]) - 0.1, 0.0)
        along = np.maximum(np.abs(places[..., 1]) - 0.2, 0.0)
        return np.hypot(radial, along) - 0.1
    return (places - [0.5, 0, -1]) @ [0.6, 0, 0.8]


SMOOTH = [(wall, curve) for wall in ("globe", "kerb") for curve in CURVES]
EDGED = [("brick", "P-Q"), ("pill", "P-Q")]


@pytest.mark.parametrize(("wall", "curve"), SMOOTH + EDGED)
def test_gap_is_the_least_along_the_curve(wall, curve):
    found = robot("swing")
    q, _, _ = states("swing", 21, 100)
    k = [each.name for each in found.contacts].index(f"{curve} on {wall}")
    rod = found.forward_kinematics(q)["rod"]
    world = rod.position[:, None] + np.einsum("bij,sj->bsi", rod.rotation, along(curve))
    least = measured(wall, world).min(axis=-1)
    # of a box only what is outside is measured
    known = least > 0.0 if (wall, curve) in EDGED else np.isfinite(least)
    assert known.sum() > 40
    radius = 0.02 if (wall, curve) == ("globe", "P-Q") else 0.0
    error = (least - radius - found.gaps(q)[:, k])[known]
    assert error.min() > -1e-14  # no place is nearer than the one found
    assert error.max() < 1e-6  # places 0.3 mm apart, on edges of 0.05 m


def test_places_found_lie_on_the_curve():
    found = robot("swing")
    q, _, _ = states("swing", 22, 30)
    rod = found.forward_kinematics(q)["rod"]
    for curve in ("P-S-Q", "P-S-T-Q"):
        place = found.contact_places(q)[f"{curve} on globe"].position
        there = np.einsum("bji,bj->bi", rod.rotation, place - rod.position)
        apart = np.linalg.norm(there[:, None] - along(curve), axis=-1).min(axis=-1)
        assert apart.max() < 4e-4  # half the distance of the places


ROD = """
linkwright: 1
name: rod
bodies: {rod: {mass: 1, inertia: {solid: rod, length: 2, axis: x},
         points: {A: [-1, 0, 0], B: [1, 0, 0]}}}
joints: {fly: {type: planar, parent: world, body: rod, axis: y}}
walls:
  pole: {shape: cylinder, radius: 0.3, robot: outside, axis: y,
         contacts: [A, B, {segment: [A, B]}]}
"""


def test_a_rods_middle_meets_a_pole_that_its_ends_pass():
    """The rod hovers above the pole by 0.1 and sinks: its middle comes near."""
    found = lw.Robot(read_text(ROD))
    names = found.coordinate_names
    q = np.zeros(3)
    height = found.forward_kinematics(q + np.eye(3)[0])["rod"].position
    lift = 0 if abs(height[2]) > 0.5 else 1
    q[lift] = 0.4 * np.sign(
        found.forward_kinematics(np.eye(3)[lift])["rod"].position[2]
    )
    gaps = found.gaps(q)
    assert gaps[2] == pytest.approx(0.1, abs=1e-15)
    assert gaps[:2].min() > 0.7
    v = np.zeros(3)
    v[lift] = -np.sign(q[lift])
    assert found.gap_rates(q, v)[2] == pytest.approx(-1.0, abs=1e-12)
    assert len(names) == 3


def test_a_rod_on_an_edge_feels_what_is_square_to_both():
    """A rod slants over a box: the normal is square to the rod and to the edge."""
    text = ROD.split("  pole:")[0].replace("planar", "free").replace(", axis: y", "")
    box = "shape: box, size: [1, 1, 1], rounding: 0.01, robot: outside"
    wall = f"  pole: {{{box}, contacts: [{{segment: [A, B]}}]}}"
    found = lw.Robot(read_text(text + wall))
    q = found.integrate(found.neutral, np.array([0.0, 0.0, 0.0, 0.1, 0.7, 0.3]))
    q[:3] = 0.56, 0.1, 0.56  # the edge lies along y, at 0.5, 0.5
    gap = float(found.gaps(q)[0])
    q[:3] -= found.contact_places(q)["A-B on pole"].normal * gap
    normal = found.contact_places(q)["A-B on pole"].normal
    rod = found.forward_kinematics(q)["rod"].rotation[:, 0]
    assert abs(normal @ rod) < 1e-9
    assert abs(normal[1]) < 1e-9
    assert normal[[0, 2]].min() > 0.1
    assert np.linalg.norm(normal) == pytest.approx(1.0, abs=1e-12)
