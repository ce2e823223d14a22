"""Regions give what the reference interpreter gives, row by row."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile import CompileOptions
from linkwright.compile.pipeline import lower
from linkwright.compile.target import host_target
from linkwright.expr.interpret import evaluate
from linkwright.expr.regions import call, iterate, scan, solve
from tests.compile.run import compiled

ROWS = 21  # Two full blocks of eight and a tail.


def program(*named: tuple[str, object], trace: expr.Trace) -> expr.Program:
    results = [expr.Result.of(name, value) for name, value in named]
    return expr.Program.build("tested", trace, *results)


def check(made: expr.Program, *arrays: np.ndarray, rtol: float = 1e-13, **options):
    found = compiled(made, **options)(*arrays)
    expected = evaluate(made, *arrays)
    for result, ours, theirs in zip(made.results, found, expected, strict=True):
        np.testing.assert_allclose(
            ours, theirs, rtol=rtol, atol=rtol, err_msg=result.name
        )
    return found


@pytest.mark.parametrize("steps", [1, 2, 7])
def test_scan_hands_on_stacks_and_reduces(steps: int) -> None:
    trace = expr.Trace()
    start = expr.argument(trace, "start", 2)
    inputs = expr.argument(trace, "inputs", 3 * steps)
    decay = expr.argument(trace, "decay", 1)

    def step(carry, given, constants):
        x, y = carry
        a, b, c = given
        following = [x * constants[0] + a, y - b * x]
        return following, [x * c, y], [x, y, a, b, x * y, c]

    kinds = ("sum", "max", "min", "argmax", "last", "argmax")
    out = scan(
        step,
        steps=steps,
        carry=start,
        inputs=inputs,
        constants=decay,
        reductions=kinds,
    )
    made = program(
        ("carry", out.carry),
        ("stack", out.stack),
        ("reduced", out.reduced),
        trace=trace,
    )
    rng = np.random.default_rng(steps)
    arrays = [rng.normal(size=(ROWS, n)) for n in (2, 3 * steps, 1)]
    check(made, *arrays)


def test_scan_without_carry_or_constants() -> None:
    trace = expr.Trace()
    inputs = expr.argument(trace, "inputs", 4)
    out = scan(
        lambda c, x, k: ((), (), [x[0] * x[0]]),
        steps=4,
        inputs=inputs,
        reductions=["max"],
    )
    made = program(("largest", out.reduced), trace=trace)
    check(made, np.random.default_rng(0).normal(size=(ROWS, 4)))


def newton(trace: expr.Trace):
    """The square root of a by Newton's iteration, from 1."""
    a = expr.argument(trace, "a", 1)

    def step(carry, constants):
        (x,) = carry
        following = 0.5 * (x + constants[0] / x)
        return [following], expr.absolute(following - x) < 1e-12

    return iterate(step, carry=[1.0], constants=a, bound=40)


def test_iterate_lets_every_row_stop_for_itself() -> None:
    trace = expr.Trace()
    out = newton(trace)
    made = program(
        ("x", out.carry), ("n", out.evaluations), ("ok", out.converged), trace=trace
    )
    a = np.geomspace(1e-6, 1e6, ROWS)[:, None]
    x, n, ok = check(made, a)
    np.testing.assert_allclose(x[:, 0], np.sqrt(a[:, 0]), rtol=1e-12)
    assert len(set(n)) > 3
    assert (ok == 1).all()


def test_iterate_gives_the_same_bits_whatever_its_neighbours() -> None:
    trace = expr.Trace()
    out = newton(trace)
    code = compiled(program(("x", out.carry), ("n", out.evaluations), trace=trace))
    a = np.geomspace(1e-6, 1e6, ROWS)[:, None]
    together = code(a)
    for row in range(ROWS):
        for one, all_rows in zip(code(a[row]), together, strict=True):
            np.testing.assert_array_equal(one, all_rows[row])


