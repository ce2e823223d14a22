"""The tree a formula's text is parsed into."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Literal:
    """A number as written, kept exactly: ``61.5`` is 123/2."""

    value: Fraction


@dataclass(frozen=True)
class Pi:
    """The number pi."""


@dataclass(frozen=True)
class UnitSymbol:
    """One unit of measure, such as ``mm``."""

    symbol: str


@dataclass(frozen=True)
class Name:
    """A design parameter."""

    name: str


@dataclass(frozen=True)
class Negation:
    """The operand with its sign changed."""

    operand: Expression


@dataclass(frozen=True)
class Operation:
    """Two operands joined by ``+ - * /`` or ``**``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Call:
    """A function of one or two arguments."""

    function: str
    arguments: tuple[Expression, ...]


Expression = Literal | Pi | UnitSymbol | Name | Negation | Operation | Call


def children(expression: Expression) -> tuple[Expression, ...]:
    """Return the operands of an expression, none for a leaf."""
    match expression:
        case Negation(operand):
            return (operand,)
        case Operation(_, left, right):
            return (left, right)
        case Call(_, arguments):
            return arguments
    return ()


def walk(expression: Expression) -> Iterator[Expression]:
    """Yield the expression and everything below it, left to right."""
    pending = [expression]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(children(current)))
