"""The line of an element: its length, rate, direction and angle, and its wrenches.

With T the second end seen from the first:  l = |T| [MBD Eq. 20], and about pins along n
with e0 where the angle is zero, tan a = (n x e0).T / e0.T [MBD Eq. 21, with its sign].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.algorithms.loops.relative import relative_place
from linkwright.expr import Array, atan2, cross, dot, sqrt
from linkwright.model.mechanism import Strut
from linkwright.model.tree import Model
from linkwright.spatial.rotation import Rotation


@dataclass(frozen=True, eq=False)
class Line:
    """An element's line at a configuration, in the axes of the first end's body.

    Attributes:
        apart: T, from the first end to the second.
        length: |T|.
        R_FS: turns components in the second end's body into those in the first's.
    """

    strut: Strut
    apart: Array
    length: Any
    R_FS: Rotation

    @property
    def direction(self) -> Array:
        """The unit vector from the first end to the second."""
        return self.apart / self.length

    @property
    def angle(self) -> Any:
        """The angle about the pins [rad]."""
        e0, n = self.strut.zero, self.strut.pins
        return atan2(dot(cross(n, e0), self.apart), dot(e0, self.apart))


def line_of(model: Model, y: Array, strut: Strut) -> Line:
    """Return an element's line."""
    a, b = strut.first, strut.second
    R, p = relative_place(model, y, a.link, b.link)
    apart = p + R.apply(b.position) - a.position
    return Line(strut, apart, sqrt(dot(apart, apart)), R)
