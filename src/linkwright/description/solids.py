"""Inertia of uniform solids about their centre: xx, yy, zz, xy, xz, yz [kg m^2].

Everything is arithmetic of the arguments, so floats and expression nodes both do.
"""

from __future__ import annotations

from typing import Any

# What each solid is given by; a box's size is its three edges.
SOLID_SIZES = {
    "box": ("size",),
    "cylinder": ("radius", "length", "axis"),
    "tube": ("inner_radius", "radius", "length", "axis"),
    "rod": ("length", "axis"),
    "sphere": ("radius",),
}
Entries = tuple[Any, Any, Any, Any, Any, Any]


def solid_inertia(solid: str, mass: Any, sizes: dict[str, Any]) -> Entries:
    """Return the inertia of a solid of ``SOLID_SIZES``, its sizes by name."""
    if solid == "box":
        return box_inertia(mass, *sizes["size"])
    if solid == "sphere":
        return sphere_inertia(mass, sizes["radius"])
    axis = sizes.get("axis", "z")
    if solid == "rod":
        return rod_inertia(mass, sizes["length"], axis)
    inner = sizes.get("inner_radius", 0.0)
    return tube_inertia(mass, inner, sizes["radius"], sizes["length"], axis)


def box_inertia(mass: Any, x: Any, y: Any, z: Any) -> Entries:
    """Return m/12 (y² + z²), … of a box with edges x, y, z."""
    part = mass / 12.0
    return (
        part * (y * y + z * z),
        part * (x * x + z * z),
        part * (x * x + y * y),
        0.0,
        0.0,
        0.0,
    )


def cylinder_inertia(mass: Any, radius: Any, length: Any, axis: str = "z") -> Entries:
    """Return m r²/2 along the axis and m (3 r² + l²)/12 across it."""
    return tube_inertia(mass, 0.0, radius, length, axis)


def tube_inertia(
    mass: Any, inner: Any, outer: Any, length: Any, axis: str = "z"
) -> Entries:
    """Return m (a² + b²)/2 along the axis and m (3 (a² + b²) + l²)/12 across it.

    a and b are the inner and outer radius.
    """
    squares = inner * inner + outer * outer
    along = mass * squares / 2.0
    across = mass * (3.0 * squares + length * length) / 12.0
    return _about(axis, along, across)


def rod_inertia(mass: Any, length: Any, axis: str = "z") -> Entries:
    """Return m l²/12 across a thin rod, and nothing along it."""
    return _about(axis, 0.0, mass * (length * length) / 12.0)


def sphere_inertia(mass: Any, radius: Any) -> Entries:
    """Return 2/5 m r² about every axis of a ball."""
    every = 2.0 * mass * (radius * radius) / 5.0
    return (every, every, every, 0.0, 0.0, 0.0)


def _about(axis: str, along: Any, across: Any) -> Entries:
    x, y, z = (along if axis == name else across for name in "xyz")
    return (x, y, z, 0.0, 0.0, 0.0)
