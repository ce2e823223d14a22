"""Rows without an answer: a status that says why, and NaN in all that they give.

A status is one number a row, 0 where all is well. What a quantity computes in a row
that fails means nothing, though much of it may be finite.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from linkwright.expr import Array, Node, Result, less, logical_or, sqrt, where

STATUS = "status"
NEGATIVE_REASON = "a varied mass, armature, damping or friction is negative"

Outputs = Mapping[str, Any]


def worse(first: Any, second: Any) -> Any:
    """Return the first status unless it is fine; None stands for no status."""
    if first is None or second is None:
        return second if first is None else first
    return where(less(0.5, first), first, second)


def refusing(outputs: Outputs, conditions: Iterable[Any], status: float) -> Outputs:
    """Return outputs with a status where one of the conditions holds."""
    failed: Any = False
    for condition in conditions:
        failed = logical_or(failed, condition)
    if not isinstance(failed, Node):
        return outputs
    found = where(failed, status, 0.0)
    return {**outputs, STATUS: worse(found, outputs.get(STATUS))}


def marked(outputs: Outputs) -> Outputs:
    """Return outputs that are NaN wherever their status is not 0; the status last."""
    status = outputs.get(STATUS)
    rest = {name: x for name, x in outputs.items() if name != STATUS}
    if isinstance(status, Result):
        (status,) = status.entries
    if not isinstance(status, Node):
        return rest
    spoiled = sqrt(where(less(0.5, status), -1.0, 0.0))  # NaN, or 0
    return {name: _plus(x, spoiled) for name, x in rest.items()} | {STATUS: status}


def _plus(value: Any, spoiled: Any) -> Any:
    if isinstance(value, Array):
        return value.map(lambda entry: entry + spoiled)
    if isinstance(value, Result):
        return replace(value, entries=tuple(x + spoiled for x in value.entries))
    return value + spoiled
