"""A weld: no freedom."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.expr import Array
from linkwright.model.joints.contract import Subspace, no_motion
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True)
class Fixed:
    """A joint that holds the body in the place its file gives."""

    type_name = "fixed"
    coordinate_suffixes: tuple[str, ...] = ()
    velocity_suffixes: tuple[str, ...] = ()
    neutral: tuple[float, ...] = ()
    subspace: Subspace = ()

    def motion(self, q: Array) -> tuple[Rotation, Array]:
        """Return the identity."""
        return no_motion()

    def rate_matrix(self, q: Array) -> Array:
        """Return an empty matrix."""
        return Array((), 0)

    def integrate(self, q: Array, step: Array) -> Array:
        """Return no coordinates."""
        return Array(())

    def difference(self, start: Array, end: Array) -> Array:
        """Return no step."""
        return Array(())
