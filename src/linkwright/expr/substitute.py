"""Substitution: the same computation on other inputs, made anew in their trace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import is_
from typing import Any

from linkwright.expr.construct import CONSTRUCTORS
from linkwright.expr.node import Node, Scalar
from linkwright.expr.program import Program, live_nodes
from linkwright.expr.regions import outputs_of, place


def substitute(
    entries: Iterable[Scalar], replacements: Mapping[Node, Any]
) -> list[Scalar]:
    """Return the entries with some nodes replaced by scalars, perhaps of another trace.

    Every node above the replaced ones is made anew by its constructor, so known values
    fold. Inputs that are not replaced stay, and must then be of the trace the
    replacements are of.
    """
    wanted = tuple(entries)
    trace = next((e.trace for e in wanted if isinstance(e, Node)), None)
    if trace is None:
        return list(wanted)
    made: dict[Any, Any] = dict(replacements)
    for node in live_nodes(trace, wanted, stop=replacements):
        if node in made:
            continue
        if node.op == "input":
            made[node] = node
            continue
        operands = [made[a] if isinstance(a, Node) else a for a in node.args]
        if node.op == "output":
            made[node] = operands[0][node.data]
        elif node.op == "region":
            same = all(map(is_, operands, node.args))
            made[node] = outputs_of(node) if same else place(node.data, operands)
        elif _is_warning(node) and isinstance(operands[0], Node):
            made[node] = operands[0].trace.node("mul", *operands)
        else:
            made[node] = CONSTRUCTORS[node.op](*operands)
    return [made[e] if isinstance(e, Node) else e for e in wanted]


def _is_warning(node: Node) -> bool:
    """Return whether a node is 0 times a value, made to hand its NaN on."""
    return node.op == "mul" and node.args[1].__class__ is float and not node.args[1]


def inline(program: Program, operands: Sequence[Any]) -> list[Scalar]:
    """Return a program's entries, made anew from these scalars for its inputs."""
    return substitute(
        program.entries, dict(zip(program.trace.inputs, operands, strict=True))
    )
