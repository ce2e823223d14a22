"""Polynomials by Estrin's scheme: short chains, which the machine can overlap."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.compile.render.llvm.arithmetic import Arithmetic

NAN = float("nan")
INFINITY = float("inf")


def polynomial(a: Arithmetic, x: str, coefficients: Sequence[float]) -> str:
    """Return c0 + c1 x + c2 x^2 + ..."""
    terms = [a.constant(c) for c in coefficients]
    power = x
    while len(terms) > 1:
        odd = [terms[-1]] if len(terms) % 2 else []
        pairs = zip(terms[0::2], terms[1::2], strict=False)
        terms = [a.multiply_add(high, power, low) for low, high in pairs] + odd
        if len(terms) > 1:
            power = a.mul(power, power)
    return terms[0]
