"""What every region is: a computation of many values, seen as one node of a program.

A region node's operands are scalars; ``output`` nodes pick scalars from its values.
Bodies are programs of their own, closed: what they need from outside comes in as an
operand. Derivative rules are in ``linkwright.expr.derivative``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.expr.array import Array
from linkwright.expr.construct import finite
from linkwright.expr.counts import Counts
from linkwright.expr.node import Node, Scalar, Trace
from linkwright.expr.program import Program, argument

Step = Callable[..., Any]


class Region(ABC):
    """A computation with several operands and several outputs."""

    @property
    @abstractmethod
    def operand_count(self) -> int:
        """The number of scalar operands."""

    @property
    @abstractmethod
    def output_size(self) -> int:
        """The number of scalar outputs."""

    @property
    @abstractmethod
    def bodies(self) -> tuple[Program, ...]:
        """The programs inside it."""

    @abstractmethod
    def interpret(self, operands: list[Any], dtype: Any) -> list[Any]:
        """Return the outputs as arrays, given the operands as arrays."""

    @abstractmethod
    def counts(self) -> Counts:
        """Return the operations one evaluation makes."""

    @abstractmethod
    def check(self, operands: Sequence[Scalar]) -> None:
        """Raise InputError unless the region is whole and the operands fit it."""

    def influential(self, operands: Sequence[Scalar]) -> Sequence[Scalar]:
        """Return the operands that the outputs change with."""
        return operands

    def check_operand_count(self, operands: Sequence[Scalar]) -> None:
        """Raise InputError unless there are as many operands as declared."""
        if len(operands) != self.operand_count:
            raise InputError(
                f"a {type(self).__name__.lower()} was given {len(operands)} operands",
                expectation=f"It takes {self.operand_count}.",
            )


def place(region: Region, operands: Iterable[Any]) -> list[Any]:
    """Return the outputs of a region, new nodes in the operands' trace.

    Where no operand is a node the outputs are plain floats, computed at once.
    """
    given = [x if isinstance(x, Node) else finite(x) for x in operands]
    region.check(given)
    trace = next((x.trace for x in given if isinstance(x, Node)), None)
    if trace is None:
        numbers = [np.float64(x) for x in given]
        return [float(value) for value in region.interpret(numbers, np.float64)]
    node = trace.structure("region", tuple(given), region)
    return [
        trace.structure("output", (node,), index) for index in range(region.output_size)
    ]


def outputs_of(node: Node) -> list[Node]:
    """Return all outputs of a region node; ``place`` made them right behind it."""
    first = node.number + 1
    return node.trace.nodes[first : first + node.data.output_size]


def flat(values: Any) -> tuple[Any, ...]:
    """Return the scalars of an array, of one scalar, or of (rows of) sequences."""
    if isinstance(values, Array):
        return values.entries
    if not isinstance(values, Iterable):
        return (values,)
    return tuple(scalar for value in values for scalar in flat(value))


def name_of(step: Step) -> str:
    """Return the name a step's body goes by."""
    return getattr(step, "__name__", "step").strip("<>")


def body_arguments(trace: Trace, **sizes: int) -> list[Array]:
    """Return the arguments of a body, one array each; those of size 0 are empty."""
    return [
        argument(trace, name, size) if size else Array(())
        for name, size in sizes.items()
    ]


def check_body(
    body: Program, arguments: dict[str, int], results: dict[str, int]
) -> None:
    """Raise InputError unless a body has these arguments and results, by size."""
    expected = {name: size for name, size in arguments.items() if size}
    found = {a.name: a.size for a in body.arguments}
    if found != expected or list(found) != list(expected):
        raise InputError(
            f"body '{body.name}' has the arguments {found}",
            expectation=f"Expected {expected}.",
        )
    given = {r.name: len(r.entries) for r in body.results}
    if given != results or list(given) != list(results):
        raise InputError(
            f"body '{body.name}' has the results {given}",
            expectation=f"Expected {results}.",
        )


def tidy(entries: Iterable[Any], trace: Trace, where: str) -> tuple[Scalar, ...]:
    """Return what a traced step yields: nodes of its trace, and finite floats."""
    listed = tuple(x if isinstance(x, Node) else finite(x) for x in entries)
    for entry in listed:
        if isinstance(entry, Node) and entry.trace is not trace:
            raise InputError(
                f"{where} is an expression from outside the step",
                expectation="A step sees only its own arguments.",
                remedy="Pass outer values through constants=.",
            )
    return listed
