"""What a controller is: joint forces from time, state and target, as expressions."""

from __future__ import annotations

from typing import Any, Protocol

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


def gains(given: Any, nv: int) -> tuple[float, ...]:
    """Return a gain for every velocity, of one number or of one for each."""
    listed = [float(x) for x in given] if hasattr(given, "__len__") else [float(given)]
    return tuple(listed * nv if len(listed) == 1 else listed)
