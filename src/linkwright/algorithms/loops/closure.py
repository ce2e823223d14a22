"""What a closing joint demands of the two bodies, and what it can pass on between them.

For every component it holds there is one residual, zero where the joint is closed, and
one unit wrench by the first body on the second (force, torque about the closing point,
in the joint's axes on the first body). The residual's rate is that wrench's power.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.loops.relative import relative_place
from linkwright.expr import Array, cross, dot, sqrt, zeros
from linkwright.model.mechanism import Closure
from linkwright.model.tree import Model

# For each type: the directions it holds in position and in angle, in its own axes.
_HELD = {
    "fixed": ("xyz", "xyz"),
    "revolute": ("xyz", "xy"),
    "prismatic": ("xy", "xyz"),
    "cylindrical": ("xy", "xy"),
    "universal": ("xyz", "z"),
    "planar": ("z", "xy"),
    "spherical": ("xyz", ""),
}


@dataclass(frozen=True, eq=False)
class UnitWrench:
    """A component that a closing joint passes on: its name, force and torque.

    In the axes of the first body, torque about the closing point.
    """

    name: str
    force: Array
    torque: Array


def residuals(model: Model, y: Array, closure: Closure) -> list[Any]:
    """Return what must be zero for the joint to be closed, one for each component."""
    a, b = closure.first, closure.second
    R, p = relative_place(model, y, a.link, b.link)
    apart = p + R.apply(b.position) - a.position
    if closure.type == "bar":
        return [(dot(apart, apart) - closure.length * closure.length) * 0.5]
    frame = closure.first_axes
    x, y_axis, z = (frame.column(i) for i in range(3))
    u, v, w = (R.apply(closure.second_axes.column(i)) for i in range(3))
    positions, angles = _HELD[closure.type]
    found = [dot(frame.column("xyz".index(axis)), apart) for axis in positions]
    if closure.type == "universal":
        return [*found, dot(z, w)]
    if angles == "xyz":
        return [*found, dot(z, v), dot(x, w), dot(y_axis, u)]
    if angles == "xy":
        return [*found, -dot(y_axis, w), dot(x, w)]
    return found


def unit_wrenches(model: Model, y: Array, closure: Closure) -> list[UnitWrench]:
    """Return the wrenches that a closing joint can pass on, component by component."""
    a, b = closure.first, closure.second
    if closure.type == "bar":
        R, p = relative_place(model, y, a.link, b.link)
        apart = p + R.apply(b.position) - a.position
        along = apart / sqrt(dot(apart, apart))
        return [UnitWrench("along", along, zeros(3))]
    frame = closure.first_axes
    positions, angles = _HELD[closure.type]
    found = [
        UnitWrench(f"force {axis}", frame.column("xyz".index(axis)), zeros(3))
        for axis in positions
    ]
    if closure.type == "universal":
        R, _ = relative_place(model, y, a.link, b.link)
        w = R.apply(closure.second_axes.column(2))
        normal = cross(w, frame.column(2))
        return [*found, UnitWrench("torque", zeros(3), normal)]
    return found + [
        UnitWrench(f"torque {axis}", zeros(3), frame.column("xyz".index(axis)))
        for axis in angles
    ]


def component_count(closure: Closure) -> int:
    """Return how many components the joint holds."""
    if closure.type == "bar":
        return 1
    return sum(map(len, _HELD[closure.type]))
