"""B1, B2 and c of a link  [IMPACT Eqs. 15, 16, 20].

The Gibbs function of a body is ½ Tr{T'' P T''^T} with P = [J h; h^T m] of its second
moment, first moment and mass. The part of J may as well be written with the angular
acceleration:  ½ w'.(tr(J) 1 - J) w' and its gyroscopic term (errata I1). The paper
leaves in B1 the length of a rod and puts its thickness into B2; a body of any form has
neither, so all of J stands in B2.
"""

from __future__ import annotations

from linkwright.expr import Array
from linkwright.spatial.inertia import Inertia


def B1(inertia: Inertia) -> Array:  # noqa: N802
    """Return ½ [0 h; h^T m] (4, 4)."""
    half = inertia.first_moment * 0.5
    rows = [(0.0, 0.0, 0.0, x) for x in half]
    return Array.matrix([*rows, (*half, inertia.mass * 0.5)])


def B2(inertia: Inertia) -> Array:  # noqa: N802
    """Return tr(J) 1 - J, the inertia about the link's origin (3, 3)."""
    return inertia.matrix()


def first_moments(inertia: Inertia) -> Array:
    """Return c = (h, m) (4,)."""
    return Array((*inertia.first_moment, inertia.mass))
