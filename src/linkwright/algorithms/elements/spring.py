"""An extension or compression spring between two points."""

from __future__ import annotations

from typing import Any

from linkwright.algorithms.elements.one_sided import one_sided
from linkwright.model.mechanism import Strut


def tension(spring: Strut, length: Any, rate: Any) -> Any:
    """F = n (k (L - L0) + F0)  [N].

    [MBD Eq. 35 with the sign of ROMANSY Eqs. 5, 15; errata M16]. k: stiffness [N/m];
    L, L0: length and free length [m]; F0: pretension, the force wound into the coil at
    its free length [N]; n: how many stand side by side. Valid between the spring's
    shortest (solid) and longest length, and flagged beyond. Acting on one side only,
    the tension never changes sign.
    """
    del rate
    one = _force_of_one(spring, length)
    return one_sided(spring.acts, one) * spring.numbers.get("count", 1.0)


def energy(spring: Strut, length: Any) -> Any:
    """V = n F^2 / (2 k)  [J], zero where a single spring has no force."""
    force = one_sided(spring.acts, _force_of_one(spring, length))
    count = spring.numbers.get("count", 1.0)
    return force * force * count / (2.0 * spring.numbers["stiffness"])


def _force_of_one(spring: Strut, length: Any) -> Any:
    k, L0 = spring.numbers["stiffness"], spring.numbers["free_length"]
    return k * (length - L0) + spring.numbers.get("pretension", 0.0)
