"""The functions of the language; each takes nodes or plain numbers.

Composite functions that would lose digits near a removable singularity (``sinc`` and
its relatives) are written once here, with a series branch.
"""

from __future__ import annotations

import math
from typing import Any

from linkwright.expr import construct


def sin(x: Any) -> Any:
    """Return sin x, x in rad."""
    return construct.apply("sin", x)


def cos(x: Any) -> Any:
    """Return cos x, x in rad."""
    return construct.apply("cos", x)


def tan(x: Any) -> Any:
    """Return tan x, x in rad."""
    return construct.apply("tan", x)


def asin(x: Any) -> Any:
    """Return the angle in [-pi/2, pi/2] whose sine is x."""
    return construct.apply("asin", x)


def acos(x: Any) -> Any:
    """Return the angle in [0, pi] whose cosine is x."""
    return construct.apply("acos", x)


def atan(x: Any) -> Any:
    """Return the angle in (-pi/2, pi/2) whose tangent is x."""
    return construct.apply("atan", x)


def atan2(y: Any, x: Any) -> Any:
    """Return the angle in [-pi, pi] of the point (x, y)."""
    return construct.apply("atan2", y, x)


def exp(x: Any) -> Any:
    """Return e to the power x."""
    return construct.apply("exp", x)


def log(x: Any) -> Any:
    """Return the natural logarithm of x > 0."""
    return construct.apply("log", x)


def sqrt(x: Any) -> Any:
    """Return the square root of x >= 0."""
    return construct.apply("sqrt", x)


def absolute(x: Any) -> Any:
    """Return |x|."""
    return construct.apply("abs", x)


def sign(x: Any) -> Any:
    """Return -1, 0 or 1, the sign of x."""
    return construct.apply("sign", x)


def minimum(a: Any, b: Any) -> Any:
    """Return the smaller of two; NaN if either is."""
    return construct.apply("min", a, b)


def maximum(a: Any, b: Any) -> Any:
    """Return the larger of two; NaN if either is."""
    return construct.apply("max", a, b)


def less(a: Any, b: Any) -> Any:
    """Return whether a < b; false where either is NaN."""
    return construct.apply("lt", a, b)


def less_equal(a: Any, b: Any) -> Any:
    """Return whether a <= b; false where either is NaN."""
    return construct.apply("le", a, b)


def equal(a: Any, b: Any) -> Any:
    """Return whether a == b; false where either is NaN."""
    return construct.apply("eq", a, b)


def logical_and(p: Any, q: Any) -> Any:
    """Return whether both hold."""
    return construct.apply("and", p, q)


def logical_or(p: Any, q: Any) -> Any:
    """Return whether either holds."""
    return construct.apply("or", p, q)


def logical_not(p: Any) -> Any:
    """Return whether the condition does not hold."""
    return construct.apply("not", p)


def where(condition: Any, a: Any, b: Any) -> Any:
    """Return a where the condition holds, else b; the other branch cannot spoil it."""
    return construct.select(condition, a, b)


def convert(condition: Any) -> Any:
    """Return 1.0 where the condition holds, else 0.0."""
    return construct.convert(condition)


def polynomial(x: Any, coefficients: tuple[float, ...]) -> Any:
    """Return c0 + c1 x + c2 x^2 + ... by Horner's rule."""
    total: Any = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        total = total * x + coefficient
    return total


# Series in s = x^2 for |x| <= 1/2. The first term left out is s^8 / 17! < 5e-20 for
# sinc; eight terms, so that first and second derivatives are good to round-off too.
_SINC = tuple((-1.0) ** k / math.factorial(2 * k + 1) for k in range(8))
_COSC = tuple((-1.0) ** k / math.factorial(2 * k + 2) for k in range(8))


def sinc_of_square(s: Any) -> Any:
    """Return sin(x)/x as a function of s = x^2 >= 0, smooth at 0."""
    small = less(s, 0.25)
    x = sqrt(where(small, 1.0, s))
    return where(small, polynomial(s, _SINC), sin(x) / x)


def cosc_of_square(s: Any) -> Any:
    """Return (1 - cos x)/x^2 as a function of s = x^2 >= 0, smooth at 0."""
    small = less(s, 0.25)
    guarded = where(small, 1.0, s)
    half = sin(sqrt(guarded) * 0.5)
    return where(small, polynomial(s, _COSC), 2.0 * half * half / guarded)
