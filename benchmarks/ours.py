"""linkwright as a contender: the public calls, arrays given for results and reused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Any

import numpy as np

from benchmarks.case import Case
from benchmarks.quantities import INVERSE_DERIVATIVES, Quantity
from tests.references.plain_tree import Array

NAME = "linkwright"


@dataclass(frozen=True, eq=False)
class Batch:
    """All states in one call: how linkwright is meant to be used."""

    calls: dict[str, Callable[[], Any]]
    results: dict[str, tuple[Array, ...]]
    states: int

    def tasks(self) -> Sequence[str]:
        return list(self.calls)

    def time(self, task: str, passes: int) -> float:
        call = self.calls[task]
        start = perf_counter_ns()
        for _ in range(passes):
            call()
        return (perf_counter_ns() - start) / (passes * self.states)

    def result(self, task: str) -> Array:
        self.calls[task]()
        arrays = self.results[task]
        if task == INVERSE_DERIVATIVES.name:
            arrays = arrays[:2]  # the third is M, which comes for free
        return np.concatenate([a.reshape(self.states, -1) for a in arrays], axis=1)

    def close(self) -> None:
        """Nothing to let go of."""


@dataclass(frozen=True, eq=False)
class OneByOne:
    """One state a call and a new array for the result: how a controller uses it."""

    case: Case
    quantities: dict[str, Quantity]

    def tasks(self) -> Sequence[str]:
        return list(self.quantities)

    def time(self, task: str, passes: int) -> float:
        states = self._states(task)
        call = getattr(self.case.robot, task)
        start = perf_counter_ns()
        for _ in range(passes):
            for state in states:
                call(*state)
        return (perf_counter_ns() - start) / (passes * len(states))

    def result(self, task: str) -> Array:
        call = getattr(self.case.robot, task)
        return np.array([np.ravel(call(*state)) for state in self._states(task)])

    def close(self) -> None:
        """Nothing to let go of."""

    def _states(self, task: str) -> list[tuple[Array, ...]]:
        arguments = self.case.arguments
        names = self.quantities[task].arguments
        return list(zip(*(arguments[name] for name in names), strict=True))


def batch(
    case: Case,
    quantities: Sequence[Quantity],
    *,
    dtype: str = "float64",
    threads: int | None = None,
) -> Batch:
    """Return the robot ready for calls of all states at once.

    Unless ``threads`` says more, one: the benchmarks run on one core.
    """
    calls: dict[str, Callable[[], Any]] = {}
    results: dict[str, tuple[Array, ...]] = {}
    for quantity in quantities:
        arguments = case.arguments
        given = [arguments[name].astype(dtype) for name in quantity.arguments]
        shapes = case.robot.kernel(quantity.name, dtype=dtype).results
        arrays = tuple(np.zeros((len(case.q), *shape), dtype) for _, shape in shapes)
        out = arrays if len(shapes) > 1 else arrays[0]
        calls[quantity.name] = _call(case.robot, quantity, given, out, threads)
        results[quantity.name] = arrays
    return Batch(calls, results, len(case.q))


def one_by_one(case: Case, quantities: Sequence[Quantity]) -> OneByOne:
    """Return the robot ready for calls of single states."""
    return OneByOne(case, {quantity.name: quantity for quantity in quantities})


def _call(
    robot: Any, quantity: Quantity, given: list[Array], out: Any, threads: int | None
) -> Callable[[], Any]:
    method = getattr(robot, quantity.name)

    def call() -> Any:
        return method(*given, out=out, threads=threads)

    return call
