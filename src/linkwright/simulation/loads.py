"""External wrenches over time: on named points or bodies, in the world's axes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.expr import Array, Node


@dataclass(frozen=True, eq=False)
class Loads:
    """Force and torque on each point: six numbers, or a function of time.

    Attributes:
        points: names of points or bodies.
        given: for each, what the user wrote.
    """

    points: tuple[str, ...] = ()
    given: tuple[Any, ...] = ()

    @property
    def constant(self) -> bool:
        """Whether no load is a function."""
        return not any(isinstance(each, Callable) for each in self.given)

    def wrench(self, t: Any) -> Array:
        """Return the wrenches one after the other, at a time."""
        found: list[Any] = []
        for name, each in zip(self.points, self.given, strict=True):
            value = each(t) if isinstance(each, Callable) else each
            listed = list(np.atleast_1d(np.asarray(value, object)))
            if len(listed) != 6:
                raise InputError(
                    f"the load on '{name}' has {len(listed)} entries",
                    expectation="Six: force, then torque, in the world's axes.",
                )
            found += [x if isinstance(x, Node) else float(x) for x in listed]
        return Array(found)


def loads_of(given: Mapping[str, Any] | None) -> Loads:
    """Return the loads that a user means: {point or body: wrench or function of t}."""
    if given is None:
        return Loads()
    if not isinstance(given, Mapping):
        raise InputError(
            f"loads are of type {type(given).__name__}",
            expectation="{name of a point or body: six numbers, or a function of t}.",
        )
    return Loads(tuple(given), tuple(given.values()))
