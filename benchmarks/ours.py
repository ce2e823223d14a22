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
class Prepared:
    """A call of many states, and the arrays it fills."""

    call: Callable[[], Any]
    results: tuple[Array, ...]

    @property
    def states(self) -> int:
        """How many states a call evaluates."""
        return len(self.results[0])


@dataclass(frozen=True, eq=False)
class Batch:
    """Many states in one call: how linkwright is meant to be used."""

    prepared: dict[str, Prepared]

    def tasks(self) -> Sequence[str]:
        return list(self.prepared)

    def time(self, task: str, passes: int) -> float:
        call = self.prepared[task].call
        start = perf_counter_ns()
        for _ in range(passes):
            call()
        spent = perf_counter_ns() - start
        return spent / (passes * self.prepared[task].states)

    def result(self, task: str) -> Array:
        prepared = self.prepared[task]
        prepared.call()
        arrays = prepared.results
        flat = [array.reshape(prepared.states, -1) for array in arrays]
        return np.concatenate(flat, axis=1)

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
    smaller: Sequence[int] = (),
    dtype: str = "float64",
    threads: int | None = None,
) -> Batch:
    """Return the robot ready for calls of many states at once.

    Args:
        case: the robot and its states.
        quantities: what to compute.
        smaller: other sizes of batch, as variants: large results leave the cache
            where small ones still profit from a longer call.
        dtype: of all arrays.
        threads: one unless given, for the benchmarks run on one core.
    """
    sizes = {"": len(case.q)} | {f"/{size}": size for size in smaller}
    return Batch(
        {
            f"{quantity.name}{variant}": _prepared(case, quantity, size, dtype, threads)
            for quantity in quantities
            for variant, size in sizes.items()
        }
    )


def one_by_one(case: Case, quantities: Sequence[Quantity]) -> OneByOne:
    """Return the robot ready for calls of single states."""
    return OneByOne(case, {quantity.name: quantity for quantity in quantities})


def _prepared(
    case: Case, quantity: Quantity, states: int, dtype: str, threads: int | None
) -> Prepared:
    arguments = case.arguments
    given = [arguments[name][:states].astype(dtype) for name in quantity.arguments]
    options = {"by": ("q", "v")} if quantity == INVERSE_DERIVATIVES else {}
    shapes = case.robot.kernel(quantity.name, dtype=dtype, **options).results
    arrays = tuple(np.zeros((states, *shape), dtype) for _, shape in shapes)
    out = arrays if len(shapes) > 1 else arrays[0]
    method = getattr(case.robot, quantity.name)

    def call() -> Any:
        return method(*given, out=out, threads=threads, **options)

    return Prepared(call, arrays)
