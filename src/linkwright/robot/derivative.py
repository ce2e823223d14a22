"""Exact derivatives of any quantity with respect to any of its inputs or parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.algorithms import configuration
from linkwright.expr import Array, Result, jacobian
from linkwright.model import Model
from linkwright.robot.failed_rows import STATUS

# Inputs that are vectors; a design parameter is a number and adds no axis.
VECTORS = ("q", "q_end", "v", "a", "tau", "step", "b", "wrench")


def derivatives_by(
    outputs: Mapping[str, Any],
    wanted: tuple[str, ...],
    sources: Mapping[str, Array],
    model: Model,
    space: str,
) -> dict[str, Any]:
    """Return d(output)/d(input) for every output and every wanted input.

    The derivative of an output of shape s has shape s + (entries of the input,), or
    s for a design parameter. With
    ``space="tangent"`` a derivative by q is taken along body velocities (nv entries).
    """
    found: dict[str, Any] = {}
    for output_name, value in outputs.items():
        if output_name == STATUS:  # tells of failures here as well
            found[output_name] = value
            continue
        plain = Result.of(output_name, value)
        for name in wanted:
            matrix = jacobian(plain.entries, sources[name])
            if name in ("q", "q_end") and space == "tangent":
                matrix = matrix @ configuration.rate_matrix(model, sources[name])
            columns = (matrix.columns or 0,) if name in VECTORS else ()
            shape = (*plain.shape, *columns)
            label = f"{output_name}_by_{name}"
            found[label] = Result(label, shape, matrix.entries)
    return found