def test_iterate_that_reaches_its_bound_says_so() -> None:
    trace = expr.Trace()
    a = expr.argument(trace, "a", 1)
    out = iterate(
        lambda c, k: ([c[0] + 1.0], k[0] <= c[0]), carry=[0.0], constants=a, bound=5
    )
    made = program(
        ("x", out.carry), ("n", out.evaluations), ("ok", out.converged), trace=trace
    )
    a = np.array([[0.0], [3.0], [100.0], [np.nan]])
    # Unpoisoned: NaN compares false, so that its row is never done.
    _, n, ok = check(made, a, poison=False)
    np.testing.assert_array_equal(n, [1, 4, 5, 5])
    np.testing.assert_array_equal(ok, [1, 1, 0, 0])


def matrices(n: int, m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(ROWS, n, n)), rng.normal(size=(ROWS, n, m))


def solver(kind: str, rows: int, n: int, m: int) -> expr.Program:
    trace = expr.Trace()
    a = expr.argument(trace, "a", rows * n)
    b = expr.argument(trace, "b", rows * m)
    out = solve(expr.Array(a.entries, n), expr.Array(b.entries, m), kind)
    results = [("x", out.solution), ("rank", out.rank), ("ratio", out.pivot_ratio)]
    if kind == "general":
        results.append(("sign", out.sign))
    return program(*results, trace=trace)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (2, 3), (4, 1), (5, 2), (12, 1)])
def test_general_systems_are_solved(n: int, m: int) -> None:
    a, b = matrices(n, m, seed=n)
    made = solver("general", n, n, m)
    # Conditioning of random matrices loses up to four digits.
    found = check(made, a.reshape(ROWS, -1), b.reshape(ROWS, -1), rtol=1e-11)
    np.testing.assert_allclose(a @ found[0], b, atol=1e-11)
    np.testing.assert_array_equal(found[3], np.sign(np.linalg.det(a)))


def test_general_systems_pivot_where_a_leading_entry_is_zero() -> None:
    a = np.array([[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 3.0]])
    a = np.stack([np.roll(a, k, axis=0) for k in range(3)])
    b = np.tile([1.0, 2.0, 3.0], (3, 1))
    x, rank, _, sign = check(solver("general", 3, 3, 1), a.reshape(3, -1), b)
    np.testing.assert_allclose(np.einsum("kij,kj->ki", a, x[..., 0]), b, atol=1e-14)
    np.testing.assert_array_equal(rank, 3)
    np.testing.assert_array_equal(sign, np.sign(np.linalg.det(a)))


@pytest.mark.parametrize("n", [1, 3, 4, 6, 9])
def test_semidefinite_systems_report_their_rank(n: int) -> None:
    rng = np.random.default_rng(n)
    ranks = rng.integers(1, n + 1, ROWS)
    a = np.zeros((ROWS, n, n))
    b = np.zeros((ROWS, n, 2))
    for row, rank in enumerate(ranks):
        root = rng.normal(size=(n, rank))
        a[row] = root @ root.T
        b[row] = a[row] @ rng.normal(size=(n, 2))
    made = solver("semidefinite", n, n, 2)
    arrays = (a.reshape(ROWS, -1), b.reshape(ROWS, -1))
    # Two roundings of one elimination: conditioning of the kept part.
    x, rank, _ = check(made, *arrays, rtol=1e-7)
    np.testing.assert_array_equal(rank, ranks)
    np.testing.assert_allclose(a @ x, b, atol=1e-8)


def test_semidefinite_systems_of_zeros_have_rank_zero() -> None:
    made = solver("semidefinite", 3, 3, 1)
    x, rank, ratio = check(made, np.zeros((9, 9)), np.zeros((9, 3)))
    assert not x.any()
    assert not rank.any()
    assert not ratio.any()


