"""Loops as constraints while a simulation runs: rates, and states held to them.

Up to 30 rows the kernels solve; above, they give the equations and LAPACK solves
(`lapack_hold`). Both by the formulas of `algorithms.loops.spanning_tree`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.robot.lapack_hold import LapackHold
from linkwright.robot.loop_numbers import component_names, places
from linkwright.simulation.kernels import Function, Kernels

_CLOSED = 1e-14  # of a residual [m or rad]: no need to go on
_ROUNDS = 20


@dataclass(frozen=True)
class Opening:
    """How far loops are open [m or rad] at a state, and how fast they open.

    Attributes:
        distance: the largest of all components.
        rate: likewise [m/s or rad/s].
        component: which one is farthest open, or opens fastest: "joint, component".
    """

    distance: float
    rate: float
    component: str

    def __str__(self) -> str:
        return (
            f"open by {self.distance:.3g} and opening at {self.rate:.3g} per second,"
            f" most at '{self.component}'"
        )


class Loops:
    """The loops of a system on its spanning tree."""

    def __init__(self, kernels: Kernels, function: Function | None = None) -> None:
        self.kernels = kernels
        self._function = function
        self.places = kernels.system.places
        self._robot = kernels.system.robot
        tracer = self._robot._kernels.mechanism
        live, self._weights = tracer.loop_rows
        names = component_names(tracer.mechanism)
        self.names = tuple(names[k] for k in live)
        every = places(tracer.mechanism)
        self._index = {every[k]: i for i, k in enumerate(live)}

    def indices(self, rows: Iterable[tuple[int, int]]) -> list[int]:
        """Return which rows are those components (closure, number)."""
        return [self._index[row] for row in rows]

    def rows(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return residuals (..., rows) and J (..., rows, nw) at states."""
        places = self.places
        kernel = self._on_tree("loop_rows")
        residual, J, _ = kernel(x[..., places.y], x[..., places.w])
        return residual, J

    def _on_tree(self, quantity: str) -> Callable[..., Any]:
        """Return a quantity of the tree as a function of arrays."""
        if quantity not in self._functions:
            robot, varied = self._robot, self.kernels.varied
            kernel = robot._kernels.get(quantity, {"coordinates": "tree"})
            self._functions[quantity] = lambda *given: kernel(*given, *varied)
        return self._functions[quantity]

    @cached_property
    def _functions(self) -> dict[str, Callable[..., Any]]:
        return {}

    def moved(self, y: np.ndarray, step: np.ndarray) -> np.ndarray:
        """Return coordinates of the tree moved by a step of its velocities."""
        return self._on_tree("integrate")(y, step)

    def opening(self, x: np.ndarray) -> Opening:
        """Return how far a state, or the worst of many, is from what loops allow."""
        residual, J = self.rows(x)
        rates = (J @ x[..., self.places.w, None])[..., 0]
        n = len(self.names)
        each = [np.abs(part).reshape(-1, n).max(axis=0) for part in (residual, rates)]
        which = each[0] if each[0].max() > each[1].max() else each[1]
        distance, rate = (float(part.max()) for part in each)
        return Opening(distance, rate, self.names[int(which.argmax())])

    def held(self, x: np.ndarray) -> np.ndarray:
        """Return the nearest states that the loops allow, up to rounding."""
        before = np.inf
        for _ in range(_ROUNDS):
            x = self._held_once(x)
            largest = np.abs(self.rows(x)[0]).max()
            if largest <= _CLOSED or not largest < 0.5 * before:
                break
            before = largest
        return x

    def _held_once(self, x: np.ndarray) -> np.ndarray:
        if self.kernels.system.is_outside:
            if x.ndim > 1:
                return np.stack([self._held_outside(each) for each in x])
            return self._held_outside(x)
        y, w = x[..., self.places.y], x[..., self.places.w]
        y, w = self._on_tree("loop_projection")(y, w)
        return np.concatenate([y, w, x[..., self.places.z]], axis=-1)

    def _held_outside(self, x: np.ndarray) -> np.ndarray:
        """Return a state moved back, by the formulas of `projected`."""
        y, w = x[self.places.y], x[self.places.w]
        M = self._on_tree("mass_matrix")(y)
        residual, J = self.rows(x)
        y = self._on_tree("integrate")(y, -self._hold(M, J).back(residual))
        there = np.concatenate([y, x[self.places.ny :]])
        J = self.rows(there)[1]
        there[self.places.w] -= self._hold(M, J).back(J @ w)
        return there

    def rates(self, t: float, x: np.ndarray) -> np.ndarray:
        """Return dx/dt, solved outside of the kernel."""
        x = self._held_once(x)
        y_rates, M, forces, _, J, gamma, *z_rates = self._equations(t, x)
        a, _ = self._hold(M, J).motion(forces, gamma)
        return np.concatenate([y_rates, a, *z_rates])

    def motion(self, t: float, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the tree's accelerations and the loops' forces, solved outside."""
        _, M, forces, _, J, gamma, *_ = self._equations(t, x)
        return self._hold(M, J).motion(forces, gamma)

    @cached_property
    def _equations(self) -> Callable[[float, np.ndarray], Any]:
        return self.kernels.call(self.kernels.equations, self._function)

    def _hold(self, M: np.ndarray, J: np.ndarray) -> LapackHold:
        return LapackHold(M, J, self._weights)
