"""Straight-line code gives what the reference interpreter gives, in every shape."""

from __future__ import annotations

import ctypes
import ctypes.util
import platform
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile.target import Target, host_target
from linkwright.expr.interpret import evaluate
from tests.compile.programs import inputs, random_program
from tests.compile.run import Compiled, compiled

# Random programs are up to 60 roundings deep and lose digits where values cancel.
_ALL_FLAGS = 0x1D if platform.machine() in ("x86_64", "AMD64") else 0x1F

TOLERANCE = {"float64": 1e-11, "float32": 2e-3}


@cache
def program(seed: int) -> expr.Program:
    return random_program(seed, 120)


@cache
def code(seed: int) -> Compiled:
    return compiled(program(seed))


def close(found, expected, limit: float) -> None:
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=limit, atol=limit)


def lesser(lanes: int, fma: bool) -> Target:
    """This machine, used as if it had shorter vectors or no FMA."""
    return replace(host_target(), lanes64=lanes, has_fma=fma)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_random_programs_agree_with_the_interpreter(seed: int, dtype) -> None:
    arrays = inputs(program(seed), 37, seed=seed)
    made = code(seed) if dtype == "float64" else compiled(program(seed), dtype)
    expected = evaluate(program(seed), *arrays)
    limit = TOLERANCE[dtype]
    for ours, theirs in zip(made(*arrays), expected, strict=True):
        wrong = np.abs(ours - theirs) > limit * (1 + np.abs(theirs))
        # In single precision a comparison may fall the other way.
        assert wrong.mean() <= (0 if dtype == "float64" else 0.02)


@pytest.mark.parametrize("lanes", [2, 4, 8])
@pytest.mark.parametrize("fma", [True, False], ids=["fma", "no-fma"])
def test_every_vector_width_agrees_with_the_interpreter(lanes: int, fma: bool) -> None:
    if lanes > host_target().lanes64 or (fma and not host_target().has_fma):
        pytest.skip("this machine has no such vectors")
    arrays = inputs(program(1), 19)
    made = compiled(program(1), target=lesser(lanes, fma))
    close(made(*arrays), evaluate(program(1), *arrays), TOLERANCE["float64"])


@pytest.mark.parametrize("rows", [1, 2, 3, 7, 8, 9, 15, 16, 17, 33])
def test_a_rows_bits_do_not_depend_on_the_batch(rows: int) -> None:
    arrays = inputs(program(2), 33)
    whole = code(2)(*arrays)
    some = code(2)(*(array[:rows] for array in arrays))
    for ours, theirs in zip(some, whole, strict=True):
        np.testing.assert_array_equal(ours, theirs[:rows])


def test_no_rows_are_no_work() -> None:
    for result in code(0)(*inputs(program(0), 0)):
        assert result.shape[0] == 0


_SIZES = (1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 40, 67)


@cache
def of_many_sizes(lanes: int, dtype) -> tuple[expr.Program, Compiled]:
    trace = expr.Trace()
    columns = [expr.argument(trace, f"x{n}", n) for n in _SIZES]
    results = [
        expr.Result.of(f"y{n}", [x + float(n) for x in column])
        for n, column in zip(_SIZES, columns, strict=True)
    ]
    made = expr.Program.build("rows", trace, *results)
    return made, compiled(made, dtype, lesser(lanes, True), poison=False)


@pytest.mark.parametrize("lanes", [2, 4, 8])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("rows", [1, 3, 8, 21])
def test_rows_of_any_length_reach_their_places(lanes: int, dtype, rows: int) -> None:
    if lanes > host_target().lanes64:
        pytest.skip("this machine has no such vectors")
    made, run = of_many_sizes(lanes, dtype)
    arrays = [a.astype(dtype) for a in inputs(made, rows)]
    for n, given, found in zip(_SIZES, arrays, run(*arrays), strict=True):
        np.testing.assert_array_equal(found, given + np.asarray(n, dtype))


def strided(array: np.ndarray, way: str) -> np.ndarray:
    """Return the same numbers in another memory order."""
    rows, size = array.shape
    if way == "every second row":
        wide = np.zeros((2 * rows, size))
        wide[::2] = array
        return wide[::2]
    if way == "backwards":
        return array[::-1].copy()[::-1]
    if way == "columns apart":
        wide = np.zeros((rows, 3 * size))
        wide[:, ::3] = array
        return wide[:, ::3]
    if way == "columns backwards":
        return array[:, ::-1].copy()[:, ::-1]
    return np.asfortranarray(array)


@pytest.mark.parametrize("rows", [1, 5, 8, 20])
@pytest.mark.parametrize(
    "way",
    [
        "every second row",
        "backwards",
        "columns apart",
        "columns backwards",
        "column-major",
    ],
)
def test_any_strides_give_the_same_bits(way: str, rows: int) -> None:
    arrays = inputs(program(3), rows)
    expected = code(3)(*arrays)
    for ours, theirs in zip(
        code(3)(*(strided(a, way) for a in arrays)), expected, strict=True
    ):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("way", ["every second row", "columns apart", "backwards"])
def test_results_are_written_with_any_strides_and_nowhere_else(way: str) -> None:
    arrays = inputs(program(3), 20)
    expected = code(3)(*arrays)
    (stage,) = code(3).module.stages
    outputs = [strided(np.full((20, n), 5.0), way) for n in stage.output_sizes]
    code(3).run(stage, 20, [*arrays, *outputs])
    for found, whole in zip(outputs, expected, strict=True):
        np.testing.assert_array_equal(found, whole.reshape(20, -1))
        owner = found.base if found.base is not None else found
        between = owner.size - found.size
        assert between == 0 or (owner == 0).sum() >= between - (found == 0).sum()


def test_an_input_without_rows_of_its_own_is_broadcast() -> None:
    arrays = inputs(program(4), 20)
    arrays[1] = arrays[1][:1]
    expected = evaluate(program(4), *arrays)
    close(code(4)(*arrays), expected, TOLERANCE["float64"])


def test_floating_point_flags_stay_as_they_were() -> None:
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    if not hasattr(library, "fetestexcept"):
        pytest.skip("no C library to ask for the flags")
    trace = expr.Trace()
    x = expr.argument(trace, "x", 1)[0]
    guarded = expr.where(expr.less(0.0, x), expr.sqrt(x) / x, 0.0)
    made = compiled(expr.Program.build("guarded", trace, expr.Result.of("y", guarded)))
    arrays = [np.array([[0.0], [-1.0], [1e-300]]), np.empty((3, 1))]
    (stage,) = made.module.stages
    made.run(stage, 3, arrays)  # Once before, so that nothing but our code runs next.
    library.feclearexcept(_ALL_FLAGS)
    made.run(stage, 3, arrays)
    assert library.fetestexcept(_ALL_FLAGS) == 0
