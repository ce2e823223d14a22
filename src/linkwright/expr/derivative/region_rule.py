"""What a region's derivative rule is, and the table of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linkwright.expr.node import Node, Scalar
from linkwright.expr.regions import Region

# The derivative of one scalar in several directions; absent ones are zero.
Directions = dict[int, Scalar]


@dataclass(frozen=True)
class Use:
    """A region where it stands: its operands, its outputs, those that matter."""

    region: Any
    operands: tuple[Scalar, ...]
    outputs: list[Node]
    wanted: tuple[int, ...]


@dataclass(frozen=True)
class RegionRule:
    """How derivatives pass through one kind of region.

    Attributes:
        tangent: from the operands' tangents to those of the wanted outputs, by index.
        adjoint: from the wanted outputs' adjoints, by index, to those of the operands;
            the last argument says which operands matter.
    """

    tangent: Callable[[Use, list[Directions]], dict[int, Directions]]
    adjoint: Callable[[Use, dict[int, Directions], list[bool]], list[Directions]]


RULES: dict[type[Region], RegionRule] = {}


def add_to(directions: Directions, d: int, value: Scalar) -> None:
    """Add to one direction; what is zero for certain stays absent."""
    found = directions.get(d)
    total = value if found is None else found + value
    if isinstance(total, Node) or total != 0.0:
        directions[d] = total
    else:
        directions.pop(d, None)


def scaled(partial: Scalar, value: Scalar) -> Scalar:
    """Return partial * value, without a detour for the many partials that are one."""
    if partial.__class__ is float:
        if partial == 1.0:
            return value
        if partial == -1.0:
            return -value
    return partial * value
