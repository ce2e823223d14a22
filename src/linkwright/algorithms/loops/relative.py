"""Where one body stands as seen from another, by the shortest way through the tree."""

from __future__ import annotations

from linkwright.expr import Array, zeros
from linkwright.model.tree import WORLD, Model
from linkwright.spatial.rotation import Rotation


def path_to_meeting(model: Model, first: int, second: int) -> tuple[list[int], ...]:
    """Return the links from each of two down to where their ways meet, exclusive.

    A joint on neither list moves both bodies alike.
    """
    below = list(model.ancestors(second))
    own = [k for k in model.ancestors(first) if k not in below]
    shared = set(model.ancestors(first))
    return own, [k for k in below if k not in shared]


def place_in(model: Model, y: Array, link: int, base: int) -> tuple[Rotation, Array]:
    """Return rotation and origin of a link in the axes of a body it hangs on."""
    R, p = Rotation(()), zeros(3)
    while link != base:
        turn, shift = model.links[link].placement(y)
        R, p = turn.then(R), shift + turn.apply(p)
        link = model.links[link].parent
    return R, p


def meeting(model: Model, first: int, second: int) -> int:
    """Return the body nearest to both on which both hang, or WORLD."""
    below = set(model.ancestors(second))
    return next((k for k in model.ancestors(first) if k in below), WORLD)


def relative_place(
    model: Model, y: Array, first: int, second: int
) -> tuple[Rotation, Array]:
    """Return rotation and origin of the second body in the first one's axes.

    R_FS turns components in S into components in F; p_F_S is S's origin seen from F.
    """
    base = meeting(model, first, second)
    R_F, p_F = place_in(model, y, first, base)
    R_S, p_S = place_in(model, y, second, base)
    if not R_F.turns and all(x.__class__ is float and x == 0.0 for x in p_F):
        return R_S, p_S
    back = Rotation(tuple(turn.inverse() for turn in reversed(R_F.turns)))
    return back.then(R_S), R_F.apply_inverse(p_S - p_F)


def point_seen_from(
    model: Model, y: Array, first: int, second: int, local: Array
) -> Array:
    """Return a point of the second body in the axes of the first, from its origin."""
    R, p = relative_place(model, y, first, second)
    return p + R.apply(local)
