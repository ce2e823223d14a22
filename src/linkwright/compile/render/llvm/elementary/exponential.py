"""Exponential and logarithm: the exponent field does the large part."""

from __future__ import annotations

import math
from dataclasses import dataclass

from linkwright.compile.render.llvm.arithmetic import Arithmetic
from linkwright.compile.render.llvm.elementary.polynomial import (
    INFINITY,
    NAN,
    polynomial,
)


@dataclass(frozen=True)
class _Format:
    """Constants of one floating-point format.

    Attributes:
        mantissa: explicit bits of the mantissa.
        bias: of the exponent.
        ln2: log 2 in two parts; a whole exponent times the first is exact.
        floor: exp is 0 below.
        ceiling: exp is infinite above.
        exponential: exp r = 1 + r + r^2 Q(r), |r| <= log(2)/2.
        logarithm: log((1 + s)/(1 - s)) = 2 s + s z L(z),  z = s^2.
    """

    mantissa: int
    bias: int
    ln2: tuple[float, float]
    floor: float
    ceiling: float
    exponential: tuple[float, ...]
    logarithm: tuple[float, ...]


_FORMATS = {
    "double": _Format(
        mantissa=52,
        bias=1023,
        ln2=(0.6931471804855391, 7.440617110012397e-11),
        floor=-746.0,
        ceiling=710.0,
        exponential=(
            0.500000000000001,
            0.16666666666666674,
            0.04166666666652199,
            0.008333333333322207,
            0.0013888888947820891,
            0.00019841269886591,
            2.4801487326012337e-05,
            2.7557242336680357e-06,
            2.763265575933203e-07,
            2.5110049895858716e-08,
        ),
        logarithm=(
            0.666666666666671,
            0.39999999999519825,
            0.28571428729284787,
            0.2222219909089342,
            0.18183571541169416,
            0.15313164375076815,
            0.1481051999082406,
        ),
    ),
    "float": _Format(
        mantissa=23,
        bias=127,
        ln2=(0.69287109375, 0.00027608680994530943),
        floor=-104.0,
        ceiling=89.0,
        exponential=(
            0.5,
            0.166665181517601,
            0.04166620597243309,
            0.008368953131139278,
            0.0013950602151453495,
        ),
        logarithm=(0.6666677594184875, 0.39976033568382263, 0.29926854372024536),
    ),
}


def exp(a: Arithmetic, x: str) -> str:
    """Return e^x. Error <= 1.05 ulp, subnormal results too."""
    form = _FORMATS[a.lanes.format]
    x = _clamped(a, x, form.floor, form.ceiling)
    # Adding 1.5 2^mantissa rounds x / log 2 to a whole number k in the low bits.
    shift = a.constant(1.5 * 2.0**form.mantissa)
    shifted = a.multiply_add(x, a.constant(1.0 / math.log(2.0)), shift)
    minus_k = a.sub(shift, shifted)
    r = a.multiply_add(minus_k, a.constant(form.ln2[0]), x)
    r = a.multiply_add(minus_k, a.constant(form.ln2[1]), r)
    tail = a.multiply_add(a.mul(r, r), polynomial(a, r, form.exponential), r)
    mantissa = a.add(a.constant(1.0), tail)
    # 2^k in two factors: one alone would leave the range before the result does.
    pattern = a.lanes.bit_pattern(1.5 * 2.0**form.mantissa)
    biased = a.whole("sub", a.bits(shifted), pattern - 2 * form.bias)
    first = a.whole("lshr", biased, 1)
    second = a.whole("sub", biased, first)
    for exponent in (first, second):
        factor = a.number(a.whole("shl", exponent, form.mantissa))
        mantissa = a.mul(mantissa, factor)
    return mantissa


def log(a: Arithmetic, x: str) -> str:
    """Return the natural logarithm. Error <= 1 ulp; -inf at 0, NaN below.

    x = 2^k m with m from sqrt(1/2) to sqrt(2);  log m by s = (m - 1)/(m + 1).
    """
    form = _FORMATS[a.lanes.format]
    k, m = _exponent_and_mantissa(a, x, form)
    f = a.sub(m, a.constant(1.0))
    s = a.div(f, a.add(f, a.constant(2.0)))
    z = a.mul(s, s)
    series = a.mul(z, polynomial(a, z, form.logarithm))
    half_square = a.mul(a.mul(a.constant(0.5), f), f)
    # log(1 + f) = f - (f^2/2 - s (f^2/2 + series)); small terms are summed first.
    small = a.mul(k, a.constant(form.ln2[1]))
    small = a.multiply_add(s, a.add(half_square, series), small)
    rest = a.sub(a.sub(half_square, small), f)
    result = a.sub(a.mul(k, a.constant(form.ln2[0])), rest)
    return _outside_domain(a, x, result)


def _clamped(a: Arithmetic, x: str, floor: float, ceiling: float) -> str:
    """Return x between two bounds; NaN stays."""
    low, high = a.constant(floor), a.constant(ceiling)
    x = a.choose(a.compare("olt", x, low), low, x)
    return a.choose(a.compare("ogt", x, high), high, x)


def _exponent_and_mantissa(a: Arithmetic, x: str, form: _Format) -> tuple[str, str]:
    """Return k, as a number, and m of x = 2^k m, sqrt(1/2) <= m < sqrt(2)."""
    subnormal = a.compare("olt", x, a.constant(2.0 ** (1 - form.bias)))
    up = form.mantissa + 2
    scaled = a.choose(subnormal, a.mul(x, a.constant(2.0**up)), x)
    bits = a.bits(scaled)
    one = form.bias << form.mantissa
    lowest = a.lanes.bit_pattern(math.sqrt(0.5))
    biased = a.whole("lshr", a.whole("add", bits, one - lowest), form.mantissa)
    moved = a.whole("shl", a.whole("sub", biased, form.bias), form.mantissa)
    m = a.number(a.whole("sub", bits, moved))
    # A whole number in the low bits of 2^mantissa becomes a number by subtraction.
    carrier = 2.0**form.mantissa
    held = a.number(a.whole("or", biased, a.lanes.bit_pattern(carrier)))
    usual = a.constant(carrier + form.bias)
    raised = a.constant(carrier + form.bias + up)
    return a.sub(held, a.choose(subnormal, raised, usual)), m


def _outside_domain(a: Arithmetic, x: str, result: str) -> str:
    """Return the logarithm's values at 0, below 0, at infinity and of NaN."""
    zero = a.constant(0.0)
    finite = a.compare("olt", x, a.constant(INFINITY))
    result = a.choose(finite, result, x)
    at_zero = a.compare("oeq", x, zero)
    edge = a.choose(at_zero, a.constant(-INFINITY), a.constant(NAN))
    return a.choose(a.compare("ole", x, zero), edge, result)
