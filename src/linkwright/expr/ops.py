"""The operations of the language, each defined once: arity, kind, cost and meaning.

The meaning is the NumPy function that the reference interpreter applies; every back
end is tested against it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["real", "truth", "region"]
Category = Literal["multiplication", "addition", "trigonometric", "other"]


@dataclass(frozen=True)
class Op:
    """One operation: what it takes, what it yields, what it costs.

    Attributes:
        operands: kind of each operand, ``"real"`` or ``"truth"``.
        kind: kind of the value.
        category: how operation counts book it; a fused operation books two.
        symbol: how text output spells it; ``{0}`` is the first operand.
        fold: the value on plain floats, or None where constants never meet it.
    """

    name: str
    operands: tuple[Kind, ...]
    kind: Kind
    category: Category
    symbol: str
    fold: Callable[..., Any] | None = None

    @property
    def arity(self) -> int:
        """The number of operands."""
        return len(self.operands)


LARGEST_ANGLE = 1e9


def largest_angle(bits: int) -> float:
    """Return beyond which angle of a format sine, cosine and tangent are NaN.

    Reducing it would lose digits; single precision has steps of 0.008 rad there.
    """
    return LARGEST_ANGLE if bits == 64 else 1e5


def _turn(function: Callable[[float], float]) -> Callable[[float], float]:
    def fold(a: float) -> float:
        if abs(a) > LARGEST_ANGLE:
            raise ValueError(f"angles reach to {LARGEST_ANGLE:g} rad")
        return function(a)

    return fold


def _minimum(a: float, b: float) -> float:
    return a if a < b or a != a else b  # A NaN wins.


def _maximum(a: float, b: float) -> float:
    return a if a > b or a != a else b


def _sign(a: float) -> float:
    return a if a != a else float((a > 0.0) - (a < 0.0))


_R1: tuple[Kind, ...] = ("real",)
_R2: tuple[Kind, ...] = ("real",) * 2
_R3: tuple[Kind, ...] = ("real",) * 3
_T1: tuple[Kind, ...] = ("truth",)
_T2: tuple[Kind, ...] = ("truth",) * 2

_TABLE = (
    Op("neg", _R1, "real", "other", "-{0}", lambda a: -a),
    Op("sqrt", _R1, "real", "other", "sqrt({0})", math.sqrt),
    Op("sin", _R1, "real", "trigonometric", "sin({0})", _turn(math.sin)),
    Op("cos", _R1, "real", "trigonometric", "cos({0})", _turn(math.cos)),
    Op("tan", _R1, "real", "trigonometric", "tan({0})", _turn(math.tan)),
    Op("asin", _R1, "real", "trigonometric", "asin({0})", math.asin),
    Op("acos", _R1, "real", "trigonometric", "acos({0})", math.acos),
    Op("atan", _R1, "real", "trigonometric", "atan({0})", math.atan),
    Op("exp", _R1, "real", "other", "exp({0})", math.exp),
    Op("log", _R1, "real", "other", "log({0})", math.log),
    Op("abs", _R1, "real", "other", "abs({0})", abs),
    Op("sign", _R1, "real", "other", "sign({0})", _sign),
    Op("add", _R2, "real", "addition", "{0} + {1}", lambda a, b: a + b),
    Op("sub", _R2, "real", "addition", "{0} - {1}", lambda a, b: a - b),
    Op("mul", _R2, "real", "multiplication", "{0} * {1}", lambda a, b: a * b),
    Op("div", _R2, "real", "multiplication", "{0} / {1}", lambda a, b: a / b),
    Op("min", _R2, "real", "other", "min({0}, {1})", _minimum),
    Op("max", _R2, "real", "other", "max({0}, {1})", _maximum),
    Op("atan2", _R2, "real", "trigonometric", "atan2({0}, {1})", math.atan2),
    Op("lt", _R2, "truth", "other", "{0} < {1}", lambda a, b: a < b),
    Op("le", _R2, "truth", "other", "{0} <= {1}", lambda a, b: a <= b),
    Op("eq", _R2, "truth", "other", "{0} == {1}", lambda a, b: a == b),
    Op("and", _T2, "truth", "other", "{0} and {1}"),
    Op("or", _T2, "truth", "other", "{0} or {1}"),
    Op("not", _T1, "truth", "other", "not {0}"),
    Op("select", ("truth", "real", "real"), "real", "other", "{1} if {0} else {2}"),
    Op("convert", _T1, "real", "other", "real({0})"),
    # Made by the compiler's FMA pass only: one rounding, two operations.
    Op("fma", _R3, "real", "multiplication", "fma({0}, {1}, {2})"),
    Op("fms", _R3, "real", "multiplication", "fms({0}, {1}, {2})"),
    Op("fnma", _R3, "real", "multiplication", "fnma({0}, {1}, {2})"),
    # Structure.
    Op("input", (), "real", "other", "input"),
    Op("region", (), "region", "other", "region"),
    Op("output", (), "real", "other", "output"),
)

OPS: dict[str, Op] = {op.name: op for op in _TABLE}
