"""A user's own controller, traced: NumPy arrays of expressions in, forces out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.expr import Array, Node, jacobian
from linkwright.simulation.plant import Plant
from linkwright.simulation.reference import Target


class WrongLength(InputError):
    """A controller's forces are too few or too many: no matter of tracing."""


def check_arguments(function: Callable[..., Any]) -> None:
    """Refuse a controller that cannot be called with t, q and v."""
    try:
        taken = signature(function)
    except ValueError:
        return  # of some functions written in C
    try:
        taken.bind(0.0, 0.0, 0.0)
    except TypeError as error:
        name = getattr(function, "__name__", type(function).__name__)
        raise InputError(
            f"the controller {name}{taken} cannot be called with t, q, v: {error}",
            expectation="A function of time, coordinates and velocities: (t, q, v).",
        ) from error


def listed_forces(found: Any, nv: int) -> list[Any]:
    """Return what a controller gave, entry by entry, if it is as long as v."""
    expectation = f"Expected {nv}, one for each of robot.velocity_names."
    if found is None:
        raise WrongLength(
            "the controller returned None, no joint forces",
            expectation=expectation,
            remedy="Does it lack a return statement?",
        )
    array = np.atleast_1d(np.asarray(found, object))
    if array.shape != (nv,):
        number = str(array.size) if array.ndim == 1 else f"{array.shape} of"
        raise WrongLength(
            f"the controller returned {number} joint forces", expectation=expectation
        )
    return list(array)


@dataclass(frozen=True, eq=False)
class InPython:
    """A controller that is called at every evaluation, its forces checked."""

    function: Callable[[Any, np.ndarray, np.ndarray], Any]

    def __call__(self, t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return the joint forces (nv,)."""
        found = self.function(t, q, v)
        if found.__class__ is np.ndarray and found.shape == v.shape:
            return np.asarray(found, float)
        listed = listed_forces(found, v.shape[-1])
        try:
            return np.array(listed, float)
        except (TypeError, ValueError) as error:
            raise WrongLength(
                f"the controller returned {found!r}",
                expectation=f"Expected {len(listed)} numbers.",
            ) from error


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
        listed = listed_forces(found, len(v))
        return Array(x if isinstance(x, Node) else float(x) for x in listed)


def _objects(array: Array) -> np.ndarray:
    found = np.empty(len(array), object)
    found[:] = list(array)
    return found
