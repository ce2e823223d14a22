"""A row with NaN or infinity among its inputs never gives a plausible number."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile.block import block_of
from linkwright.compile.passes.poison import poison
from tests.compile.programs import inputs, random_program
from tests.compile.run import compiled


def one_bad(arrays: list[np.ndarray], argument: int, column: int, row: int, value):
    spoiled = [array.copy() for array in arrays]
    spoiled[argument][row, column] = value
    return spoiled


@pytest.mark.parametrize("seed", range(3))
def test_nan_makes_its_row_nan_and_touches_no_other(seed: int) -> None:
    program = random_program(seed, 80)
    made = compiled(program)
    arrays = inputs(program, 11)
    clean = made(*arrays)
    for argument, array in enumerate(arrays):
        for column in range(array.shape[1]):
            found = made(*one_bad(arrays, argument, column, 4, np.nan))
            for ours, before in zip(found, clean, strict=True):
                assert np.isnan(ours[4]).all()
                others = np.delete(ours, 4, 0)
                np.testing.assert_array_equal(others, np.delete(before, 4, 0))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_infinity_never_gives_a_finite_number(seed: int, value: float) -> None:
    program = random_program(seed, 80)
    made = compiled(program)
    arrays = inputs(program, 3)
    for argument, array in enumerate(arrays):
        for column in range(array.shape[1]):
            for ours in made(*one_bad(arrays, argument, column, 1, value)):
                assert not np.isfinite(ours[1]).any()


def folded() -> expr.Program:
    """Outputs that folding freed of their inputs: 0 x, x - x, a constant."""
    trace = expr.Trace()
    x = expr.argument(trace, "x", 2)
    y = [x[0] * 0.0, x[1] - x[1], 3.0, x[0] + x[1], 1.0 / x[0]]
    status = expr.where(expr.less(x[0], 0.0), 1.0, 0.0)
    named = expr.Result.of("y", y), expr.Result.of("status", status)
    return expr.Program.build("folded", trace, *named)


def test_what_folding_hides_comes_back() -> None:
    made = compiled(folded())
    y, _ = made(np.array([[1.0, 2.0], [np.nan, 2.0], [1.0, np.inf], [-np.inf, 1.0]]))
    np.testing.assert_array_equal(y[0], [0.0, 0.0, 3.0, 3.0, 1.0])
    assert not np.isfinite(y[1:]).any()


def test_a_status_stays_a_whole_number() -> None:
    _, status = compiled(folded())(np.array([[np.nan, 1.0], [-1.0, np.nan]]))
    np.testing.assert_array_equal(status, [0.0, 1.0])


def test_a_slow_input_poisons_through_its_prologue() -> None:
    trace = expr.Trace()
    design = expr.argument(trace, "design", 2, expr.CASE)
    state = expr.argument(trace, "state", 1)
    y = state[0] * expr.exp(design[0])
    made = compiled(expr.Program.build("slow", trace, expr.Result.of("y", y)))
    assert len(made.module.stages) == 2
    states = np.ones((4, 1))
    assert np.isnan(made(np.array([0.0, np.nan]), states)[0]).all()
    assert np.isfinite(made(np.array([0.0, 1.0]), states)[0]).all()


def test_outputs_that_show_every_input_pay_nothing() -> None:
    trace = expr.Trace()
    x = expr.argument(trace, "x", 3)
    y = expr.sin(x[0]) * x[1] + x[2]
    program = expr.Program.build("honest", trace, expr.Result.of("y", y))
    block = block_of(program)
    assert poison(block) is block


def test_only_the_inputs_that_are_missing_are_summed() -> None:
    trace = expr.Trace()
    x = expr.argument(trace, "x", 4)
    y = [x[0] * x[1] + x[2] - x[3], x[0] * x[1] * x[2]]
    program = expr.Program.build("partial", trace, expr.Result.of("y", y))
    block = block_of(program)
    added = poison(block).instructions[len(block.instructions) :]
    assert [instruction.op for instruction in added] == ["mul", "add"]
