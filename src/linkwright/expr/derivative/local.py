"""Local derivatives: the partials of every operation in one table, formula beside.

A partial is a function of the operation's value y and its operands. Operations that
are absent (comparisons, sign, convert) are constant wherever they have a derivative.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linkwright.expr.functions import cos, less_equal, sign, sin, sqrt

Partial = Callable[..., Any]


@dataclass(frozen=True)
class Local:
    """The derivative of one operation: its formula, a partial for each operand."""

    op: str
    formula: str
    partials: tuple[Partial, ...]


@dataclass(frozen=True)
class Choice:
    """An operation that passes on one operand: which ones, and when the first."""

    op: str
    formula: str
    operands: tuple[int, int]
    first_holds: Callable[..., Any]


def _leg(a: Any) -> Any:
    return sqrt((1.0 - a) * (1.0 + a))


_LOCAL = (
    Local("neg", "d(-a) = -da", (lambda y, a: -1.0,)),
    Local("sqrt", "d sqrt a = da / (2 sqrt a)", (lambda y, a: 0.5 / y,)),
    Local("sin", "d sin a = cos a da", (lambda y, a: cos(a),)),
    Local("cos", "d cos a = -sin a da", (lambda y, a: -sin(a),)),
    Local("tan", "d tan a = (1 + tan^2 a) da", (lambda y, a: y * y + 1.0,)),
    Local("asin", "d asin a = da / sqrt((1-a)(1+a))", (lambda y, a: 1.0 / _leg(a),)),
    Local("acos", "d acos a = -da / sqrt((1-a)(1+a))", (lambda y, a: -1.0 / _leg(a),)),
    Local("atan", "d atan a = da / (1 + a a)", (lambda y, a: 1.0 / (a * a + 1.0),)),
    Local("exp", "d exp a = exp a da", (lambda y, a: y,)),
    Local("log", "d log a = da / a", (lambda y, a: 1.0 / a,)),
    Local("abs", "d |a| = sign a da, 0 at a = 0", (lambda y, a: sign(a),)),
    Local("add", "d(a + b) = da + db", (lambda y, a, b: 1.0, lambda y, a, b: 1.0)),
    Local("sub", "d(a - b) = da - db", (lambda y, a, b: 1.0, lambda y, a, b: -1.0)),
    Local("mul", "d(a b) = b da + a db", (lambda y, a, b: b, lambda y, a, b: a)),
    Local(
        "div",
        "d(a / b) = (da - (a / b) db) / b",
        (lambda y, a, b: 1.0 / b, lambda y, a, b: -(y * (1.0 / b))),
    ),
    Local(
        "atan2",
        "d atan2(a, b) = (b da - a db) / (a a + b b)",
        (
            lambda y, a, b: b * (1.0 / (a * a + b * b)),
            lambda y, a, b: -(a * (1.0 / (a * a + b * b))),
        ),
    ),
    Local(
        "fma",
        "d(a b + c) = b da + a db + dc",
        (lambda y, a, b, c: b, lambda y, a, b, c: a, lambda y, a, b, c: 1.0),
    ),
    Local(
        "fms",
        "d(a b - c) = b da + a db - dc",
        (lambda y, a, b, c: b, lambda y, a, b, c: a, lambda y, a, b, c: -1.0),
    ),
    Local(
        "fnma",
        "d(c - a b) = -b da - a db + dc",
        (lambda y, a, b, c: -b, lambda y, a, b, c: -a, lambda y, a, b, c: 1.0),
    ),
)

_CHOICES = (
    Choice("select", "d(a if p else b) = da if p else db", (1, 2), lambda p, a, b: p),
    Choice("min", "d min(a, b) = da if a <= b else db", (0, 1), less_equal),
    Choice(
        "max",
        "d max(a, b) = da if b <= a else db",
        (0, 1),
        lambda a, b: less_equal(b, a),
    ),
)

LOCAL: dict[str, Local] = {local.op: local for local in _LOCAL}
CHOICES: dict[str, Choice] = {choice.op: choice for choice in _CHOICES}
