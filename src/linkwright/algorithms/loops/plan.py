"""How a mechanism's dependent coordinates are found, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Method = Literal["telescope", "crank", "dyad", "series_dyad", "newton"]


@dataclass(frozen=True)
class Stage:
    """Dependent coordinates that are found together, from those known before.

    Attributes:
        method: "telescope": a pin, a slide and a pin; "crank": one joint held by a
            bar; "dyad": two joints that meet in a pin; "series_dyad": two turns in a
            row and a pin; all in closed form. "newton" for all else.
        unknowns: indices in the tree's coordinates.
        rows: (closure, component) of as many residuals, which determine them.
        branch: sign of the root taken, or of the Jacobian's determinant.
        guess: where Newton's iteration starts.
    """

    method: Method
    unknowns: tuple[int, ...]
    rows: tuple[tuple[int, int], ...]
    branch: float
    guess: tuple[float, ...]


@dataclass(frozen=True)
class Plan:
    """How a program follows the mechanism.

    Attributes:
        stages: in an order in which each finds what it needs known.
        levers: for each drive the sign of its actuator's lever arm dl/dq; else 0.
        reference: coordinates of the tree where it was assembled.
        kept: which equations of the sharing rules count; others follow from them.
        pinned: unknown components that nothing tells, taken as zero.
        untold: reaction components, "joint, force x", that then mean nothing.
    """

    stages: tuple[Stage, ...] = ()
    levers: tuple[float, ...] = ()
    reference: tuple[float, ...] = ()
    kept: tuple[int, ...] = ()
    pinned: tuple[int, ...] = ()
    untold: frozenset[str] = frozenset()
