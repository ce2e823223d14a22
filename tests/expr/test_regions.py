import doctest

import numpy as np
import pytest

import linkwright.expr as lw
from linkwright.errors import InputError
from linkwright.expr import Array, Call, Iterate, Program, Result, Scan, Solve, Trace
from linkwright.expr.interpret import evaluate
from linkwright.expr.regions import elimination, place
from tests.expr.evaluating import traced, value

RNG = np.random.default_rng(21)


def argument(size):
    return lw.argument(Trace(), "x", size)


# scan


def test_scan_is_a_loop():
    def function(x):
        s = lw.scan(
            lambda c, i, k: (
                [c[0] * k[0] + i[0], c[0] - i[1]],
                [c[1], i[0]],
                [i[0], i[0], i[0], i[0], c[1]],
            ),
            steps=4,
            carry=x[:2],
            inputs=Array(x[2:10].entries, 2),
            constants=x[10],
            reductions=("sum", "max", "min", "argmax", "last"),
        )
        assert s.stack.shape == (4, 2)
        return [*s.carry, *s.stack.entries, *s.reduced]

    x = RNG.normal(size=(6, 11))
    found = value(function, x)
    for row, y in zip(x, found, strict=True):
        a, b = row[:2]
        inputs, k, stack = row[2:10].reshape(4, 2), row[10], []
        for p, q in inputs:
            stack += [b, p]
            last = b
            a, b = a * k + p, a - q
        p = inputs[:, 0]
        expected = [a, b, *stack, p.sum(), p.max(), p.min(), p.argmax(), last]
        np.testing.assert_allclose(y, expected, rtol=1e-15, atol=1e-15)


def test_argmax_takes_the_first_of_equals_and_never_a_later_nan():
    def function(x):
        return lw.scan(
            lambda c, i, k: ((), (), [i[0], i[0]]),
            steps=4,
            inputs=x,
            reductions=("argmax", "max"),
        ).reduced

    nan = np.nan
    found = value(function, [[1, 3, 3, 2], [1, nan, 2, 0], [nan, 1, 2, 3]])
    np.testing.assert_array_equal(found, [[1, 3], [2, nan], [0, nan]])


def test_scan_on_numbers_gives_numbers():
    s = lw.scan(lambda c, i, k: ([c[0] + i[0]], c), steps=3, carry=0, inputs=[1, 2, 3])
    assert s.carry.entries == (6.0,) and s.stack.entries == (0.0, 1.0, 3.0)


def test_the_example_of_scan_runs():
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
    (example,) = finder.find(lw.scan, "scan", globs={"scan": lw.scan})
    assert runner.run(example) == doctest.TestResults(failed=0, attempted=3)


# iterate


def square_root(bound):
    def function(x):
        r = lw.iterate(
            lambda c, k: (
                [0.5 * (c[0] + k[0] / c[0])],
                lw.absolute(c[0] * c[0] - k[0]) < 1e-9 * k[0],
            ),
            carry=1.0,
            constants=x,
            bound=bound,
        )
        return [*r.carry, r.evaluations, r.converged]

    return function


def test_iterate_stops_each_row_for_itself():
    x = np.array([[1.0], [4.0], [1e6], [np.nan]])
    together = value(square_root(40), x)
    alone = np.stack([value(square_root(40), row) for row in x])
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_allclose(together[:3, 0], np.sqrt(x[:3, 0]), rtol=1e-15)
    assert together[0, 1] == 1 and together[1, 1] < together[2, 1] < 40
    np.testing.assert_array_equal(together[:, 2], [1, 1, 1, 0])
    assert together[3, 1] == 40  # a NaN is never done


def test_the_evaluation_that_says_done_still_counts():
    def function(x):
        r = lw.iterate(
            lambda c, k: ([c[0] + 1.0], c[0] >= k[0]), carry=0.0, constants=x, bound=9
        )
        return [*r.carry, r.evaluations, r.converged]

    np.testing.assert_array_equal(
        value(function, [[0.0], [3.0], [50.0]]), [[1, 1, 1], [4, 4, 1], [9, 9, 0]]
    )


# solve


@pytest.mark.parametrize("n", [1, 2, 3, 6, 12])
def test_general_systems_agree_with_numpy(n):
    a, b = RNG.normal(size=(7, n, n)), RNG.normal(size=(7, n, 3))
    a[0, 0, 0] = 0.0 if n > 1 else 1.0  # needs a row exchange
    x, rank, ratio, sign = elimination.general(a, b, 1e-12)
    np.testing.assert_array_equal(sign, np.sign(np.linalg.det(a)))
    residual = np.abs(a @ x - b).max()
    # Partial pivoting's residual is a few roundings times |A| |X|.
    assert residual <= 1e-15 * 10 * n * np.abs(x).max() * np.abs(a).max()
    assert (rank == n).all() and ((ratio > 0) & (ratio <= 1)).all()


