"""Constructors of every operation: fold constants, try the rules, intern the node.

``apply`` makes any operation by its name. The operators of ``Node`` are bound to the
same constructors at the end of the file.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from linkwright.errors import InputError, NumericalError
from linkwright.expr.node import Node, Scalar
from linkwright.expr.ops import OPS, Op
from linkwright.expr.rules import TABLE, Rewrite

COMMUTATIVE = ("add", "mul", "min", "max", "eq")


def apply(op: str, *operands: Any) -> Any:
    """Return the operation on its operands, simplified."""
    made = CONSTRUCTORS[op](*operands)
    if made is NotImplemented:
        kinds = ", ".join(type(operand).__name__ for operand in operands)
        raise InputError(
            f"'{op}' was given {kinds}", expectation="It takes numbers and expressions."
        )
    return made


def finite(value: Any) -> float:
    """Return a constant as a finite float, -0.0 as 0.0; anything else is an error."""
    number = float(value) + 0.0
    if not math.isfinite(number):
        raise NumericalError(
            f"the constant {number} would enter an expression",
            expectation="Constants are finite numbers.",
        )
    return number


def foreign() -> InputError:
    """Return the error of an expression that meets one of another trace."""
    return InputError(
        "an expression of one program meets an expression of another",
        expectation="A step or a called program sees only its own arguments.",
        remedy="Pass outer values in as constants or arguments.",
    )


def _rewrites(op: str, *patterns: str) -> tuple[Rewrite, ...]:
    return tuple(r.rewrite for r in TABLE if r.op == op and r.pattern == patterns)


def _by_operation(op: str, *patterns: str | None) -> dict[str, Rewrite]:
    """Return the rules whose pattern names an operation where None stands."""
    place = patterns.index(None)
    return {
        rule.pattern[place]: rule.rewrite
        for rule in TABLE
        if rule.op == op
        and len(rule.pattern) == len(patterns)
        and rule.pattern[place] in OPS
        and all(
            wanted in (None, found)
            for wanted, found in zip(patterns, rule.pattern, strict=True)
        )
    }


def _folded(op: Op, *values: Any) -> Any:
    """Return an operation on constants, refusing what has no finite value."""
    assert op.fold is not None
    try:
        numbers = [float(value) for value in values]
    except TypeError:
        return NotImplemented
    try:
        return op.fold(*numbers)
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        text = op.symbol.format(*map(repr, numbers))
        raise NumericalError(
            f"{text} has no finite value", expectation=f"({error})"
        ) from None


def _binary(op: Op) -> Callable[[Any, Any], Any]:
    """Return the constructor of a binary operation, its rules bound in advance."""
    name = op.name
    same = next(iter(_rewrites(name, "x", "x")), None)
    by_first = _by_operation(name, None, "x")
    by_second = _by_operation(name, "x", None)
    to_constant = _with_constants(op)
    commutative = name in COMMUTATIVE

    def make(a: Any, b: Any) -> Any:
        if a.__class__ is not Node or b.__class__ is not Node:
            return to_constant(a, b)
        trace = a.trace
        if trace is not b.trace:
            raise foreign()
        rewrite = by_second.get(b.op) or by_first.get(a.op)
        if rewrite is not None:
            return rewrite(a, b)
        if a is b and same is not None:
            return same(a, b)
        if commutative and b.number < a.number:
            return trace.intern(name, (b, a))
        return trace.intern(name, (a, b))

    return make


def _with_constants(op: Op) -> Callable[[Any, Any], Any]:
    """Return the constructor of a binary operation with at least one constant."""
    name = op.name
    second = _rewrites(name, "x", "c")
    first = _rewrites(name, "c", "x")
    by_node_first = _by_operation(name, None, "c")
    by_node_second = _by_operation(name, "c", None)

    def make(a: Any, b: Any) -> Any:
        if a.__class__ is not Node:
            if b.__class__ is not Node:
                return _folded(op, a, b)
            if name in COMMUTATIVE:
                return make(b, a)
            node, special, general = b, by_node_second.get(b.op), first
        else:
            node, special, general = a, by_node_first.get(a.op), second
        try:
            operands = (a, finite(b)) if node is a else (finite(a), b)
        except TypeError:
            return NotImplemented  # The other operand, an array perhaps, may know.
        if node.trace.literal:
            return node.trace.node(name, *operands)
        for rewrite in (special, *general) if special else general:
            simpler = rewrite(*operands)
            if simpler is not None:
                return simpler
        return node.trace.node(name, *operands)

    return make


def _unary(op: Op) -> Callable[[Any], Any]:
    """Return the constructor of an operation on one number."""
    name = op.name
    rewrites = _by_operation(name, None)

    def make(a: Any) -> Any:
        if a.__class__ is not Node:
            return _folded(op, a)
        rewrite = rewrites.get(a.op)
        return a.trace.node(name, a) if rewrite is None else rewrite(a)

    return make


def _truth(condition: Any) -> Any:
    """Return a condition: a node that is true or false, or a plain bool."""
    if condition.__class__ is not Node:
        return bool(condition)
    if not condition.is_truth:
        raise InputError(
            f"{condition!r} is a number, not a condition",
            remedy="Compare it, e.g. x > 0.0.",
        )
    return condition


def are_opposite(p: Node, q: Node) -> bool:
    """Return whether one condition is the negation of the other."""
    return (p.op == "not" and p.args[0] is q) or (q.op == "not" and q.args[0] is p)


def _logical(op: str) -> Callable[[Any, Any], Any]:
    """Return the constructor of ``and`` or ``or``; known truths fold."""
    absorbing = op == "or"

    def make(p: Any, q: Any) -> Any:
        p, q = _truth(p), _truth(q)
        for known, other in ((p, q), (q, p)):
            if known.__class__ is bool:
                return absorbing if known is absorbing else other
        if p is q:
            return p
        if p.trace is not q.trace:
            raise foreign()
        if are_opposite(p, q):
            return absorbing
        return p.trace.node(op, *((q, p) if q.number < p.number else (p, q)))

    return make


def logical_not(condition: Any) -> Any:
    """Return whether a condition does not hold."""
    p = _truth(condition)
    if p.__class__ is bool:
        return not p
    return p.args[0] if p.op == "not" else p.trace.node("not", p)


def select(condition: Any, a: Any, b: Any) -> Any:
    """Return a where the condition holds, else b."""
    condition = _truth(condition)
    if condition.__class__ is bool:
        return a if condition else b
    if condition.op == "not":
        condition, a, b = condition.args[0], b, a
    a, b = (x if x.__class__ is Node else finite(x) for x in (a, b))
    if a is b or (a.__class__ is float and b.__class__ is float and a == b):
        return a
    return _of_one_trace("select", condition, a, b)


def convert(condition: Any) -> Any:
    """Return 1.0 where a condition holds, else 0.0."""
    condition = _truth(condition)
    if condition.__class__ is bool:
        return float(condition)
    return condition.trace.node("convert", condition)


def _fused(op: str) -> Callable[[Any, Any, Any], Any]:
    """Return the constructor of a fused operation; these are the compiler's, as is."""
    return lambda a, b, c: _of_one_trace(op, a, b, c)


