"""Adjoints with a guard: what flows back through a branch counts only where taken.

Where a branch is not taken, its adjoint is zero, but its partials may be infinite
(sqrt at 0), and 0 * inf is NaN. So an adjoint carries the condition under which it
counts, products leave the condition alone, and sums or the end apply it.
"""

from __future__ import annotations

from typing import NamedTuple

from linkwright.expr.construct import apply, are_opposite, select
from linkwright.expr.derivative.region_rule import scaled
from linkwright.expr.node import Node, Scalar


class Guarded(NamedTuple):
    """A value that counts where the guard holds (everywhere if None), else zero."""

    value: Scalar
    guard: Node | None = None


def plain(adjoint: Guarded) -> Scalar:
    """Return the adjoint as one scalar."""
    value, guard = adjoint
    return value if guard is None else select(guard, value, 0.0)


def times(adjoint: Guarded, partial: Scalar) -> Guarded:
    """Return an adjoint times a local partial."""
    return Guarded(scaled(partial, adjoint.value), adjoint.guard)


def only_where(adjoint: Guarded, condition: Node) -> Guarded:
    """Return an adjoint that counts only where a condition holds, too."""
    guard = adjoint.guard
    both = condition if guard is None else apply("and", guard, condition)
    return Guarded(0.0) if both is False else Guarded(adjoint.value, both)


def together(a: Guarded, b: Guarded) -> Guarded:
    """Return the sum of two adjoints."""
    if a.guard is b.guard:
        return Guarded(a.value + b.value, a.guard)
    guard = either(a.guard, b.guard)
    if guard is None and a.guard is not None and b.guard is not None:
        return Guarded(select(a.guard, a.value, b.value))
    return Guarded(plain(a) + plain(b), guard)


def either(p: Node | None, q: Node | None) -> Node | None:
    """Return the guard that holds where one of two holds."""
    if p is None or q is None or are_opposite(p, q):
        return None
    return apply("or", p, q)
