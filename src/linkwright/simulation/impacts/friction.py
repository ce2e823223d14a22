"""Impacts with Coulomb's friction: impulses inside their cones.

For each contact:  impulse >= least, gap rate after >= what is wanted, one of the two
with equality; and |tangential impulse| <= mu times the normal one, against the sliding
where it has that size, else without sliding [Moreau1988; PfeifferGlocker1996, Ch. 8].
"""

from __future__ import annotations

import numpy as np

from linkwright.simulation.impacts.collision import Collision, Outcome

_SWEEPS = 3000
_EXACT, _GOOD = 1e-13, 1e-9  # of the largest impulse: when to stop, what to say


def with_friction(
    c: Collision,
    shortfall: np.ndarray,
    *,
    v: np.ndarray | None = None,
    least: np.ndarray | None = None,
) -> Outcome:
    """Return impulses by sweeps over the contacts, each solved exactly in its turn.

    Args:
        c: the collision.
        shortfall: gap rate before, less the one wanted after (k,).
        v: velocities before; the collision's own unless given.
        least: the least normal impulses; zero unless given.
    """
    v = c.v if v is None else v
    k = len(c.restitution)
    normal = np.zeros(k) if least is None else least.copy()
    floor = normal.copy()
    tangent = np.zeros((k, 2))
    sliding = c.tangent @ v
    y = c.G.T @ normal
    stiff_n = (c.G * c.G).sum(axis=1)
    blocks = c.H @ np.swapaxes(c.H, 1, 2)
    stiff_t = np.linalg.norm(blocks, 2, axis=(1, 2))
    moved = largest = 0.0
    for _ in range(_SWEEPS):
        moved = 0.0
        for i in range(k):
            rate = shortfall[i] + c.G[i] @ y
            changed = max(floor[i], normal[i] - rate / stiff_n[i]) - normal[i]
            normal[i] += changed
            y = y + c.G[i] * changed
            slide = sliding[i] + c.H[i] @ y
            if stiff_t[i] > 0.0:
                wanted = tangent[i] - slide / stiff_t[i]
                length = float(np.hypot(*wanted))
                most = c.friction[i] * normal[i]
                if length > most:
                    wanted = wanted * (most / length)
                step = wanted - tangent[i]
                tangent[i] = wanted
                y = y + step @ c.H[i]
                moved = max(moved, float(np.abs(step).max()))
            moved = max(moved, abs(changed))
        largest = max(float(normal.max()), 1e-300)
        if moved <= _EXACT * largest:
            break
    notes: tuple[str, ...] = ()
    if moved > _GOOD * largest:
        notes = (f"friction at impact is known to {moved:.1e} N s only",)
    return Outcome(v + c.normalised @ y, normal, tangent, notes)
