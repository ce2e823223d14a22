"""Inverse trigonometric functions: a fold to a short range and one polynomial."""

from __future__ import annotations

from linkwright.compile.render.llvm.arithmetic import Arithmetic
from linkwright.compile.render.llvm.elementary.polynomial import polynomial

# asin x = x + x z P(z),  z = x^2 <= 1/4.
_ARCSINE = {
    "double": (
        0.16666666666666702,
        0.07499999999984511,
        0.04464285716363594,
        0.030381943144576987,
        0.022372204933033622,
        0.017351756627662213,
        0.01397947103515358,
        0.01140715396380983,
        0.010748063085275792,
        0.0037806899502983936,
        0.021629907438306728,
        -0.02102061110459657,
        0.032716104830982834,
    ),
    "float": (
        0.16666731238365173,
        0.07495668530464172,
        0.04546570032835007,
        0.024057045578956604,
        0.042553599923849106,
    ),
}

# atan x = x + x z P(z),  z = x^2 <= 1.
_ARCTANGENT = {
    "double": (
        -0.3333333333333324,
        0.19999999999976292,
        -0.14285714283804404,
        0.11111111038037112,
        -0.09090907471937215,
        0.0769228449548724,
        -0.06666436182172124,
        0.05880687567330869,
        -0.05254104584925623,
        0.047239281212900844,
        -0.04222474230566516,
        0.03669202432009072,
        -0.029958535406213186,
        0.022023958131292425,
        -0.013912900461696331,
        0.0071891110916522645,
        -0.002873362255050488,
        0.0008246772904945106,
        -0.00015020024403115636,
        1.2979577084858152e-05,
    ),
    "float": (
        -0.3333331346511841,
        0.19998842477798462,
        -0.14266346395015717,
        0.10958582162857056,
        -0.08410654217004776,
        0.05791354179382324,
        -0.030991289764642715,
        0.010748500004410744,
        -0.0017437011701986194,
    ),
}

# pi/2 as the nearest number and what it lacks.
_HALF_PI = {
    "double": (1.5707963267948966, 6.123233995736766e-17),
    "float": (1.5707963705062866, -4.371139000186241e-08),
}


def asin(a: Arithmetic, x: str) -> str:
    """Return the angle in [-pi/2, pi/2] whose sine is x. Error <= 2.5 ulp.

    Above 1/2:  asin x = pi/2 - 2 asin sqrt((1 - x)/2).
    """
    beyond, angle = _arcsine_parts(a, x)
    folded = _right_angle_minus(a, a.add(angle, angle))
    return a.with_sign_of(a.choose(beyond, folded, angle), x)


def acos(a: Arithmetic, x: str) -> str:
    """Return the angle in [0, pi] whose cosine is x. Error <= 1.5 ulp; NaN beyond 1.

    acos x = pi/2 - asin x to |x| = 1/2;  2 asin sqrt((1 - x)/2) above;
    pi - 2 asin sqrt((1 + x)/2) below.
    """
    beyond, angle = _arcsine_parts(a, x)
    middle = _right_angle_minus(a, a.with_sign_of(angle, x))
    doubled = a.add(angle, angle)
    # pi - 2 angle = 2 (pi/2 - angle), exactly twice.
    supplement = _right_angle_minus(a, angle)
    supplement = a.add(supplement, supplement)
    negative = a.compare("olt", x, a.constant(0.0))
    return a.choose(beyond, a.choose(negative, supplement, doubled), middle)


def atan(a: Arithmetic, x: str) -> str:
    """Return the angle in [-pi/2, pi/2] whose tangent is x. Error <= 1.5 ulp."""
    size = _first_quadrant(a, a.absolute(x), a.constant(1.0))
    return a.with_sign_of(size, x)


def atan2(a: Arithmetic, y: str, x: str) -> str:
    """Return the angle in [-pi, pi] of the point (x, y). Error <= 2 ulp.

    Zeros behave as in C: the sign of x = -0.0 counts. Of two infinities the angle is
    NaN.
    """
    acute = _first_quadrant(a, a.absolute(y), a.absolute(x))
    # pi - acute, its two parts of pi being twice those of pi/2.
    nearest, lacking = _HALF_PI[a.lanes.format]
    low = a.sub(acute, a.constant(2.0 * lacking))
    obtuse = a.sub(a.constant(2.0 * nearest), low)
    lanes = a.lanes
    zero = lanes.whole(0)
    left = a.body.value(f"icmp slt {lanes.integer} {a.bits(x)}, {zero}")
    return a.with_sign_of(a.choose(left, obtuse, acute), y)


def _arcsine_parts(a: Arithmetic, x: str) -> tuple[str, str]:
    """Return whether |x| > 1/2, and asin |x| there of sqrt((1 - |x|)/2) instead."""
    size = a.absolute(x)
    half = a.constant(0.5)
    beyond = a.compare("ogt", size, half)
    # 1 - |x| is exact from 1/2 to 1.
    folded = a.mul(a.sub(a.constant(1.0), size), half)
    z = a.choose(beyond, folded, a.mul(x, x))
    base = a.choose(beyond, a.sqrt(folded), size)
    tail = a.mul(z, polynomial(a, z, _ARCSINE[a.lanes.format]))
    return beyond, a.multiply_add(base, tail, base)


def _right_angle_minus(a: Arithmetic, angle: str) -> str:
    """Return pi/2 - angle with one rounding that counts."""
    nearest, lacking = _HALF_PI[a.lanes.format]
    return a.sub(a.constant(nearest), a.sub(angle, a.constant(lacking)))


def _first_quadrant(a: Arithmetic, over: str, under: str) -> str:
    """Return atan(over/under) in [0, pi/2] of two numbers >= 0; 0 of two zeros.

    Of the quotient and its inverse the one up to 1 goes into the polynomial.
    """
    steep = a.compare("ogt", over, under)
    small = a.choose(steep, under, over)
    large = a.choose(steep, over, under)
    both_zero = a.compare("oeq", large, a.constant(0.0))
    quotient = a.div(small, a.choose(both_zero, a.constant(1.0), large))
    z = a.mul(quotient, quotient)
    tail = a.mul(z, polynomial(a, z, _ARCTANGENT[a.lanes.format]))
    angle = a.multiply_add(quotient, tail, quotient)
    return a.choose(steep, _right_angle_minus(a, angle), angle)