@pytest.mark.parametrize(("n", "rank"), [(1, 1), (3, 3), (4, 2), (8, 5), (3, 0)])
def test_semidefinite_systems_are_solved_at_their_rank(n, rank):
    factor = RNG.normal(size=(9, n, rank))
    a = factor @ np.swapaxes(factor, -1, -2)
    b = a @ RNG.normal(size=(9, n, 2))
    x, found, ratio = elimination.semidefinite(a, b, 1e-10)
    assert (found == rank).all()
    # The kept block's condition number is below 1e6 here.
    np.testing.assert_allclose(a @ x, b, atol=1e-10)
    assert ((x == 0).all(-1).sum(-1) >= n - rank).all()
    assert (ratio > 1e-10).all() if rank else (ratio == 0).all()


def test_minimum_norm_is_the_pseudoinverse():
    a, w = RNG.normal(size=(3, 5)), RNG.normal(size=5)
    a = np.vstack([a, a[0] - a[1]])  # a dependent, consistent row
    b = a @ w

    def function(x):
        matrix = Array(x[: a.size].entries, 5)
        s = lw.solve(matrix, x[a.size :], "minimum_norm")
        return [*s.solution, s.rank, s.pivot_ratio]

    found = value(function, [*a.ravel(), *b])
    np.testing.assert_allclose(found[:5], np.linalg.pinv(a) @ b, atol=1e-12)
    assert found[5] == 3 and 0 < found[6] <= 1


def test_nan_reaches_the_solution_of_every_kind():
    for kind in ("general", "semidefinite", "minimum_norm"):
        for place_of_nan in range(6):

            def function(x, kind=kind):
                matrix = Array((x[0], x[1], x[2], x[3]), 2)
                return lw.solve(matrix, x[4:], kind).solution

            x = np.array([2.0, 1.0, 1.0, 3.0, 1.0, 1.0])
            x[place_of_nan] = np.nan
            assert np.isnan(value(function, x)).any(), (kind, place_of_nan)


def test_one_singular_row_does_not_touch_another():
    a = np.array([np.eye(2), np.zeros((2, 2))])
    x, rank, *_ = elimination.general(a, np.ones((2, 2, 1)), 1e-12)
    np.testing.assert_array_equal(x[0, :, 0], 1.0)
    assert not np.isfinite(x[1]).any() and rank.tolist() == [2, 0]


def test_solution_has_the_shape_of_the_right_side():
    x = argument(6)
    matrix = Array((2.0, x[0], x[1], 3.0), 2)
    assert lw.solve(matrix, x[:2]).solution.shape == (2,)
    assert lw.solve(matrix, Array(x.entries, 3)).solution.shape == (2, 3)
    assert lw.solve(Array((2.0,), 1), Array((3.0,))).solution.entries == (1.5,)


# call


def test_call_gives_results_in_their_shapes():
    inner = traced(lambda x: Array((x[0], x[1], x[0] * x[1], 1.0), 2), 2)
    trace = Trace()
    x = lw.argument(trace, "x", 2)
    y = lw.call(inner, x * 2.0)
    assert y.shape == (2, 2)
    program = Program.build("outer", trace, Result.of("y", y))
    np.testing.assert_array_equal(evaluate(program, [1.0, 3.0])[0], [[2, 6], [12, 1]])


def test_several_results_come_as_a_tuple():
    trace = Trace()
    a, b = lw.argument(trace, "a", 1), lw.argument(trace, "b", 2)
    inner = Program.build("in", trace, Result.of("s", a[0] + b[0]), Result.of("v", b))
    x = argument(3)
    s, v = lw.call(inner, x[:1], x[1:])
    assert isinstance(s, lw.Node) and v.shape == (2,)


# counts


def general_by_loops(n, m):
    """Count multiplications and additions of an elimination, loop by loop."""
    multiplications = additions = 0
    for k in range(n):
        multiplications += 1  # reciprocal of the pivot
        for _ in range(k + 1, n):
            multiplications += 1  # the factor
            for _ in [*range(k + 1, n), *range(m)]:
                multiplications, additions = multiplications + 1, additions + 1
    for k in range(n):
        for _ in range(m):
            multiplications += n - k - 1 + 1
            additions += n - k - 1
    return multiplications, additions


def semidefinite_by_loops(n, m):
    multiplications = additions = 0
    for k in range(n):
        multiplications += 1 + m  # reciprocal; the diagonal of the right side
        for i in range(k + 1, n):
            multiplications += 1
            for _ in [*range(k + 1, i + 1), *range(2 * m)]:
                multiplications, additions = multiplications + 1, additions + 1
    return multiplications, additions


