"""Constructors of every operation: fold constants, try the rules, intern the node.

The operators of ``Node`` are bound to these functions at the end of the file.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from linkwright.errors import NumericalError
from linkwright.expr.node import Node, Scalar
from linkwright.expr.ops import OPS
from linkwright.expr.rules import TABLE, Rewrite

COMMUTATIVE = ("add", "mul", "min", "max")


def _rewrites(op: str, *patterns: str) -> tuple[Rewrite, ...]:
    return tuple(r.rewrite for r in TABLE if r.op == op and r.pattern == patterns)


def _by_operation(op: str, *patterns: str | None) -> dict[str, tuple[Rewrite, ...]]:
    """Return the rules whose pattern names an operation where None stands."""
    place = patterns.index(None)
    found: dict[str, tuple[Rewrite, ...]] = {}
    for rule in TABLE:
        if rule.op == op and len(rule.pattern) == len(patterns):
            named = rule.pattern[place]
            rest = [p for i, p in enumerate(rule.pattern) if i != place]
            if named in OPS and rest == [p for p in patterns if p is not None]:
                found[named] = (*found.get(named, ()), rule.rewrite)
    return found


def _first_simpler(rewrites: tuple[Rewrite, ...], *operands: Any) -> Any:
    for rewrite in rewrites:
        simpler = rewrite(*operands)
        if simpler is not None:
            return simpler
    return None


def _maker(op: str) -> Callable[[Any, Any], Any]:
    """Return the constructor of a binary operation, its rules bound in advance."""
    always = _rewrites(op, "x", "x")
    by_first = _by_operation(op, None, "x")
    by_second = _by_operation(op, "x", None)
    second_constant = _rewrites(op, "x", "c")
    first_constant = _rewrites(op, "c", "x")
    by_first_constant = _by_operation(op, None, "c")
    by_constant_second = _by_operation(op, "c", None)
    fold = OPS[op].fold
    assert fold is not None
    commutative = op in COMMUTATIVE

    def with_constants(a: Any, b: Any) -> Any:
        if not isinstance(a, Node):
            if not isinstance(b, Node):
                return _folded(op, fold, float(a), float(b))
            if commutative:
                return with_constants(b, a)
            a = finite(a)
            rewrites = by_constant_second.get(b.op, ()) + first_constant
            simpler = _first_simpler(rewrites, a, b)
            return b.trace.node(op, a, b) if simpler is None else simpler
        b = finite(b)
        rewrites = by_first_constant.get(a.op, ()) + second_constant
        simpler = _first_simpler(rewrites, a, b)
        return a.trace.node(op, a, b) if simpler is None else simpler

    def make(a: Any, b: Any) -> Any:
        if b.__class__ is not Node or a.__class__ is not Node:
            return with_constants(a, b)
        if b.op in by_second:
            return by_second[b.op][0](a, b)
        if a.op in by_first:
            return by_first[a.op][0](a, b)
        if always:
            simpler = always[0](a, b)
            if simpler is not None:
                return simpler
        if commutative and b.number < a.number:
            return a.trace.node(op, b, a)
        return a.trace.node(op, a, b)

    return make


def finite(value: Any) -> float:
    """Return a constant as a finite float; anything else is an error."""
    number = float(value)
    if not math.isfinite(number):
        raise NumericalError(
            f"the constant {number} would enter an expression",
            expectation="Constants are finite numbers.",
        )
    return number


def _folded(op: str, fold: Rewrite, *values: float) -> float:
    """Return an operation on constants, refusing what has no finite value."""
    try:
        return fold(*values)
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        text = OPS[op].symbol.format(*(repr(value) for value in values))
        raise NumericalError(
            f"{text} has no finite value", expectation=f"({error})"
        ) from None


add, sub, mul, div = _maker("add"), _maker("sub"), _maker("mul"), _maker("div")
_BINARY = {"add": add, "sub": sub, "mul": mul, "div": div} | {
    op: _maker(op) for op in ("min", "max", "atan2", "lt", "le", "eq")
}
_UNARY = {
    op.name: _by_operation(op.name, None)
    for op in OPS.values()
    if op.operands == ("real",)
}


def apply(op: str, *operands: Any) -> Any:
    """Return the operation on its operands, simplified."""
    if len(operands) == 2:
        return _BINARY[op](*operands)
    (a,) = operands
    if a.__class__ is not Node:
        fold = OPS[op].fold
        assert fold is not None
        return _folded(op, fold, float(a))
    rewrites = _UNARY[op].get(a.op)
    return rewrites[0](a) if rewrites else a.trace.node(op, a)


def neg(a: Any) -> Any:
    """Return -a."""
    return apply("neg", a)


def power(a: Node, exponent: int) -> Scalar:
    """Return a raised to a whole number by repeated squaring."""
    if exponent != int(exponent):
        raise NumericalError(
            f"the exponent {exponent} is not a whole number",
            remedy="Use sqrt(x), or exp(p * log(x)).",
        )
    count = abs(int(exponent))
    result: Scalar = 1.0
    square: Scalar = a
    while count:
        if count & 1:
            result = result * square
        square = square * square
        count >>= 1
    return result if exponent >= 0 else 1.0 / result


def logical(op: str, *operands: Any) -> Any:
    """Return and, or, not of truth values; known ones fold."""
    if op == "not":
        (p,) = operands
        if isinstance(p, bool):
            return not p
        return p.args[0] if p.op == "not" else p.trace.node("not", p)
    p, q = operands
    absorbing = op == "or"
    for known, other in ((p, q), (q, p)):
        if isinstance(known, bool):
            return absorbing if known is absorbing else other
    if p is q:
        return p
    return p.trace.node(op, p, q)


def select(condition: Any, a: Any, b: Any) -> Any:
    """Return a where the condition holds, else b."""
    if isinstance(condition, bool):
        return a if condition else b
    if a is b or (a.__class__ is float and b.__class__ is float and a == b):
        return a
    if condition.op == "not":
        condition, a, b = condition.args[0], b, a
    operands = [x if isinstance(x, Node) else finite(x) for x in (a, b)]
    return condition.trace.node("select", condition, *operands)


def _bind_operators() -> None:
    """Make Node's operators these constructors; np.sin(node) and the like too."""
    arithmetic = {"add": add, "sub": sub, "mul": mul, "truediv": div}
    for name, constructor in arithmetic.items():
        setattr(Node, f"__{name}__", constructor)
        setattr(Node, f"__r{name}__", lambda a, b, make=constructor: make(b, a))
    comparison = {"lt": "lt", "le": "le"}
    for name, op in comparison.items():
        setattr(Node, f"__{name}__", _BINARY[op])
    others: dict[str, Callable[..., Any]] = {
        "__gt__": lambda a, b: _BINARY["lt"](b, a),
        "__ge__": lambda a, b: _BINARY["le"](b, a),
        "__neg__": neg,
        "__pow__": power,
        "__abs__": lambda a: apply("abs", a),
        "apply": lambda a, op: apply(op, a),
    }
    for name, method in others.items():
        setattr(Node, name, method)
    numpy_names = {"arcsin": "asin", "arccos": "acos", "arctan": "atan"}
    for op in ("sin", "cos", "tan", "sqrt", "exp", "log"):
        numpy_names[op] = op
    for name, op in numpy_names.items():
        setattr(Node, name, lambda a, op=op: apply(op, a))


_bind_operators()
