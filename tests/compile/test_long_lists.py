"""Thousands of columns go by loops: text and compile time do not grow with them."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile import CompileOptions
from linkwright.compile.pipeline import lower
from linkwright.expr.interpret import evaluate
from tests.compile.run import compiled


def trajectory(steps: int) -> expr.Program:
    """Return a scan that takes three numbers a step and stacks five."""
    trace = expr.Trace()
    start = expr.argument(trace, "start", 2)
    push = expr.argument(trace, "push", 3 * steps)

    def step(y, u, _):
        p, v = y[0] + 0.01 * y[1], y[1] - 0.01 * expr.sin(y[0])
        v = v + 0.001 * (u[0] + u[1] * u[2])
        return [p, v], [p, v, p * v, p + v, p - v], [p]

    found = expr.scan(
        step,
        steps=steps,
        carry=start,
        inputs=expr.Array(push.entries, 3),
        reductions=("max",),
    )
    results = {"path": found.stack, "highest": found.reduced, "u": push}
    named = (expr.Result.of(name, value) for name, value in results.items())
    return expr.Program.build("trajectory", trace, *named)


def arrays(steps: int, rows: int) -> list[np.ndarray]:
    rng = np.random.default_rng(steps)
    return [rng.normal(size=(rows, size)) for size in (2, 3 * steps)]


# Around the shortest runs, and the shortest lists, that go by loops.
@pytest.mark.parametrize("steps", [1, 3, 4, 5, 6, 16, 17, 51, 52, 85, 86, 90, 300])
def test_long_lists_hold_what_the_interpreter_says(steps: int) -> None:
    program, given = trajectory(steps), arrays(steps, 11)
    for found, expected in zip(
        compiled(program, segment_instructions=700)(*given),
        evaluate(program, *given),
        strict=True,
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-13)


def test_long_lists_are_poisoned_whole() -> None:
    made, given = compiled(trajectory(100)), arrays(100, 3)
    for argument, column in ((0, 1), (1, 0), (1, 263), (1, 299)):
        spoiled = [array.copy() for array in given]
        spoiled[argument][1, column] = np.nan
        for found in made(*spoiled):
            assert np.isnan(found[1]).all()
            assert np.isfinite(found[::2]).all()


def test_the_text_of_a_scan_does_not_grow_with_its_steps() -> None:
    programs = map(trajectory, (400, 800))
    short, long = (lower(program).text.count("\n") for program in programs)
    assert long < 1.1 * short


def test_the_operands_of_a_large_solve_are_copied_in_a_loop() -> None:
    trace = expr.Trace()
    a, b = expr.argument(trace, "a", 30 * 30), expr.argument(trace, "b", 30)
    x = expr.solve(expr.Array(a.entries, 30), b).solution
    program = expr.Program.build("solve", trace, expr.Result.of("x", x))
    text = lower(program, options=CompileOptions(poison=False)).text
    assert text.count("load <") < 300  # of 900 operands
