"""The inertia of a solid is the integral over its volume."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.description.solids import (
    box_inertia,
    cylinder_inertia,
    rod_inertia,
    solid_inertia,
    sphere_inertia,
    tube_inertia,
)


def test_box_is_the_sum_of_its_halves():
    """Two half boxes moved apart by Steiner's rule make the whole one."""
    mass, x, y, z = 3.0, 0.2, 0.5, 0.7
    half = np.array(box_inertia(mass / 2, x, y, z / 2))
    shift = mass / 2 * (z / 4) ** 2
    whole = 2 * (half + np.array([shift, shift, 0, 0, 0, 0]))
    assert whole == pytest.approx(box_inertia(mass, x, y, z), rel=1e-15)


def test_tube_is_a_cylinder_without_its_core():
    density, inner, outer, length = 700.0, 0.03, 0.05, 0.4

    def cylinder(radius: float) -> np.ndarray:
        mass = density * np.pi * radius**2 * length
        return np.array(cylinder_inertia(mass, radius, length))

    mass = density * np.pi * (outer**2 - inner**2) * length
    found = tube_inertia(mass, inner, outer, length)
    # the difference cancels one digit
    assert found == pytest.approx(cylinder(outer) - cylinder(inner), rel=1e-13)


def test_sphere_is_a_stack_of_discs():
    radius, mass, discs = 0.3, 2.0, 20_000
    z = (np.arange(discs) + 0.5) / discs * 2 * radius - radius
    weights = (radius**2 - z**2) * mass / np.sum(radius**2 - z**2)
    along = np.sum(weights * (radius**2 - z**2) / 2)
    # the midpoint rule's error falls with the square of the number of discs
    assert sphere_inertia(mass, radius)[2] == pytest.approx(along, rel=1e-8)


def test_rod_is_a_cylinder_without_radius():
    assert rod_inertia(2.0, 0.5) == cylinder_inertia(2.0, 0.0, 0.5)


@pytest.mark.parametrize(("axis", "place"), [("x", 0), ("y", 1), ("z", 2)])
def test_axis_turns_the_solid(axis, place):
    along, across = 2.0 * 0.1**2 / 2, 2.0 * (3 * 0.1**2 + 0.5**2) / 12
    expected = [across] * 3
    expected[place] = along
    assert cylinder_inertia(2.0, 0.1, 0.5, axis)[:3] == pytest.approx(expected)


def test_the_papers_cylinders():
    """KUKA links 1 to 3 are solid cylinders, r = 0.06 m, h = 0.2 m [errata K8]."""
    found = solid_inertia("cylinder", 3.0, {"radius": 0.06, "length": 0.2})
    assert found[:3] == pytest.approx((1.27e-2, 1.27e-2, 5.4e-3), rel=1e-12)
