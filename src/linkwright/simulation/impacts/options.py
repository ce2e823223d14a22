"""How impacts are treated: the law, grouping, and what happens to small bounces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from linkwright.errors import InputError, check_switch

Law = Literal["newton", "poisson"]
Accumulation = Literal["rest", "stop"]


@dataclass(frozen=True)
class Impacts:
    """How a simulation treats impacts on walls.

    Attributes:
        law: Newton's, of velocities before and after, or Poisson's, of the impulses of
            compression and restitution.
        window: approaching points whose predicted time to contact, gap by gap rate, is
            no longer than this take part in an impact [s].
        accumulation: what becomes of bounces that die out: ``"rest"``: the contact
            stays closed until its force would pull; ``"stop"``: the run ends and says
            so.
        rest_speed: a contact that parts no faster than this has died out [m/s].
        restitution: in place of all walls' and points' own; a number, or by wall.
        friction: whether Coulomb's friction acts during impacts.
        most_events: so many events within ``crowded`` are too many: the run ends.
        crowded: [s].
    """

    law: Law = "newton"
    window: float = 1e-7
    accumulation: Accumulation = "rest"
    rest_speed: float = 1e-5
    restitution: float | Mapping[str, float] | None = None
    friction: bool = True
    most_events: int = 100
    crowded: float = 1e-6

    def __post_init__(self) -> None:
        for what, given, known in (
            ("law", self.law, get_args(Law)),
            ("accumulation", self.accumulation, get_args(Accumulation)),
        ):
            if given not in known:
                raise InputError(
                    f"impacts have {what} '{given}'",
                    expectation=f"Expected {' or '.join(map(repr, known))}.",
                )
        for what in ("window", "rest_speed", "crowded", "most_events"):
            number = getattr(self, what)
            if not isinstance(number, int | float | np.number) or not (
                0.0 < number < np.inf
            ):
                raise InputError(
                    f"impacts have {what} {number!r}",
                    expectation="Expected a finite number above 0.",
                )
        check_switch("the friction of impacts", self.friction)
        own: dict[str, Any] = {}
        if isinstance(self.restitution, Mapping):
            own = {f" of wall '{name}'": e for name, e in self.restitution.items()}
        elif self.restitution is not None:
            own = {"": self.restitution}
        for where, e in own.items():
            check_restitution(e, where)


def check_restitution(e: Any, where: str) -> None:
    """Refuse a coefficient of restitution outside of [0, 1]."""
    if not isinstance(e, int | float | np.number) or not 0.0 <= e <= 1.0:
        raise InputError(
            f"the coefficient of restitution{where} is {e!r}",
            expectation="From 0 (no rebound) to 1 (no loss).",
        )
