"""Programs: named values over named inputs, and the rates the inputs vary at."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Any

from linkwright.errors import InputError
from linkwright.expr.array import Array
from linkwright.expr.node import Node, Scalar, Trace

CONSTANT: frozenset[str] = frozenset()
CASE: frozenset[str] = frozenset({"case"})
SAMPLE: frozenset[str] = frozenset({"sample"})
STATE: frozenset[str] = frozenset({"case", "sample"})


@dataclass(frozen=True)
class Argument:
    """A named vector input and the axes it varies over (its rate)."""

    name: str
    size: int
    axes: frozenset[str] = STATE


@dataclass(frozen=True)
class Result:
    """A named output: its shape and its entries in row-major order."""

    name: str
    shape: tuple[int, ...]
    entries: tuple[Scalar, ...]

    @staticmethod
    def of(name: str, value: Array | Scalar | Iterable[Any]) -> Result:
        """Return a result holding an array, a scalar or a sequence of scalars."""
        if isinstance(value, Array):
            return Result(name, value.shape, value.entries)
        if isinstance(value, Node | float | int):
            return Result(name, (), (value,))
        entries = tuple(value)
        return Result(name, (len(entries),), entries)


@dataclass(frozen=True, eq=False)
class Program:
    """A traced computation: from its arguments to its results."""

    name: str
    trace: Trace
    arguments: tuple[Argument, ...]
    results: tuple[Result, ...]

    @staticmethod
    def build(name: str, trace: Trace, *results: Result) -> Program:
        """Return the program of a trace whose arguments were made with `argument`."""
        for result in results:
            for entry in result.entries:
                if isinstance(entry, Node) and entry.trace is not trace:
                    raise InputError(
                        f"result '{result.name}' of program '{name}' belongs to"
                        " another trace",
                        remedy="Pass values into a region as its operands.",
                    )
        return Program(name, trace, tuple(trace.arguments), results)

    @property
    def entries(self) -> tuple[Scalar, ...]:
        """All scalar outputs, in the order of the results."""
        return tuple(entry for result in self.results for entry in result.entries)

    def live(self) -> list[Node]:
        """Return the nodes that the results need, in creation order."""
        return live_nodes(self.trace, self.entries)


def argument(trace: Trace, name: str, size: int, axes: frozenset[str] = STATE) -> Array:
    """Return a new named vector input of the trace."""
    trace.arguments.append(Argument(name, size, axes))
    return Array(trace.input() for _ in range(size))


def live_nodes(
    trace: Trace, entries: Iterable[Scalar], stop: Container[Node] = ()
) -> list[Node]:
    """Return the nodes that the entries need, in creation order.

    The search does not go below the nodes in ``stop``.
    """
    needed = bytearray(len(trace.nodes))
    for entry in entries:
        if isinstance(entry, Node):
            needed[entry.number] = 1
    # Operands are older than what uses them: one sweep from the newest suffices.
    for node in reversed(trace.nodes):
        if needed[node.number] and not (stop and node in stop):
            for operand in node.args:
                if operand.__class__ is Node:
                    needed[operand.number] = 1
    return [node for node in trace.nodes if needed[node.number]]
