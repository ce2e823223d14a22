"""Sine, cosine and tangent: reduction to [-pi/4, pi/4] and two short polynomials.

Beyond |x| = 1e9 (in single precision 1e5) the reduction would lose digits, so the
result is NaN there, as it is for infinities. The sign of a zero is not kept: sin(-0.0)
is 0.0.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from linkwright.compile.render.llvm.arithmetic import Arithmetic
from linkwright.compile.render.llvm.elementary.polynomial import NAN, polynomial
from linkwright.expr.ops import largest_angle

# sin r = r + r z S(z),  cos r = 1 - z/2 + z^2 C(z),  z = r^2.
_SINE = {
    "double": (
        -0.1666666666666664,
        0.008333333333323662,
        -0.00019841269830144393,
        2.755731365185318e-06,
        -2.505073457106949e-08,
        1.5894710581634463e-10,
    ),
    "float": (-0.16666655242443085, 0.008332100696861744, -0.0001950389560079202),
}
_COSINE = {
    "double": (
        0.04166666666666665,
        -0.001388888888888284,
        2.4801587294628004e-05,
        -2.7557315738613277e-07,
        2.0875897738682843e-09,
        -1.1367981880469046e-11,
    ),
    "float": (0.041666653007268906, -0.0013887654058635235, 2.446377038722858e-05),
}

# pi/2 as a sum. With FMA each step is rounded once: three numbers of the format; of the
# first difference nothing is rounded, it is a multiple of the first number's last bit.
# Without FMA every product with k < 2^30 must be exact: three parts of 23 bits, then
# the rest.
_HALF_PI = {
    "double": (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33),
    "float": (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15),
}
_HALF_PI_SHORT = (1.570796251296997, 7.549789415861596e-08, 5.390302529957765e-15)
_HALF_PI_REST = 3.2820035428735005e-22
# Adding it rounds to a whole number, held in the low bits.
_ROUND = {"double": 1.5 * 2.0**52, "float": 1.5 * 2.0**23}


class Turn(NamedTuple):
    """An angle x = k pi/2 + r, |r| <= pi/4, and the functions of r.

    Attributes:
        sine: sin r.
        cosine: cos r.
        quadrant: k as whole numbers, right in its low bits.
    """

    sine: str
    cosine: str
    quadrant: str


def turn(a: Arithmetic, x: str) -> Turn:
    """Return the reduced angle with its sine and cosine.

    The sine is within 0.6 ulp of sin r, the cosine within 1.1 ulp of cos r: 1 - z/2 is
    rounded before the tail is added.
    """
    remainder, quadrant = _reduce(a, x)
    kind = a.lanes.format
    z = a.mul(remainder, remainder)
    cube = a.mul(z, remainder)
    sine = a.multiply_add(cube, polynomial(a, z, _SINE[kind]), remainder)
    near = a.multiply_add(z, a.constant(-0.5), a.constant(1.0))
    cosine = a.multiply_add(a.mul(z, z), polynomial(a, z, _COSINE[kind]), near)
    return Turn(sine, cosine, quadrant)


def sine_of(a: Arithmetic, t: Turn) -> str:
    """Return sin x. Error <= 1.6 ulp up to the largest angle; NaN beyond."""
    size = a.choose(_is_odd(a, t.quadrant), t.cosine, t.sine)
    return _negated(a, size, t.quadrant, 1)


def cosine_of(a: Arithmetic, t: Turn) -> str:
    """Return cos x. Error <= 1.6 ulp up to the largest angle; NaN beyond."""
    size = a.choose(_is_odd(a, t.quadrant), t.sine, t.cosine)
    following = a.whole("add", t.quadrant, 1)
    return _negated(a, size, following, 1)


def tangent_of(a: Arithmetic, t: Turn) -> str:
    """Return tan x. Error <= 3.1 ulp up to the largest angle; NaN beyond."""
    odd = _is_odd(a, t.quadrant)
    over = a.choose(odd, t.cosine, t.sine)
    under = a.choose(odd, t.sine, t.cosine)
    return _negated(a, a.div(over, under), t.quadrant, 0)


def _is_odd(a: Arithmetic, quadrant: str) -> str:
    low = a.whole("and", quadrant, 1)
    return a.body.value(f"icmp ne {a.lanes.integer} {low}, {a.lanes.whole(0)}")


def _negated(a: Arithmetic, size: str, flags: str, bit: int) -> str:
    """Return the number with its sign turned where the flags have a bit set."""
    shifted = a.whole("shl", flags, a.lanes.bits - 1 - bit)
    sign = a.whole("and", shifted, -(2 ** (a.lanes.bits - 1)))
    return a.number(a.whole("xor", a.bits(size), sign))


def _reduce(a: Arithmetic, x: str) -> tuple[str, str]:
    """Return r and k of x = k pi/2 + r; NaN and anything beyond the largest angle."""
    kind = a.lanes.format
    if kind == "float" and not a.has_fma:
        return _reduce_in_doubles(a, x)
    shift = a.constant(_ROUND[kind])
    shifted = a.multiply_add(x, a.constant(2.0 / math.pi), shift)
    minus_k = a.sub(shift, shifted)
    if a.has_fma:
        remainder = x
        for part in _HALF_PI[kind]:
            remainder = a.fma(minus_k, a.constant(part), remainder)
    else:
        remainder = _remainder_without_fma(a, x, minus_k)
    return _in_range(a, x, remainder), a.bits(shifted)


def _in_range(a: Arithmetic, x: str, value: str) -> str:
    largest = largest_angle(a.lanes.bits)
    inside = a.compare("ole", a.absolute(x), a.constant(largest))
    return a.choose(inside, value, a.constant(NAN))


def _reduce_in_doubles(a: Arithmetic, x: str) -> tuple[str, str]:
    """Return the same for floats whose products would be rounded."""
    wide = a.of("double")
    extended = a.body.value(f"fpext {a.lanes.type} {x} to {wide.lanes.type}")
    remainder, quadrant = _reduce(wide, extended)
    short = a.body.value(f"fptrunc {wide.lanes.type} {remainder} to {a.lanes.type}")
    low = a.body.value(f"trunc {wide.lanes.integer} {quadrant} to {a.lanes.integer}")
    return _in_range(a, x, short), low


def _remainder_without_fma(a: Arithmetic, x: str, minus_k: str) -> str:
    """Return x - k pi/2; the first two differences are exact, the third's error kept.

    The products are exact because k and the parts are short.
    """
    first, second, third = (a.mul(minus_k, a.constant(part)) for part in _HALF_PI_SHORT)
    before = a.add(a.add(x, first), second)
    after = a.add(before, third)
    lost = a.add(a.sub(before, after), third)
    return a.add(after, a.add(lost, a.mul(minus_k, a.constant(_HALF_PI_REST))))
