"""What a controller is: joint forces from time, state and target, as expressions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from linkwright.errors import InputError
from linkwright.expr import Array
from linkwright.simulation.plant import Plant
from linkwright.simulation.reference import Target


class Controller(Protocol):
    """Commands joint forces. Part of the compiled right-hand side."""

    @property
    def reference(self) -> Any:
        """What it follows, as `reference_of` takes it; None for nothing."""
        ...

    def implicit_damping(self, t: Any, q: Array, v: Array) -> Array:
        """Return what of -d tau_i / d v_i fixed steps take at the step's end (nv,)."""
        ...

    def command(self, plant: Plant, t: Any, q: Array, v: Array, to: Target) -> Array:
        """Return the joint forces (nv,) [N or N m]."""
        ...


def check_gains(what: str, given: Any) -> None:
    """Refuse gains that are neither a number nor a row of finite numbers."""
    try:
        array = np.asarray(given, float)
    except (TypeError, ValueError):
        array = np.full((1, 1), np.nan)
    if array.ndim > 1 or not array.size or not np.isfinite(array).all():
        raise InputError(
            f"{what} is {given!r}",
            expectation="Expected a finite number, or one for each velocity.",
            remedy="List them in the order of robot.velocity_names."
            if isinstance(given, Mapping)
            else "",
        )


def gains(what: str, given: Any, nv: int) -> tuple[float, ...]:
    """Return a gain for every velocity, of one number or of one for each."""
    listed = np.ravel(np.asarray(given, float)).tolist()
    if len(listed) not in (1, nv):
        raise InputError(
            f"{what} has {len(listed)} entries",
            expectation=f"Expected one number, or {nv}: one for each of"
            " robot.velocity_names.",
        )
    return tuple(listed * nv if len(listed) == 1 else listed)