@pytest.mark.parametrize(("rows", "n"), [(1, 3), (2, 4), (3, 7), (6, 8)])
def test_minimum_norm_is_that_of_the_pseudoinverse(rows: int, n: int) -> None:
    rng = np.random.default_rng(n)
    a, b = rng.normal(size=(ROWS, rows, n)), rng.normal(size=(ROWS, rows, 1))
    made = solver("minimum_norm", rows, n, 1)
    # A A^T squares the condition number.
    x, _, _ = check(made, a.reshape(ROWS, -1), b.reshape(ROWS, -1), rtol=1e-9)
    np.testing.assert_allclose(x, np.linalg.pinv(a) @ b, atol=1e-9)


def inner_program() -> expr.Program:
    trace = expr.Trace()
    x, y = expr.argument(trace, "x", 2), expr.argument(trace, "y", 1)
    total = expr.sin(x[0]) * y[0] + x[1]
    return program(("total", total), ("pair", [total * total, x[1]]), trace=trace)


def test_call_runs_another_program_each_time() -> None:
    inner = inner_program()
    trace = expr.Trace()
    q = expr.argument(trace, "q", 3)
    one, pair = call(inner, [q[0], q[1]], [q[2]])
    two, _ = call(inner, [one, pair[0]], [2.0])
    made = program(("out", [one, two, pair[1]]), trace=trace)
    module = compiled(made).module
    assert module.text.count("define internal void @body") == 1
    check(made, np.random.default_rng(0).normal(size=(ROWS, 3)))


def test_regions_nest() -> None:
    trace = expr.Trace()
    a = expr.argument(trace, "a", 5)
    inner = inner_program()

    def refine(carry, constants):
        total, _ = call(inner, [carry[0], constants[0]], [0.25])
        return [total], expr.absolute(total - carry[0]) < 1e-10

    def step(carry, given, constants):
        solved = iterate(refine, carry=carry, constants=given, bound=60)
        return solved.carry, [solved.evaluations]

    out = scan(step, steps=5, carry=[0.0], inputs=a)
    made = program(("last", out.carry), ("n", out.stack), trace=trace)
    check(made, np.random.default_rng(2).normal(size=(ROWS, 5)))


def test_regions_survive_segments() -> None:
    trace = expr.Trace()
    q = expr.argument(trace, "q", 4)
    inner = inner_program()
    values = list(q)
    for _ in range(6):
        total, pair = call(inner, values[:2], values[2:3])
        values = [*values[1:], expr.cos(total) + pair[0] * 0.1 + values[0]]
    system = solve(
        expr.Array.matrix([[2.0, values[0]], [values[1], 5.0]]), expr.Array(values[2:])
    )
    made = program(("out", [*values, *system.solution]), trace=trace)
    arrays = np.random.default_rng(3).normal(size=(ROWS, 4)) * 0.2
    check(made, arrays, segment_instructions=7)


@pytest.mark.parametrize(
    ("kind", "rows", "n", "m"),
    [
        ("general", 1, 1, 1),
        ("general", 4, 4, 3),
        ("semidefinite", 1, 1, 2),
        ("semidefinite", 4, 4, 3),
        ("minimum_norm", 1, 4, 2),
        ("minimum_norm", 3, 4, 1),
    ],
)
def test_the_counts_of_a_system_are_the_instructions_of_its_code(
    kind: str, rows: int, n: int, m: int
) -> None:
    """Small systems are written out, so that their text can be counted."""
    made = solver(kind, rows, n, m)
    text = lower(made, options=CompileOptions(poison=False)).text
    (code,) = re.findall(
        r"^define [a-z ]+ @solve0\(.*?^}", text, re.DOTALL | re.MULTILINE
    )
    if not host_target().has_fma:
        pytest.skip("products and sums are counted where they are one instruction")
    found = Counter(re.findall(r" = (?:call .*@llvm\.)?(fma|fmul|fadd|fdiv)", code))
    counts = expr.count(made)
    # Finding out rank and ratio: a limit for each pivot (one for all), a ratio, a sum.
    limits = 1 if kind == "general" else rows
    report = limits + 1
    assert found["fma"] + found["fmul"] + found["fdiv"] == (
        counts.multiplications + report
    )
    assert found["fma"] + found["fadd"] == counts.additions + rows
