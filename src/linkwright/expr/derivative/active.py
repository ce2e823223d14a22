"""The nodes a derivative flows through, and which sweep over them is cheaper."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

from linkwright.expr.derivative.local import CHOICES, LOCAL
from linkwright.expr.node import Node, Scalar

# What passes derivatives on; comparisons, sign and convert do not.
_PASSING = frozenset(LOCAL) | frozenset(CHOICES) | {"region", "output"}


def active_nodes(outputs: Sequence[Scalar], inputs: Collection[Node]) -> list[Node]:
    """Return the nodes on differentiable ways from the inputs to the outputs.

    They come in creation order, inputs and outputs included. The inputs are taken as
    independent: what lies below them does not count.
    """
    listed = [entry for entry in outputs if isinstance(entry, Node)]
    if not listed or not inputs:
        return []
    newest = max(entry.number for entry in listed)
    oldest = min(node.number for node in inputs)
    window = listed[0].trace.nodes[oldest : newest + 1]
    needed = bytearray(newest + 1)
    for entry in listed:
        needed[entry.number] = 1
    for node in reversed(window):
        if needed[node.number] and node not in inputs and node.op in _PASSING:
            for operand in _real_operands(node):
                needed[operand.number] = 1
    depends = bytearray(newest + 1)
    found = []
    for node in window:
        number = node.number
        if needed[number] and (
            node in inputs
            or (
                node.op in _PASSING
                and any(depends[operand.number] for operand in _real_operands(node))
            )
        ):
            depends[number] = 1
            found.append(node)
    return found


def _real_operands(node: Node) -> list[Node]:
    args: Sequence[Any] = node.args
    if node.op == "select":
        args = args[1:]
    elif node.op == "region":
        args = node.data.influential(args)
    return [operand for operand in args if operand.__class__ is Node]


def cheaper_mode(
    outputs: Sequence[Scalar], inputs: Sequence[Node]
) -> Literal["forward", "reverse"]:
    """Return which sweep has less work: for each node, its directions times its size.

    Forward, a node has a direction for each input that reaches it; in reverse, one for
    each output it reaches.
    """
    nodes = active_nodes(outputs, set(inputs))
    below = {node: 1 << i for i, node in enumerate(inputs)}
    above: dict[Node, int] = {}
    for i, entry in enumerate(outputs):
        if isinstance(entry, Node):
            above[entry] = above.get(entry, 0) | 1 << i
    forward = reverse = 0
    for node in nodes:
        if node not in below:
            mask = 0
            for operand in _real_operands(node):
                mask |= below.get(operand, 0)
            below[node] = mask
            forward += _size(node) * mask.bit_count()
    for node in reversed(nodes):
        mask = above.get(node, 0)
        reverse += _size(node) * mask.bit_count()
        for operand in _real_operands(node):
            if operand in below:
                above[operand] = above.get(operand, 0) | mask
    return "forward" if forward <= reverse else "reverse"


def _size(node: Node) -> int:
    return 1 + node.data.counts().flops if node.op == "region" else 1
