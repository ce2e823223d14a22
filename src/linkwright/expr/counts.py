"""Operation counts of a program: exact, by category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from operator import add

from linkwright.expr.node import Node
from linkwright.expr.ops import OPS
from linkwright.expr.program import Program


@dataclass(frozen=True)
class Counts:
    """How many operations a program makes.

    Divisions count as multiplications; sign changes, comparisons and selections are
    ``other`` and not part of ``flops``.
    """

    multiplications: int
    additions: int
    trigonometric: int
    other: int
    nodes: int

    @property
    def flops(self) -> int:
        """Multiplications + additions."""
        return self.multiplications + self.additions

    def __add__(self, other: Counts) -> Counts:
        return Counts(*map(add, self._values(), other._values()))

    def times(self, repetitions: int) -> Counts:
        """Return the counts of so many repetitions."""
        return Counts(*(value * repetitions for value in self._values()))

    def _values(self) -> tuple[int, int, int, int, int]:
        return (
            self.multiplications,
            self.additions,
            self.trigonometric,
            self.other,
            self.nodes,
        )


def count(program: Program) -> Counts:
    """Return the operation counts of a program, a region's body once per step."""
    return count_nodes(program.live())


def count_nodes(nodes: Iterable[Node]) -> Counts:
    """Return the operation counts of some nodes."""
    by_category: Counter[str] = Counter()
    total = 0
    for node in nodes:
        total += 1
        if node.op in ("input", "output"):
            continue
        if node.op == "region":
            inner = node.data.counts()
            by_category["multiplication"] += inner.multiplications
            by_category["addition"] += inner.additions
            by_category["trigonometric"] += inner.trigonometric
            by_category["other"] += inner.other
            continue
        by_category[OPS[node.op].category] += 1
        if node.op in ("fma", "fms", "fnma"):
            by_category["addition"] += 1
    return Counts(
        by_category["multiplication"],
        by_category["addition"],
        by_category["trigonometric"],
        by_category["other"],
        total,
    )
