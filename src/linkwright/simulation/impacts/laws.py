"""The laws of impact: from a collision to impulses and velocities after.

Order of precedence (decision 28): impulses do not pull; then restitution; then, where
contacts are redundant, the shortest of the impulses that do not pull.
"""

from __future__ import annotations

import numpy as np

from linkwright.simulation.impacts.collision import Collision, Outcome
from linkwright.simulation.impacts.friction import with_friction
from linkwright.simulation.impacts.least_distance import (
    least_distance,
    shortest_alike,
)

_ROUNDING = 1e-9
COMPLEMENTARITY = (
    "restitution and impulses that do not pull contradict each other: solved as a"
    " complementarity problem"
)
NO_REBOUND = (
    "no velocities let all these contacts rebound as they should: taken without"
    " restitution"
)


def struck(collision: Collision, law: str) -> Outcome:
    """Return what an impact does by a law, friction included where there is any."""
    approaching = np.minimum(collision.approach, 0.0)
    rebound = -collision.restitution * approaching
    frictional = bool((collision.friction > 0.0).any())
    if law == "poisson":
        found = _poisson(collision, frictional)
    elif frictional:
        found = with_friction(collision, collision.approach - rebound)
    else:
        found = _newton(collision, rebound)
    return _judged(collision, found)


def _newton(c: Collision, rebound: np.ndarray) -> Outcome:
    """Newton's law with impulses that do not pull  [IMPACT Eqs. 46, 47].

    First as the paper's linear system: every contact parts at -e times the speed of
    its approach. Where that would take a pull: gap rate after >= rebound, impulse
    >= 0, and one of the two with equality.
    """
    jump = rebound - c.approach
    u, missed = _equalities(c.G, jump)
    scale = max(float(np.abs(u).max(initial=0.0)), 1e-300)
    kept = missed <= _ROUNDING * float(np.abs(jump).max(initial=0.0))
    if kept and (u >= -_ROUNDING * scale).all():
        u = np.maximum(u, 0.0)
        return Outcome(c.velocities(c.G.T @ u), u, np.zeros((len(u), 2)))
    notes: tuple[str, ...] = ()
    if least_distance(c.G, jump) is None:
        jump, notes = -c.approach, (NO_REBOUND,)  # dv = -v would do
    y, u, parted = _complementary(c.G, jump)
    notes = (*notes, COMPLEMENTARITY) if parted.any() else notes
    return Outcome(c.velocities(y), u, np.zeros((len(u), 2)), notes)


def _complementary(
    G: np.ndarray, jump: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return y and impulses u >= 0 with y = G' u, G y >= jump, u (G y - jump) = 0.

    And which contacts part faster than asked. There must be a y with G y >= jump.
    """
    found = least_distance(G, jump)
    assert found is not None, "a jump that all contacts allow"
    y, u = found
    size = float(np.abs(jump).max(initial=0.0))
    faster = (G @ y - jump > 1e3 * _ROUNDING * size) & (u <= 0.0)
    return y, shortest_alike(G, u, ~faster), faster


def _equalities(G: np.ndarray, jump: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the shortest impulses with G G' u = jump, and by how much they miss."""
    u = np.linalg.lstsq(G @ G.T, jump, rcond=1e-10)[0]
    return u, float(np.abs(G @ (G.T @ u) - jump).max(initial=0.0))


def _poisson(c: Collision, frictional: bool) -> Outcome:
    """Poisson's law: restitution returns e times the impulse of compression.

    Compression ends with no contact approaching; in restitution each contact gives at
    least its share, more only where it would else be run into [Glocker2013, Part II].
    """
    if frictional:
        pressed = with_friction(c, c.approach)
        least = c.restitution * pressed.normal
        after = c.normal @ pressed.v
        given = with_friction(c, after, v=pressed.v, least=least)
        normal = pressed.normal + given.normal
        return Outcome(given.v, normal, pressed.tangent + given.tangent)
    y, pressed, _ = _complementary(c.G, -c.approach)
    share = c.restitution * pressed
    y = y + c.G.T @ share
    more, u, _ = _complementary(c.G, -(c.approach + c.G @ y))
    notes = (
        (COMPLEMENTARITY,) if (u > _ROUNDING * pressed.max(initial=0.0)).any() else ()
    )
    normal = pressed + share + u
    return Outcome(c.velocities(y + more), normal, np.zeros((len(u), 2)), notes)


def _judged(c: Collision, found: Outcome) -> Outcome:
    """Return the outcome; a gain of energy is noted."""
    before, after = c.energy(c.v), c.energy(found.v)
    gained = after - before
    if gained <= 1e-12 * max(before, 1.0):
        return found
    note = f"the law of impact gains {gained:.3g} J"
    return Outcome(found.v, found.normal, found.tangent, (*found.notes, note))
