"""Simplification: every rewrite in one table, with the algebra beside it.

A rule looks at the operands of an operation that is about to be made and returns a
simpler scalar, or None. Rules keep values to rounding; what they may change is the
sign of a zero and whether a NaN or infinity is noticed (the compiler guards that:
each row's outputs carry a poison term of its inputs). Outside the domain of asin and
acos the rules give NaN too; where atan2 is asked for, (x, y) is not the origin.

A rule's pattern says which operands it looks at: ``x`` any node, ``c`` a constant, or
the operation that made the operand. Two constants always fold, and commutative
operands are ordered by their numbers (never by id), so that rebuilds are identical.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linkwright.errors import NumericalError
from linkwright.expr.node import Node, Scalar

Rewrite = Callable[..., Any]


@dataclass(frozen=True)
class Rule:
    """One rewrite: operation, pattern of its operands, algebra, function."""

    op: str
    pattern: tuple[str, ...]
    algebra: str
    rewrite: Rewrite


def _zero_plus(a: Node, c: float) -> Scalar | None:
    return a if c == 0.0 else None


def _negative_second(a: Node, b: Node) -> Scalar:
    return a - b.args[0]


def _negative_first(a: Node, b: Node) -> Scalar:
    return b - a.args[0]


def _minus_itself(a: Node, b: Node) -> Scalar | None:
    return 0.0 if a is b else None


def _minus_negative(a: Node, b: Node) -> Scalar:
    return a + b.args[0]


def _negative_minus(a: Node, b: Node) -> Scalar:
    return -(a.args[0] + b)


def _constant_minus_negative(c: float, b: Node) -> Scalar:
    return b.args[0] + c


def _zero_minus(c: float, b: Node) -> Scalar | None:
    return -b if c == 0.0 else None


def _minus_constant(a: Node, c: float) -> Scalar | None:
    return a + (-c)


def _times_zero(a: Node, c: float) -> Scalar | None:
    return 0.0 if c == 0.0 else None


def _times_one(a: Node, c: float) -> Scalar | None:
    return a if c == 1.0 else None


def _times_minus_one(a: Node, c: float) -> Scalar | None:
    return -a if c == -1.0 else None


def _negative_times_constant(a: Node, c: float) -> Scalar:
    return a.args[0] * (-c)


def _ordinary(c: float) -> bool:
    """Return whether a constant is far from overflow and lost digits."""
    return 1e-290 < abs(c) < 1e290


def _constants_meet(a: Node, c: float) -> Scalar | None:
    if a.args[1].__class__ is not float:
        return None
    product = a.args[1] * c
    return a.args[0] * product if _ordinary(product) else None


def _times_negative_constant(a: Node, c: float) -> Scalar | None:
    return -(a * -c) if c < 0.0 else None


def _negative_factor_first(a: Node, b: Node) -> Scalar:
    return -(a.args[0] * b)


def _negative_factor_second(a: Node, b: Node) -> Scalar:
    return -(a * b.args[0])


def _over_itself(a: Node, b: Node) -> Scalar | None:
    return 1.0 if a is b else None


def _over_constant(a: Node, c: float) -> Scalar | None:
    # Exact only for powers of two; elsewhere one more rounding.
    if c == 0.0:
        raise NumericalError("an expression is divided by the constant zero")
    return a * (1.0 / c) if _ordinary(c) else None


def _zero_over(c: float, b: Node) -> Scalar | None:
    return 0.0 if c == 0.0 else None


def _negative_numerator(a: Node, b: Node) -> Scalar:
    return -(a.args[0] / b)


def _negative_denominator(a: Scalar, b: Node) -> Scalar:
    return -(a / b.args[0])


def _outer(a: Node) -> Scalar:
    return a


def _inner(a: Node) -> Scalar:
    return a.args[0]


def _negative_difference(a: Node) -> Scalar:
    return a.args[1] - a.args[0]


def _odd(op: str) -> Rewrite:
    return lambda a: -a.args[0].apply(op)


def _even(op: str) -> Rewrite:
    return lambda a: a.args[0].apply(op)


def _other_leg(a: Node) -> Node:
    x = a.args[0]
    return ((1.0 - x) * (1.0 + x)).apply("sqrt")  # NaN where |x| > 1


def _leg_of_atan2(side: int) -> Rewrite:
    def rewrite(a: Node) -> Scalar:
        y, x = a.args
        return a.args[side] / (x * x + y * y).apply("sqrt")

    return rewrite


def _inner_within_one(a: Node) -> Scalar:
    """Return x, NaN where |x| > 1; where both functions are asked for, one fma more.

    The product is made past the constructor, which would fold it.
    """
    x, leg = a.args[0], _other_leg(a)
    return x + leg.trace.node("mul", leg, 0.0)


def _sin_atan(a: Node) -> Scalar:
    x = a.args[0]
    return x / (x * x + 1.0).apply("sqrt")


def _cos_atan(a: Node) -> Scalar:
    x = a.args[0]
    return 1.0 / (x * x + 1.0).apply("sqrt")


def _tan_atan2(a: Node) -> Scalar:
    return a.args[0] / a.args[1]


def _same(a: Node, b: Node) -> Scalar | None:
    return a if a is b else None


_NOTED = "x + 0 sqrt((1-x)(1+x))"

TABLE: tuple[Rule, ...] = (
    Rule("add", ("x", "c"), "a + 0 = a", _zero_plus),
    Rule("add", ("x", "neg"), "a + (-b) = a - b", _negative_second),
    Rule("add", ("neg", "x"), "(-a) + b = b - a", _negative_first),
    Rule("sub", ("x", "x"), "a - a = 0", _minus_itself),
    Rule("sub", ("x", "neg"), "a - (-b) = a + b", _minus_negative),
    Rule("sub", ("neg", "x"), "(-a) - b = -(a + b)", _negative_minus),
    Rule("sub", ("c", "x"), "0 - b = -b", _zero_minus),
    Rule("sub", ("c", "neg"), "c - (-b) = b + c", _constant_minus_negative),
    Rule("sub", ("x", "c"), "a - c = a + (-c)", _minus_constant),
    Rule("mul", ("x", "c"), "a * 0 = 0", _times_zero),
    Rule("mul", ("x", "c"), "a * 1 = a", _times_one),
    Rule("mul", ("x", "c"), "a * (-1) = -a", _times_minus_one),
    Rule("mul", ("neg", "c"), "(-a) * c = a * (-c)", _negative_times_constant),
    Rule("mul", ("mul", "c"), "(a * d) * c = a * (d c)", _constants_meet),
    Rule("mul", ("x", "c"), "a * (-c) = -(a * c)", _times_negative_constant),
    Rule("mul", ("neg", "x"), "(-a) * b = -(a * b)", _negative_factor_first),
    Rule("mul", ("x", "neg"), "a * (-b) = -(a * b)", _negative_factor_second),
    Rule("div", ("x", "x"), "a / a = 1", _over_itself),
    Rule("div", ("neg", "x"), "(-a) / b = -(a / b)", _negative_numerator),
    Rule("div", ("x", "neg"), "a / (-b) = -(a / b)", _negative_denominator),
    Rule("div", ("x", "c"), "a / c = a * (1/c)", _over_constant),
    Rule("div", ("c", "x"), "0 / b = 0", _zero_over),
    Rule("div", ("c", "neg"), "c / (-b) = -(c / b)", _negative_denominator),
    Rule("neg", ("neg",), "-(-a) = a", _inner),
    Rule("neg", ("sub",), "-(a - b) = b - a", _negative_difference),
    Rule("sin", ("neg",), "sin(-a) = -sin a", _odd("sin")),
    Rule("sin", ("asin",), f"sin(asin x) = {_NOTED}", _inner_within_one),
    Rule("sin", ("acos",), "sin(acos x) = sqrt((1-x)(1+x))", _other_leg),
    Rule("sin", ("atan2",), "sin(atan2(y, x)) = y / sqrt(x x + y y)", _leg_of_atan2(0)),
    Rule("sin", ("atan",), "sin(atan x) = x / sqrt(x x + 1)", _sin_atan),
    Rule("cos", ("neg",), "cos(-a) = cos a", _even("cos")),
    Rule("cos", ("acos",), f"cos(acos x) = {_NOTED}", _inner_within_one),
    Rule("cos", ("asin",), "cos(asin x) = sqrt((1-x)(1+x))", _other_leg),
    Rule("cos", ("atan2",), "cos(atan2(y, x)) = x / sqrt(x x + y y)", _leg_of_atan2(1)),
    Rule("cos", ("atan",), "cos(atan x) = 1 / sqrt(x x + 1)", _cos_atan),
    Rule("tan", ("neg",), "tan(-a) = -tan a", _odd("tan")),
    Rule("tan", ("atan",), "tan(atan x) = x", _inner),
    Rule("tan", ("atan2",), "tan(atan2(y, x)) = y / x", _tan_atan2),
    Rule("asin", ("neg",), "asin(-a) = -asin a", _odd("asin")),
    Rule("atan", ("neg",), "atan(-a) = -atan a", _odd("atan")),
    Rule("abs", ("neg",), "|-a| = |a|", _even("abs")),
    Rule("abs", ("abs",), "||a|| = |a|", _outer),
    Rule("sign", ("neg",), "sign(-a) = -sign a", _odd("sign")),
    Rule("min", ("x", "x"), "min(a, a) = a", _same),
    Rule("max", ("x", "x"), "max(a, a) = a", _same),
)