@pytest.mark.parametrize(("n", "m"), [(1, 1), (2, 1), (3, 4), (7, 2)])
def test_counts_of_systems_are_exact(n, m):
    found = elimination.general_counts(n, m)
    assert (found.multiplications, found.additions) == general_by_loops(n, m)
    found = elimination.semidefinite_counts(n, m)
    assert (found.multiplications, found.additions) == semidefinite_by_loops(n, m)
    own = Solve(n, m, "minimum_norm", rows=2).counts()
    inner = elimination.semidefinite_counts(2, m)
    assert own.multiplications == inner.multiplications + 3 * n + 2 * n * m
    assert own.additions == inner.additions + 3 * (n - 1) + n * m


def test_counts_are_exact():
    trace = Trace()
    x = lw.argument(trace, "x", 2)
    inner = traced(lambda v: lw.sin(v[0]) / v[0] + 1.0, 1)
    s = lw.scan(
        lambda c, i, k: ([c[0] * k[0] + 1.0], (), [c[0], c[0]]),
        steps=5,
        carry=x[0],
        constants=x[1],
        reductions=("sum", "max"),
    )
    y = lw.call(inner, s.carry) - x[0]
    program = Program.build("p", trace, Result.of("y", [-y, *s.reduced]))
    found = lw.count(program)
    # scan: 5 x (mul, add), 4 additions and 4 comparisons between; call: div, add, sin;
    # the sign change becomes a - b, so one subtraction stands outside.
    assert (found.multiplications, found.additions) == (5 + 1, 5 + 4 + 1 + 1)
    assert (found.trigonometric, found.other) == (1, 4)
    assert found.flops == 17
    assert found.nodes == len(program.live())


def test_fused_operations_count_twice_and_iterations_to_their_bound():
    trace = Trace()
    x = lw.argument(trace, "x", 3)
    fused = Program.build("f", trace, Result.of("y", trace.node("fma", *x)))
    assert lw.count(fused).flops == 2
    iterated = lw.count(traced(lambda v: square_root(7)(v), 1))
    # c*c, k/c, 0.5*, 1e-9*k and two sums, seven times.
    assert (iterated.multiplications, iterated.additions) == (28, 14)


# errors


def step_that_uses(outside):
    return lambda c, i, k: ([c[0] * outside], ())


def test_a_step_that_uses_outer_expressions_is_told_to_pass_constants():
    x = argument(2)
    with pytest.raises(InputError, match="Pass outer values in as constants"):
        lw.scan(step_that_uses(x[1]), steps=2, carry=x[:1])
    with pytest.raises(InputError, match="carry a scan's step returns.*outside"):
        lw.scan(lambda c, i, k: ([x[1]], ()), steps=2, carry=x[:1])
    with pytest.raises(InputError, match="Pass outer values through constants="):
        lw.iterate(lambda c, k: (c, x[0] < 1.0), carry=x[:1], bound=3)


BROKEN = {
    "at least one": lambda x: lw.scan(lambda c, i, k: (c, ()), steps=0, carry=x),
    "one row per step": lambda x: lw.scan(
        lambda c, i, k: (c, ()), steps=3, carry=x, inputs=[1.0, 2.0]
    ),
    "no reduction 'mean'": lambda x: lw.scan(
        lambda c, i, k: (c, (), c[0]),
        steps=3,
        carry=x,
        reductions=("mean",),  # type: ignore[arg-type]
    ),
    "has the results": lambda x: lw.scan(
        lambda c, i, k: (c, (), c[0]), steps=3, carry=x
    ),
    "use scan": lambda x: lw.iterate(lambda c, k: (c, False), carry=x, bound=3),
    "At least|at least": lambda x: lw.iterate(
        lambda c, k: (c, c[0] < 1.0), carry=x, bound=0
    ),
    r"'residual': 1\}": lambda x: lw.iterate(
        lambda c, k: (c, c[0] < 1.0), carry=x, bound=2, residual=lambda c, k: [c[0]]
    ),
    "same number of rows": lambda x: lw.solve(Array((1.0, x[0]), 1), x[:1]),
    "Only minimum_norm": lambda x: lw.solve(Array((1.0, x[0]), 1), x),
    "Kinds: general": lambda x: lw.solve(
        Array((x[0],), 1),
        x[:1],
        "exact",  # type: ignore[arg-type]
    ),
    "Its arguments": lambda x: lw.call(traced(lambda v: v[0], 1), x),
    "It takes 2": lambda x: place(Call(traced(lambda v: v[0], 2)), x[:1]),
}


@pytest.mark.parametrize("message", BROKEN)
def test_regions_that_do_not_fit_are_refused(message):
    with pytest.raises(InputError, match=message):
        BROKEN[message](argument(2))


def test_regions_are_frozen():
    body = traced(lambda x: x, 1)
    for region in (Scan(body, 1, 1, 0, 0, 0), Iterate(body, 1, 1, 0), Solve(1, 1)):
        with pytest.raises(AttributeError):
            region.steps = 3
    assert Solve(2, 1) == Solve(2, 1, rows=2)
