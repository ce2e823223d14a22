"""Elementary functions hold their stated errors against 40-digit arithmetic."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import mpmath
import numpy as np
import pytest

from linkwright import expr
from linkwright.compile.target import host_target
from linkwright.expr.ops import largest_angle
from tests.compile.run import Compiled, compiled

FUNCTIONS = ("sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "sqrt")

# The errors stated in the docstrings of compile/render/llvm/elementary, in ulp.
STATED = {
    "sin": 1.6,
    "cos": 1.6,
    "tan": 3.1,
    "asin": 2.5,
    "acos": 1.5,
    "atan": 1.5,
    "atan2": 2.0,
    "exp": 1.05,
    "log": 1.0,
    "sqrt": 0.5,
}
# Where a search of millions found the largest errors.
WORST_ANGLES = [-0.8244209631373789, 205230910.19156325, 31201.567601413823]
PRECISION = {"float64": 53, "float32": 24}
SMALLEST_EXPONENT = {"float64": -1021, "float32": -125}

ways = pytest.mark.parametrize("fma", [True, False], ids=["fma", "no-fma"])
dtypes = pytest.mark.parametrize("dtype", ["float64", "float32"])


@cache
def functions(dtype: str, fma: bool) -> Compiled:
    trace = expr.Trace()
    x, y = expr.argument(trace, "x", 1)[0], expr.argument(trace, "y", 1)[0]
    results = [expr.Result.of(name, getattr(expr, name)(x)) for name in FUNCTIONS]
    results.append(expr.Result.of("atan2", expr.atan2(y, x)))
    results.append(expr.Result.of("minimum", expr.minimum(x, y)))
    results.append(expr.Result.of("maximum", expr.maximum(x, y)))
    results.append(expr.Result.of("sign", expr.sign(x)))
    results.append(expr.Result.of("absolute", expr.absolute(x)))
    program = expr.Program.build("functions", trace, *results)
    target = replace(host_target(), has_fma=fma and host_target().has_fma)
    return compiled(program, dtype, target, poison=False)


def value(name: str, x: np.ndarray, y: np.ndarray | None = None, *, dtype, fma=True):
    code = functions(dtype, fma)
    column = np.asarray(x, dtype)[:, None]
    other = np.zeros_like(column) if y is None else np.asarray(y, dtype)[:, None]
    results = code(column, other)
    return results[[r for r, _ in code.module.results].index(name)]


def ulps(found: np.ndarray, exact: list, dtype: str) -> np.ndarray:
    """Return |found - exact| in units of the last place of the exact value."""
    errors = []
    for number, true in zip(found, exact, strict=True):
        exponent = mpmath.frexp(true)[1] if true else SMALLEST_EXPONENT[dtype]
        exponent = max(int(exponent), SMALLEST_EXPONENT[dtype])
        unit = mpmath.ldexp(1, exponent - PRECISION[dtype])
        errors.append(float(abs(mpmath.mpf(float(number)) - true) / unit))
    return np.array(errors)


def worst(name: str, x: np.ndarray, *, dtype: str, fma: bool) -> float:
    x = np.asarray(x, dtype)
    with mpmath.workdps(40):
        exact = [getattr(mpmath, name)(mpmath.mpf(float(a))) for a in x]
        return float(ulps(value(name, x, dtype=dtype, fma=fma), exact, dtype).max())


def angles(dtype: str) -> np.ndarray:
    """Ordinary, tiny and huge angles, and the numbers nearest to multiples of pi/2."""
    rng = np.random.default_rng(1)
    largest = largest_angle(64 if dtype == "float64" else 32)
    sizes = 10.0 ** rng.uniform(-9, np.log10(largest), 1200)
    most = int(largest / 1.6)
    k = np.concatenate([np.arange(-40, 41), rng.integers(-most, most, 800)])
    with mpmath.workdps(40):
        near = np.array([float(int(n) * mpmath.pi / 2) for n in k]).astype(dtype)
    beside = np.nextafter(near, np.asarray(np.inf, dtype))
    ends = [largest, -largest]
    parts = [rng.uniform(-7, 7, 800), sizes, -sizes, near, beside, ends, WORST_ANGLES]
    found = np.concatenate(parts).astype(dtype)
    return found[np.abs(found) <= largest]


ARGUMENTS = {
    "sin": angles,
    "cos": angles,
    "tan": angles,
    "asin": lambda dtype: unit_interval(),
    "acos": lambda dtype: unit_interval(),
    "atan": lambda dtype: wide(-18, 18),
    "exp": lambda dtype: exponents(dtype),
    "log": lambda dtype: positive(dtype),
    "sqrt": lambda dtype: positive(dtype),
}


def unit_interval() -> np.ndarray:
    rng = np.random.default_rng(2)
    near = 1.0 - 10.0 ** rng.uniform(-16, -1, 500)
    tiny = 10.0 ** rng.uniform(-12, 0, 500)
    middle = 0.5 + rng.uniform(-1e-3, 1e-3, 300)
    parts = [rng.uniform(-1, 1, 1200), near, -near, tiny, -tiny, middle, -middle]
    return np.concatenate([*parts, [0.0, 0.5, -0.5, 1.0, -1.0]])


def wide(low: float, high: float) -> np.ndarray:
    rng = np.random.default_rng(3)
    sizes = 10.0 ** rng.uniform(low, high, 800)
    return np.concatenate([sizes, -sizes, rng.uniform(-3, 3, 1500), [1.0, -1.0]])


def exponents(dtype: str) -> np.ndarray:
    low, high = (-745.0, 709.7) if dtype == "float64" else (-103.0, 88.7)
    rng = np.random.default_rng(4)
    tiny = 10.0 ** rng.uniform(-18, 0, 300)
    return np.concatenate([rng.uniform(low, high, 2000), tiny, -tiny])


def positive(dtype: str) -> np.ndarray:
    low, high = (-323, 308) if dtype == "float64" else (-44, 38)
    rng = np.random.default_rng(5)
    near = 1.0 + rng.uniform(-1, 1, 500) * 10.0 ** rng.uniform(-15, -1, 500)
    spread = 10.0 ** rng.uniform(low, high, 1500)
    return np.concatenate([near, spread, rng.uniform(0.3, 3.0, 800)])


@dtypes
@ways
@pytest.mark.parametrize("name", FUNCTIONS)
def test_error_stays_within_what_is_stated(name: str, fma: bool, dtype: str) -> None:
    x = ARGUMENTS[name](dtype)
    # 1e-3: our own measure of an ulp is rounded to a double.
    assert worst(name, x, dtype=dtype, fma=fma) <= STATED[name] + 1e-3


@dtypes
@ways
def test_atan2_stays_within_what_is_stated(fma: bool, dtype: str) -> None:
    rng = np.random.default_rng(6)
    x = (rng.normal(size=2500) * 10.0 ** rng.uniform(-9, 9, 2500)).astype(dtype)
    y = (rng.normal(size=2500) * 10.0 ** rng.uniform(-9, 9, 2500)).astype(dtype)
    found = value("atan2", x, y, dtype=dtype, fma=fma)
    with mpmath.workdps(40):
        pairs = zip(y, x, strict=True)
        exact = [mpmath.atan2(float(b), float(a)) for b, a in pairs]
        assert ulps(found, exact, dtype).max() <= STATED["atan2"] + 1e-3


@dtypes
@ways
def test_special_values_are_those_of_numpy(fma: bool, dtype: str) -> None:
    x = np.array([0.0, -0.0, 1.0, -1.0, 2.0, np.inf, -np.inf, np.nan], dtype)
    names = {"asin": "arcsin", "acos": "arccos", "atan": "arctan"}
    for name in FUNCTIONS:
        with np.errstate(all="ignore"):
            expected = getattr(np, names.get(name, name))(x)
        found = value(name, x, dtype=dtype, fma=fma)
        # Four ulp: NumPy rounds too; the accuracy is tested above.
        limit = 4 * float(np.finfo(dtype).eps)
        np.testing.assert_allclose(found, expected, rtol=limit, atol=0, err_msg=name)


@dtypes
def test_angles_beyond_the_range_are_nan(dtype: str) -> None:
    beyond = 1.001 * largest_angle(64 if dtype == "float64" else 32)
    x = np.array([beyond, -beyond, 1e15, 1e30, np.inf, -np.inf, np.nan], dtype)
    for name in ("sin", "cos", "tan"):
        assert np.isnan(value(name, x, dtype=dtype)).all()


@dtypes
def test_atan2_on_the_axes_is_that_of_c(dtype: str) -> None:
    numbers = [0.0, -0.0, 1.0, -1.0, 1e-30, -3e30]
    y, x = (np.array(m).ravel() for m in np.meshgrid(numbers, numbers))
    found = value("atan2", x, y, dtype=dtype)
    expected = [math.atan2(b, a) for b, a in zip(y, x, strict=True)]
    # Two ulp, as stated.
    limit = 2 * float(np.finfo(dtype).eps)
    np.testing.assert_allclose(found, expected, rtol=limit, atol=0)
    assert (np.signbit(found) == np.signbit(expected)).all()


@dtypes
def test_overflow_and_underflow_of_exp_are_infinity_and_zero(dtype: str) -> None:
    x = np.array([800.0, 1e30, -800.0, -1e30])
    found = value("exp", x, dtype=dtype)
    assert np.isinf(found[:2]).all()
    assert (found[2:] == 0).all()


@dtypes
def test_minimum_and_maximum_hand_nan_on_from_either_side(dtype: str) -> None:
    x = np.array([np.nan, 1.0, np.nan, 1.0, -2.0])
    y = np.array([1.0, np.nan, np.nan, 2.0, -3.0])
    for name in ("minimum", "maximum"):
        expected = getattr(np, name)(x, y)
        np.testing.assert_array_equal(value(name, x, y, dtype=dtype), expected)


@dtypes
def test_sign_of_nan_is_nan_and_of_zero_is_zero(dtype: str) -> None:
    x = np.array([np.nan, 0.0, -0.0, 5e-40, -np.inf, 3.0])
    np.testing.assert_array_equal(value("sign", x, dtype=dtype), np.sign(x))
