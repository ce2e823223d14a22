"""The reverse sweep: adjoints from the outputs down, each node once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from linkwright.expr.construct import logical_not
from linkwright.expr.derivative.active import active_nodes
from linkwright.expr.derivative.guarded import (
    Guarded,
    either,
    only_where,
    plain,
    times,
    together,
)
from linkwright.expr.derivative.local import CHOICES, LOCAL
from linkwright.expr.derivative.region_rule import RULES, Directions, Use
from linkwright.expr.node import Node, Scalar
from linkwright.expr.regions import outputs_of

_Adjoints = dict[int, Guarded]


def reverse(
    seeds: Iterable[tuple[Scalar, Directions]], inputs: Sequence[Node]
) -> list[Directions]:
    """Return the adjoints of the inputs, given those of some outputs."""
    listed = list(seeds)
    nodes = active_nodes([entry for entry, _ in listed], set(inputs))
    # Every active node has its adjoints here, so membership says "active".
    adjoints: dict[Node, _Adjoints] = {node: {} for node in nodes}
    for entry, directions in listed:
        if isinstance(entry, Node) and entry in adjoints:
            for d, value in directions.items():
                _accumulate(adjoints[entry], d, Guarded(value))
    ends = set(inputs)
    of_outputs: dict[Node, dict[int, _Adjoints]] = {}
    for node in reversed(nodes):
        if node in ends:
            continue
        if node.op == "output":
            of_outputs.setdefault(node.args[0], {})[node.data] = adjoints[node]
        elif node.op == "region":
            _through_region(node, of_outputs.pop(node), adjoints)
        elif node.op in CHOICES:
            _through_choice(node, adjoints)
        else:
            _through(node, adjoints)
    return [
        {d: plain(adjoint) for d, adjoint in adjoints.get(node, {}).items()}
        for node in inputs
    ]


def _accumulate(adjoints: _Adjoints, d: int, adjoint: Guarded) -> None:
    if isinstance(adjoint.value, Node) or adjoint.value != 0.0:
        found = adjoints.get(d)
        adjoints[d] = adjoint if found is None else together(found, adjoint)


def _through(node: Node, adjoints: dict[Node, _Adjoints]) -> None:
    mine = adjoints[node]
    for operand, partial in zip(node.args, LOCAL[node.op].partials, strict=True):
        if operand in adjoints:
            p = partial(node, *node.args)
            for d, adjoint in mine.items():
                _accumulate(adjoints[operand], d, times(adjoint, p))


def _through_choice(node: Node, adjoints: dict[Node, _Adjoints]) -> None:
    choice = CHOICES[node.op]
    holds = choice.first_holds(*node.args)
    conditions = (holds, logical_not(holds))
    for position, condition in zip(choice.operands, conditions, strict=True):
        operand = node.args[position]
        if operand in adjoints:
            for d, adjoint in adjoints[node].items():
                _accumulate(adjoints[operand], d, only_where(adjoint, condition))


def _through_region(
    node: Node, of_outputs: dict[int, _Adjoints], adjoints: dict[Node, _Adjoints]
) -> None:
    """Pass adjoints through a region; what comes out counts where any of them does."""
    guards: dict[int, Node | None] = {}
    incoming: dict[int, Directions] = {}
    for d in sorted({d for found in of_outputs.values() for d in found}):
        here = {i: found[d] for i, found in of_outputs.items() if d in found}
        guards[d] = reduce(either, (adjoint.guard for adjoint in here.values()))
        for i, adjoint in here.items():
            same = adjoint.guard is guards[d]
            value = adjoint.value if same else plain(adjoint)
            incoming.setdefault(i, {})[d] = value
    active = [operand in adjoints for operand in node.args]
    use = Use(node.data, node.args, outputs_of(node), tuple(incoming))
    passed = RULES[type(node.data)].adjoint(use, incoming, active)
    for operand, directions in zip(node.args, passed, strict=True):
        if operand in adjoints:
            for d, value in directions.items():
                _accumulate(adjoints[operand], d, Guarded(value, guards[d]))
