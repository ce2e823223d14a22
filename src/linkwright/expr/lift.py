"""Lifting a computation out of a trace: into a body that sees only its operands.

A region's body is closed. ``lifted`` turns expressions of an outer trace into a
function of chosen unknowns and of the outer values they need, computed outside once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr.array import Array
from linkwright.expr.node import Node, Scalar, Trace
from linkwright.expr.program import live_nodes
from linkwright.expr.substitute import substitute


@dataclass(frozen=True, eq=False)
class Lifted:
    """Expressions as a function of unknowns and of constants from outside.

    Attributes:
        entries: the expressions, in the outer trace.
        unknowns: the placeholders they are functions of.
        constants: outer nodes they need that do not depend on the unknowns.
    """

    entries: tuple[Scalar, ...]
    unknowns: tuple[Node, ...]
    constants: tuple[Node, ...]

    def __call__(self, unknowns: Iterable[Any], constants: Iterable[Any]) -> Array:
        """Return the expressions made anew from these scalars."""
        pairs = dict(zip(self.unknowns, unknowns, strict=True))
        pairs |= dict(zip(self.constants, constants, strict=True))
        return Array(substitute(self.entries, pairs))


def lifted(build: Callable[[Array], Sequence[Any]], count: int, trace: Trace) -> Lifted:
    """Return what ``build`` makes of so many unknowns, as a function.

    ``build`` is called once, with placeholders of the outer trace.
    """
    # Dangling inputs: no argument of the program, replaced wherever they are used.
    unknowns = tuple(trace.structure("input", (), -1) for _ in range(count))
    entries = tuple(build(Array(unknowns)))
    varying = set(unknowns)
    constants: dict[Node, None] = {}
    for node in live_nodes(trace, entries):
        if any(operand in varying for operand in node.args):
            varying.add(node)
    for node in live_nodes(trace, entries):
        if node in varying:
            for operand in node.args:
                if isinstance(operand, Node) and operand not in varying:
                    constants[operand] = None
    for entry in entries:
        if isinstance(entry, Node) and entry not in varying:
            constants[entry] = None
    return Lifted(entries, unknowns, tuple(constants))
