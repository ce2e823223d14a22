"""Every operation of the language, compiled, does what the interpreter does."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from linkwright import expr
from linkwright.expr.construct import CONSTRUCTORS
from linkwright.expr.interpret import evaluate
from linkwright.expr.ops import OPS
from tests.compile.run import compiled

STATED = 4  # ulp; the elementary functions state 2.5 at most, and NumPy has its own

NUMBERS = [name for name, op in OPS.items() if set(op.operands) == {"real"}]
LANGUAGE = [name for name in NUMBERS if name not in ("fma", "fms", "fnma")]
SPECIAL = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1e9,
    -1e9,
    1.0001e9,
    3e18,
    np.inf,
    -np.inf,
    np.nan,
]


def program_of(name: str) -> expr.Program:
    trace = expr.Trace()
    operands = expr.argument(trace, "x", 2)
    made = CONSTRUCTORS[name](*operands[: OPS[name].arity])
    entry = expr.convert(made) if OPS[name].kind == "truth" else made
    return expr.Program.build(name, trace, expr.Result.of("y", (entry,)))


def samples(dtype: str) -> np.ndarray:
    """Pairs of numbers: any sizes, ordinary, up to one, and special ones."""
    rng = np.random.default_rng(4)
    sizes = 10.0 ** rng.uniform(-12, 12, (600, 2)) * rng.choice([-1, 1], (600, 2))
    ordinary = rng.uniform(-4, 4, (600, 2))
    units = rng.uniform(-1, 1, (600, 2))
    special = list(itertools.product(SPECIAL, repeat=2))
    return np.concatenate([sizes, ordinary, units, special]).astype(dtype)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("name", LANGUAGE)
def test_an_operation_is_the_interpreters_within_four_ulp(name: str, dtype) -> None:
    program, x = program_of(name), samples(dtype)
    (found,) = compiled(program, dtype, poison=False)(x)
    # Of float32 numbers in float64, so that only our roundings count.
    (wide,) = evaluate(program, x)
    if name in ("sin", "cos", "tan"):
        # single precision ends earlier
        (own,) = evaluate(program, x.astype(dtype), dtype=dtype)
        wide = np.where(np.isnan(own), np.nan, wide)
    with np.errstate(over="ignore"):
        expected = wide.astype(dtype)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    known = np.isfinite(expected)
    np.testing.assert_array_equal(found[~known], expected[~known])  # infinities
    apart = np.abs(found[known] - expected[known])
    assert (apart / np.spacing(np.abs(expected[known]))).max() <= STATED


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_conditions_and_selections_are_the_interpreters(dtype) -> None:
    trace = expr.Trace()
    x, y = expr.argument(trace, "x", 2)
    p, q = x < y, y <= 0.5
    truths = [expr.logical_and(p, q), expr.logical_or(p, q), expr.logical_not(p)]
    entries = [*map(expr.convert, truths), *(expr.where(t, x, y) for t in truths)]
    program = expr.Program.build("truths", trace, expr.Result.of("y", entries))
    given = samples(dtype)
    (found,) = compiled(program, dtype, poison=False)(given)
    (expected,) = evaluate(program, given, dtype=dtype)
    np.testing.assert_array_equal(found, expected)
