"""A user's own controller, traced: NumPy arrays of expressions in, forces out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.expr import Array, Node, jacobian
from linkwright.simulation.plant import Plant
from linkwright.simulation.reference import Target


class WrongLength(InputError):
    """A controller's forces are too few or too many: no matter of tracing."""


@dataclass(frozen=True, eq=False)
class Traced:
    """A function of (t, q, v) that returns nv joint forces.

    Called once, with arrays of expressions: arithmetic, np.sin and the like work as on
    numbers; a choice is ``lw.where(condition, a, b)`` (decision 29).
    """

    function: Callable[[Any, np.ndarray, np.ndarray], Any]
    reference: Any = None

    def implicit_damping(self, t: Any, q: Array, v: Array) -> Array:
        """Return -d tau_i / d v_i of the function itself."""
        slopes = jacobian(self._forces(t, q, v), v)
        return Array(-slopes[i, i] for i in range(len(v)))

    def command(self, plant: Plant, t: Any, q: Array, v: Array, to: Target) -> Array:
        """Return the joint forces."""
        return self._forces(t, q, v)

    def _forces(self, t: Any, q: Array, v: Array) -> Array:
        found = self.function(t, _objects(q), _objects(v))
        listed = list(np.atleast_1d(np.asarray(found, object)))
        if len(listed) != len(v):
            raise WrongLength(
                f"the controller returned {len(listed)} joint forces",
                expectation=f"Expected {len(v)}, one for each of robot.velocity_names.",
            )
        return Array(x if isinstance(x, Node) else float(x) for x in listed)


def _objects(array: Array) -> np.ndarray:
    found = np.empty(len(array), object)
    found[:] = list(array)
    return found
