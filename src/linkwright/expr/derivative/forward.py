"""The forward sweep: tangents from the inputs up, each node once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.expr.construct import select
from linkwright.expr.derivative.active import active_nodes
from linkwright.expr.derivative.local import CHOICES, LOCAL
from linkwright.expr.derivative.region_rule import (
    RULES,
    Directions,
    Use,
    add_to,
    scaled,
)
from linkwright.expr.node import Node, Scalar
from linkwright.expr.regions import outputs_of


def forward(
    outputs: Sequence[Scalar], seeds: Mapping[Node, Directions]
) -> list[Directions]:
    """Return the tangents of the outputs, given those of the independent nodes."""
    nodes = active_nodes(outputs, seeds)
    wanted: dict[Node, list[int]] = {}
    for node in nodes:
        if node.op == "output" and node not in seeds:
            wanted.setdefault(node.args[0], []).append(node.data)
    tangents: dict[Node, Directions] = {}
    of_outputs: dict[Node, dict[int, Directions]] = {}
    for node in nodes:
        if node in seeds:
            tangents[node] = seeds[node]
        elif node.op == "region":
            use = Use(node.data, node.args, outputs_of(node), tuple(wanted[node]))
            inner = [_of(operand, tangents) for operand in node.args]
            of_outputs[node] = RULES[type(node.data)].tangent(use, inner)
        elif node.op == "output":
            tangents[node] = of_outputs[node.args[0]].get(node.data, {})
        elif node.op in CHOICES:
            tangents[node] = _chosen(node, tangents)
        else:
            tangents[node] = _combined(node, tangents)
    return [_of(entry, tangents) for entry in outputs]


def _of(operand: Scalar, tangents: dict[Node, Directions]) -> Directions:
    return tangents.get(operand, {}) if isinstance(operand, Node) else {}


def _combined(node: Node, tangents: dict[Node, Directions]) -> Directions:
    total: Directions = {}
    for operand, partial in zip(node.args, LOCAL[node.op].partials, strict=True):
        directions = _of(operand, tangents)
        if directions:
            p = partial(node, *node.args)
            for d, tangent in directions.items():
                add_to(total, d, scaled(p, tangent))
    return total


def _chosen(node: Node, tangents: dict[Node, Directions]) -> Directions:
    choice = CHOICES[node.op]
    first, second = (_of(node.args[i], tangents) for i in choice.operands)
    holds = choice.first_holds(*node.args)
    return {
        d: select(holds, first.get(d, 0.0), second.get(d, 0.0))
        for d in {**first, **second}
    }
