"""Derivatives as a user asks for them, on expressions of one trace.

Inputs may be any expressions, not only a program's inputs; they are taken as
independent of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from linkwright.errors import InputError
from linkwright.expr.array import Array
from linkwright.expr.construct import finite, foreign
from linkwright.expr.derivative.active import cheaper_mode
from linkwright.expr.derivative.forward import forward
from linkwright.expr.derivative.reverse import reverse
from linkwright.expr.node import Node, Scalar
from linkwright.expr.regions import flat

Mode = Literal["forward", "reverse"]


def jacobian(outputs: Any, inputs: Any, *, mode: Mode | None = None) -> Array:
    """Return the matrix  J_ij = d output_i / d input_j, by the cheaper sweep.

    Matrices count row by row. ``mode`` overrules the choice of the sweep.
    """
    y, x = _asked(outputs, inputs)
    entries = sparse_jacobian(y, x, mode or cheaper_mode(y, x))
    return Array(
        (entries.get((i, j), 0.0) for i in range(len(y)) for j in range(len(x))),
        len(x),
    )


def sparse_jacobian(
    outputs: Sequence[Scalar], inputs: Sequence[Node], mode: Mode
) -> dict[tuple[int, int], Scalar]:
    """Return the entries of the Jacobian that are not zero for certain."""
    if mode == "forward":
        rows = forward(outputs, {x: {j: 1.0} for j, x in enumerate(inputs)})
        return {(i, j): t for i, row in enumerate(rows) for j, t in row.items()}
    columns = reverse([(y, {i: 1.0}) for i, y in enumerate(outputs)], inputs)
    return {(i, j): t for j, column in enumerate(columns) for i, t in column.items()}


def gradient(output: Any, inputs: Any) -> Array:
    """Return the vector  d output / d input_j."""
    return adjoint((output,), inputs, (1.0,))


def tangent(outputs: Any, inputs: Any, direction: Any) -> Array:
    """Return  J t, how the outputs change along a direction t of the inputs."""
    y, x = _asked(outputs, inputs)
    steps = _weights(direction, len(x), "direction", "input")
    seeds = {node: {0: t} for node, t in zip(x, steps, strict=True)}
    return Array(found.get(0, 0.0) for found in forward(y, seeds))


def adjoint(outputs: Any, inputs: Any, weights: Any) -> Array:
    """Return  J^T w, the gradient of the outputs' sum with weights w."""
    y, x = _asked(outputs, inputs)
    given = _weights(weights, len(y), "weights", "output")
    seeds = [(entry, {0: w}) for entry, w in zip(y, given, strict=True)]
    return Array(found.get(0, 0.0) for found in reverse(seeds, x))


def _asked(outputs: Any, inputs: Any) -> tuple[tuple[Any, ...], tuple[Node, ...]]:
    """Return outputs and inputs as tuples, checked."""
    y, x = flat(outputs), flat(inputs)
    for position, node in enumerate(x):
        if not isinstance(node, Node):
            raise InputError(
                f"input {position} of a derivative is the constant {node!r}",
                expectation="Derivatives are taken by expressions.",
            )
    if len(set(x)) != len(x):
        raise InputError("an input of a derivative is given twice")
    if len({node.trace for node in (*y, *x) if isinstance(node, Node)}) > 1:
        raise foreign()
    return y, x


def _weights(values: Any, count: int, name: str, each: str) -> tuple[Scalar, ...]:
    listed = tuple(v if isinstance(v, Node) else finite(v) for v in flat(values))
    if len(listed) != count:
        raise InputError(
            f"{name} has {len(listed)} values", expectation=f"One per {each}: {count}."
        )
    return listed
