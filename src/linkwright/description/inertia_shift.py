"""Moving an inertia between reference points of one body."""

from __future__ import annotations

from typing import Any

Entries = tuple[Any, Any, Any, Any, Any, Any]


def inertia_at_center(mass: Any, center: tuple[Any, Any, Any], at: Entries) -> Entries:
    """Return the inertia about the centre of mass, from that about the origin.

    I_C = I_O - m (c·c 1 - c cᵀ), Steiner's rule; axes stay as they are.
    """
    x, y, z = center
    xx, yy, zz, xy, xz, yz = at
    return (
        xx - mass * (y * y + z * z),
        yy - mass * (x * x + z * z),
        zz - mass * (x * x + y * y),
        xy + mass * (x * y),
        xz + mass * (x * z),
        yz + mass * (y * z),
    )


def rotated_inertia(rotation: list[list[float]], inertia: Entries) -> Entries:
    """Return R I Rᵀ: the inertia in the axes that R turns components into."""
    xx, yy, zz, xy, xz, yz = inertia
    matrix = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    turned = [
        [
            sum(
                rotation[i][k] * matrix[k][m] * rotation[j][m]
                for k in range(3)
                for m in range(3)
            )
            for j in range(3)
        ]
        for i in range(3)
    ]
    return (
        turned[0][0],
        turned[1][1],
        turned[2][2],
        turned[0][1],
        turned[0][2],
        turned[1][2],
    )
