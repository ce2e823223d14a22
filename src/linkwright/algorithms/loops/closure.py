"""What a closing joint demands of the two bodies, and what it can pass on between them.

For every component it holds there is one residual, zero where the joint is closed, and
one unit wrench by the first body on the second (force, torque about the closing point),
both in the joint's axes on the second body. The residual's rate is that wrench's power:
with axes x of the second body, d/dt x.(Q - P) = x.(v_2 at P - v_1 at P), so the force
acts at P, the first body's point, wherever a slide lets Q go.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.elements import bar
from linkwright.algorithms.loops.relative import relative_place
from linkwright.expr import Array, cross, dot, zeros
from linkwright.model.mechanism import Closure
from linkwright.model.tree import Model
from linkwright.spatial.rotation import Rotation

# Types that let their points go apart.
SLIDING = ("prismatic", "cylindrical", "planar")

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

    In the axes of the second body.

    Attributes:
        torque: about the second body's closing point.
        torque_at_first: about the first body's, which may be elsewhere on a slide.
    """

    name: str
    force: Array
    torque: Array
    torque_at_first: Array


def residuals(model: Model, y: Array, closure: Closure) -> list[Any]:
    """Return what must be zero for the joint to be closed, one for each component."""
    R, apart = _apart(model, y, closure)
    if closure.type == "bar":
        return [bar.residual(apart, closure.length)]
    x, y_axis, z = (closure.second_axes.column(i) for i in range(3))
    x1, y1, z1 = (R.apply_inverse(closure.first_axes.column(i)) for i in range(3))
    positions, angles = _HELD[closure.type]
    axes = {"x": x, "y": y_axis, "z": z}
    found = [dot(axes[axis], apart) for axis in positions]
    if closure.type == "universal":
        return [*found, dot(z1, z)]
    if angles == "xyz":
        return [*found, -dot(z, y1), -dot(x, z1), -dot(y_axis, x1)]
    if angles == "xy":
        return [*found, dot(y_axis, z1), -dot(x, z1)]
    return found


def _apart(model: Model, y: Array, closure: Closure) -> tuple[Rotation, Array]:
    """Return R_FS, and the second point seen from the first, in the second's axes."""
    a, b = closure.first, closure.second
    R, p = relative_place(model, y, a.link, b.link)
    return R, b.position + R.apply_inverse(p - a.position)


def unit_wrenches(model: Model, y: Array, closure: Closure) -> list[UnitWrench]:
    """Return the wrenches that a closing joint can pass on, component by component."""
    if closure.type == "bar":
        _, apart = _apart(model, y, closure)
        return [UnitWrench("along", bar.direction(apart), zeros(3), zeros(3))]
    frame = closure.second_axes
    positions, angles = _HELD[closure.type]
    found = []
    for axis in positions:
        force, torque = frame.column("xyz".index(axis)), zeros(3)
        if closure.type in SLIDING:
            _, apart = _apart(model, y, closure)
            torque = cross(force, apart)
        found.append(UnitWrench(f"force {axis}", force, torque, zeros(3)))
    if closure.type == "universal":
        R, _ = relative_place(model, y, closure.first.link, closure.second.link)
        z1 = R.apply_inverse(closure.first_axes.column(2))
        normal = cross(frame.column(2), z1)
        return [*found, UnitWrench("torque", zeros(3), normal, normal)]
    for axis in angles:
        torque = frame.column("xyz".index(axis))
        found.append(UnitWrench(f"torque {axis}", zeros(3), torque, torque))
    return found
