"""How each operation of the language is spelled on lanes."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.compile.render.llvm import elementary
from linkwright.compile.render.llvm.arithmetic import Arithmetic


def _fma(a: Arithmetic, x: str, y: str, z: str) -> str:
    return a.fma(x, y, z)


def _fms(a: Arithmetic, x: str, y: str, z: str) -> str:
    return a.fma(x, y, a.neg(z))


def _fnma(a: Arithmetic, x: str, y: str, z: str) -> str:
    return a.fma(a.neg(x), y, z)


def maximum(a: Arithmetic, x: str, y: str) -> str:
    """Return the larger; NaN if either is.

    A comparison with NaN chooses y, so only x needs another look.
    """
    larger = a.choose(a.compare("ogt", x, y), x, y)
    return a.choose(a.compare("uno", x, x), x, larger)


def minimum(a: Arithmetic, x: str, y: str) -> str:
    """Return the smaller; NaN if either is."""
    smaller = a.choose(a.compare("olt", x, y), x, y)
    return a.choose(a.compare("uno", x, x), x, smaller)


def _sign(a: Arithmetic, x: str) -> str:
    """Return -1, 0 or 1; a zero and NaN are their own sign."""
    zero = a.compare("oeq", x, a.constant(0.0))
    unknown = a.compare("uno", x, x)
    one = a.with_sign_of(a.constant(1.0), x)
    return a.choose(a.logic("or", zero, unknown), x, one)


def _not(a: Arithmetic, p: str) -> str:
    return a.logic("xor", p, "splat (i1 true)")


def convert(a: Arithmetic, p: str) -> str:
    """Return 1.0 where a truth value holds, else 0.0."""
    return a.choose(p, a.constant(1.0), a.constant(0.0))


OPERATIONS: dict[str, Callable[..., str]] = {
    "neg": Arithmetic.neg,
    "sqrt": Arithmetic.sqrt,
    "abs": Arithmetic.absolute,
    "asin": elementary.asin,
    "acos": elementary.acos,
    "atan": elementary.atan,
    "atan2": elementary.atan2,
    "exp": elementary.exp,
    "log": elementary.log,
    "sign": _sign,
    "add": Arithmetic.add,
    "sub": Arithmetic.sub,
    "mul": Arithmetic.mul,
    "div": Arithmetic.div,
    "min": minimum,
    "max": maximum,
    "lt": lambda a, x, y: a.compare("olt", x, y),
    "le": lambda a, x, y: a.compare("ole", x, y),
    "eq": lambda a, x, y: a.compare("oeq", x, y),
    "and": lambda a, p, q: a.logic("and", p, q),
    "or": lambda a, p, q: a.logic("or", p, q),
    "not": _not,
    "select": Arithmetic.choose,
    "convert": convert,
    "fma": _fma,
    "fms": _fms,
    "fnma": _fnma,
}
"""Everything but structure, and sin, cos, tan, which share their reduction."""

TURNS: dict[str, Callable[[Arithmetic, elementary.Turn], str]] = {
    "sin": elementary.sine_of,
    "cos": elementary.cosine_of,
    "tan": elementary.tangent_of,
}
