"""Keeping contacts at rest where they are: on their walls, neither opening nor sinking.

All moves are the smallest by kinetic energy that do it, far below the accuracy asked.
"""

from __future__ import annotations

import numpy as np

from linkwright.simulation.impacts.touching import Terms, Touching

TOUCH = 1e-11
"""A gap up to this counts as closed [m]."""
_CREEP = 1e-10  # a contact at rest may open or close so fast [m/s]
_ROUNDS = 3
# Of the largest singular value: rows that say nearly the same. To keep them apart would
# take moves a thousand times as large as what they mend.
_DEPENDENT = 1e-3


def kept(touching: Touching, t: float, x: np.ndarray, closed: np.ndarray) -> np.ndarray:
    """Return the nearest state with contacts ``closed`` (k,) closed and at rest.

    Others that are deeper than rounding are moved out of their walls too. The state
    itself where nothing is off: to move costs some integrators their history.
    """
    places = touching.kernels.system.places
    given, x = x, x.copy()
    terms = touching.terms(t, x)
    for _ in range(_ROUNDS):
        wrong = (closed & (terms.gaps > TOUCH)) | (terms.gaps < -TOUCH)
        if not wrong.any():
            break
        both = closed | wrong
        shift = nearest(terms, both, terms.gaps)
        x[places.y] = touching.integrate(x[places.y], shift)
        terms = touching.terms(t, x)
        given = x
    if closed.any() and np.abs(terms.rates[closed]).max() > _CREEP:
        x[places.w] += nearest(terms, closed, terms.rates)
        given = x
    return given


def stilled(
    terms: Terms, keep: np.ndarray, resting: np.ndarray, opening: np.ndarray
) -> np.ndarray:
    """Return a jump dv after which contacts that ``keep`` are at rest, and none sinks.

    A contact at rest that is not kept, but closes and opens too slowly to turn before
    it is deeper than rounding, is stopped as well. ``opening``: gap accelerations.
    """
    dv = np.zeros(len(terms.mass))
    for _ in range(len(keep)):
        if keep.any():
            dv = nearest(terms, keep, terms.rates)
        rates = terms.rates + terms.rows @ dv
        turns = rates * rates <= 2.0 * TOUCH * np.maximum(opening, 0.0)
        sinks = resting & ~keep & (rates < -_CREEP) & ~turns
        if not sinks.any():
            break
        keep = keep | sinks
    return dv


def nearest(terms: Terms, closed: np.ndarray, off: np.ndarray) -> np.ndarray:
    """Return the smallest dv, by kinetic energy, with J dv = -off where closed."""
    G = terms.rows[closed] @ terms.basis
    return terms.basis @ np.linalg.lstsq(G, -off[closed], rcond=_DEPENDENT)[0]