def _of_one_trace(op: str, *operands: Any) -> Node:
    trace, *others = {x.trace for x in operands if x.__class__ is Node}
    if others:
        raise foreign()
    return trace.node(op, *operands)


def power(a: Any, exponent: Any) -> Scalar:
    """Return a raised to a whole number by repeated squaring."""
    if isinstance(exponent, Node) or not float(exponent).is_integer():
        raise NumericalError(
            f"the exponent {exponent!r} is not a whole number",
            remedy="Use sqrt(x), or exp(p * log(x)).",
        )
    count = abs(int(exponent))
    result: Scalar = 1.0
    square: Scalar = a
    while count:
        if count & 1:
            result = result * square
        count >>= 1
        square = square * square if count else square
    return result if exponent >= 0 else 1.0 / result


def _constructors() -> dict[str, Callable[..., Any]]:
    made: dict[str, Callable[..., Any]] = {
        "and": _logical("and"),
        "or": _logical("or"),
        "not": logical_not,
        "select": select,
        "convert": convert,
    }
    for op in OPS.values():
        if op.operands == ("real",):
            made[op.name] = _unary(op)
        elif op.operands == ("real", "real"):
            made[op.name] = _binary(op)
        elif op.operands == ("real", "real", "real"):
            made[op.name] = _fused(op.name)
    return made


CONSTRUCTORS = _constructors()


def _bind_operators() -> None:
    """Make Node's operators these constructors; np.sin(node) and the like too."""
    for name in ("add", "sub", "mul", "truediv"):
        make = CONSTRUCTORS["div" if name == "truediv" else name]
        setattr(Node, f"__{name}__", make)
        setattr(Node, f"__r{name}__", lambda a, b, make=make: make(b, a))
    less, less_equal = CONSTRUCTORS["lt"], CONSTRUCTORS["le"]
    methods: dict[str, Callable[..., Any]] = {
        "__lt__": less,
        "__le__": less_equal,
        "__gt__": lambda a, b: less(b, a),
        "__ge__": lambda a, b: less_equal(b, a),
        "__neg__": CONSTRUCTORS["neg"],
        "__pow__": power,
        "__abs__": CONSTRUCTORS["abs"],
        "apply": lambda a, op: CONSTRUCTORS[op](a),
    }
    numpy_names = {"arcsin": "asin", "arccos": "acos", "arctan": "atan"}
    for op in ("sin", "cos", "tan", "sqrt", "exp", "log"):
        numpy_names[op] = op
    methods |= {name: CONSTRUCTORS[op] for name, op in numpy_names.items()}
    for name, method in methods.items():
        setattr(Node, name, method)


_bind_operators()
