"""The reference interpreter: the living definition of every operation, on NumPy.

It walks the program node by node over whole batches. Slow and plain on purpose: back
ends are tested against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.expr.node import Node, Scalar, Trace
from linkwright.expr.ops import largest_angle
from linkwright.expr.program import Program, live_nodes


def _turn(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function of an angle, NaN beyond the largest of its format."""

    def of_angle(x: Any) -> Any:
        largest = largest_angle(8 * np.asarray(x).itemsize)
        return np.where(np.abs(x) <= largest, function(x), _nan(x))

    return of_angle


def _angle(y: Any, x: Any) -> Any:
    """Return atan2; NaN of two infinities, whose quotient is unknown."""
    unknown = np.isinf(y) & np.isinf(x)
    return np.where(unknown, _nan(x), np.arctan2(y, x))


def _nan(x: Any) -> Any:
    return np.asarray(x).dtype.type(np.nan)


MEANING: dict[str, Callable[..., Any]] = {
    "neg": np.negative,
    "sqrt": np.sqrt,
    "sin": _turn(np.sin),
    "cos": _turn(np.cos),
    "tan": _turn(np.tan),
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "exp": np.exp,
    "log": np.log,
    "abs": np.abs,
    "sign": np.sign,
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "min": np.minimum,
    "max": np.maximum,
    "atan2": _angle,
    "lt": np.less,
    "le": np.less_equal,
    "eq": np.equal,
    "and": np.logical_and,
    "or": np.logical_or,
    "not": np.logical_not,
    "select": np.where,
    "convert": lambda p: p * 1.0,
    "fma": lambda a, b, c: a * b + c,
    "fms": lambda a, b, c: a * b - c,
    "fnma": lambda a, b, c: c - a * b,
}


def evaluate(program: Program, *arrays: Any, dtype: Any = np.float64) -> list[Any]:
    """Return the results of a program on arrays, one array of each result.

    Each argument's array has its entries on the last axis; the leading axes broadcast.

    This is the program as it stands. A kernel of it also marks rows that cannot be
    trusted: where folding removed an input (0 x = 0), the input's NaN or infinity is
    added to every result again; here the result stays finite.
    """
    if len(arrays) != len(program.arguments):
        raise InputError(
            f"program '{program.name}' was given {len(arrays)} arrays",
            expectation=f"It takes {len(program.arguments)}: "
            + ", ".join(a.name for a in program.arguments),
        )
    dtype = np.dtype(dtype).type
    columns: list[Any] = []
    for given, declared in zip(arrays, program.arguments, strict=True):
        array = np.asarray(given, dtype)
        if array.ndim == 0 or array.shape[-1] != declared.size:
            raise InputError(
                f"{declared.name} has shape {array.shape}",
                expectation=f"Expected (..., {declared.size}).",
            )
        columns.extend(array[..., i] for i in range(declared.size))
    batch = np.broadcast_shapes(*(c.shape for c in columns)) if columns else ()
    entries = iter(interpreter(program.trace, program.entries, dtype)(columns))
    results = []
    for result in program.results:
        stacked = [np.broadcast_to(next(entries), batch) for _ in result.entries]
        flat = np.stack(stacked, -1) if stacked else np.zeros((*batch, 0), dtype)
        results.append(flat.reshape((*batch, *result.shape)).astype(dtype))
    return results


def interpreter(
    trace: Trace, entries: Sequence[Scalar], dtype: Any
) -> Callable[[Sequence[Any]], list[Any]]:
    """Return the function from the inputs' arrays to the entries' arrays."""
    nodes = live_nodes(trace, entries)

    def values_of(columns: Sequence[Any]) -> list[Any]:
        values: dict[int, Any] = {}
        with np.errstate(all="ignore"):
            for node in nodes:
                values[node.number] = _value(node, values, columns, dtype)
        return [values[e.number] if isinstance(e, Node) else dtype(e) for e in entries]

    return values_of


def _value(
    node: Node, values: dict[int, Any], columns: Sequence[Any], dtype: Any
) -> Any:
    if node.op == "input":
        return columns[node.data]
    operands = [
        values[a.number] if isinstance(a, Node) else dtype(a) for a in node.args
    ]
    if node.op == "region":
        return node.data.interpret(operands, dtype)
    if node.op == "output":
        return operands[0][node.data]
    return MEANING[node.op](*operands)
