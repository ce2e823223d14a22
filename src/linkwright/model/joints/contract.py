"""What every joint type offers, and what those of one freedom share."""

from __future__ import annotations

from typing import Protocol

from linkwright.expr import Array, identity, less, logical_and, where, zeros
from linkwright.spatial.rotation import Rotation

# For each velocity: the angular and the linear velocity of the body, body frame.
Subspace = tuple[tuple[Array, Array], ...]


class Joint(Protocol):
    """The contract of a joint type."""

    @property
    def type_name(self) -> str:
        """The word for it in files."""
        ...

    @property
    def coordinate_suffixes(self) -> tuple[str, ...]:
        """What each coordinate adds to the joint's name; its length is nq."""
        ...

    @property
    def velocity_suffixes(self) -> tuple[str, ...]:
        """What each velocity adds to the joint's name; its length is nv."""
        ...

    @property
    def subspace(self) -> Subspace:
        """Body velocity per joint velocity."""
        ...

    @property
    def neutral(self) -> tuple[float, ...]:
        """The coordinates of the reference configuration."""
        ...

    def motion(self, q: Array) -> tuple[Rotation, Array]:
        """Return rotation and translation of the body in the joint's frame."""
        ...

    def rate_matrix(self, q: Array) -> Array:
        """Return N (nq, nv) with dq/dt = N v."""
        ...

    def integrate(self, q: Array, step: Array) -> Array:
        """Return q moved along a constant body velocity for unit time."""
        ...

    def difference(self, start: Array, end: Array) -> Array:
        """Return the step with integrate(start, step) = end."""
        ...


class OneFreedom:
    """The coordinate space of revolute, prismatic and helical joints: the line."""

    __slots__ = ()
    coordinate_suffixes: tuple[str, ...] = ("",)
    velocity_suffixes: tuple[str, ...] = ("",)
    neutral: tuple[float, ...] = (0.0,)

    def rate_matrix(self, q: Array) -> Array:
        """Return the 1 by 1 unit matrix: dq/dt = v."""
        return identity(1)

    def integrate(self, q: Array, step: Array) -> Array:
        """Return q + step."""
        return q + step

    def difference(self, start: Array, end: Array) -> Array:
        """Return end - start."""
        return end - start


def unit_axis_index(axis: Array) -> tuple[int, float] | None:
    """Return the coordinate axis and sign a constant axis lies along."""
    if any(entry.__class__ is not float for entry in axis):
        return None
    for i, entry in enumerate(axis):
        if abs(entry) == 1.0 and all(axis[j] == 0.0 for j in range(3) if j != i):
            return i, entry
    return None


def frame_with_z_along(axis: Array) -> Array:
    """Return a rotation whose third column is the unit axis.

    The one that turns z into the axis the shortest way; a half turn about x for -z.
    """
    x, y, z = axis
    across = x * x + y * y
    # k = 1 / (1 + z); near -z, where that cancels, by 1 - z^2 = x^2 + y^2. At -z itself
    # the entries are those of the half turn with k x x = 0, k y y = 2.
    upper = less(0.0, z)
    there = logical_and(less(z, 0.0), less(across, 1e-300))
    k = where(
        upper,
        1.0 / where(upper, 1.0 + z, 1.0),
        (1.0 - z) / where(less(across, 1e-300), 1.0, across),
    )
    xx, yy, xy = k * x * x, k * y * y, k * x * y
    yy = where(there, 2.0, yy)
    return Array.matrix([[1.0 - xx, -xy, x], [-xy, 1.0 - yy, y], [-x, -y, z]])


def is_constant(array: Array) -> bool:
    """Return whether no entry is an expression."""
    return all(entry.__class__ is float for entry in array.entries)


def no_motion() -> tuple[Rotation, Array]:
    """Return the identity rotation and no translation."""
    return Rotation(()), zeros(3)
