import numpy as np
import pytest

import linkwright.expr as lw
from linkwright.errors import NumericalError
from linkwright.expr import Array, Program, Result, Trace, argument
from tests.expr.evaluating import slope_by_differences, traced, value

MODES = ("forward", "reverse")
X = np.array([1.1369616873, 0.7697867137, 0.5409735239])


def check(function, x=X, tolerance=1e-8):
    """Compare both modes with differences and with each other."""
    found = {}
    for mode in MODES:
        found[mode] = value(
            lambda v, mode=mode: lw.jacobian(Array(function(v)), v, mode=mode).entries,
            x,
        )
    expected = slope_by_differences(function, x).ravel()
    scale = 1 + np.abs(expected)
    for mode in MODES:
        # Differences of step 1e-5, extrapolated, are good to about 1e-10.
        assert np.max(np.abs(found[mode] - expected) / scale) < tolerance, mode
    # Both modes are exact: they differ by rounding, times conditioning.
    assert np.max(np.abs(found["forward"] - found["reverse"]) / scale) < 1e-13


def step(c, i, k):
    a = c[0] * k[0] + lw.sin(i[0]) * c[1]
    b = c[1] * i[0] + k[1]
    return [a, b], [a * b, c[0]], [a, b * c[0], a * b, i[0], a - b]


def scanned(x, steps=4):
    return lw.scan(
        step,
        steps=steps,
        carry=[x[0], 1.0],
        inputs=[x[1], x[1] * x[2], 0.3, x[2]][:steps],
        constants=[x[2], x[0]],
        reductions=("sum", "max", "min", "last", "argmax"),
    )


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_scan(steps):
    def function(x):
        s = scanned(x, steps)
        return [*s.carry, *s.stack.entries, *s.reduced]

    check(function)


def test_scan_of_which_little_is_wanted():
    check(lambda x: [lw.sin(scanned(x).stack[1, 0]), scanned(x).reduced[1]])
    check(lambda x: [scanned(x).reduced[2] * x[1]])
    check(lambda x: [scanned(x).reduced[4] + scanned(x).carry[1]])


@pytest.mark.parametrize("kind", ["max", "min"])
def test_a_maximum_changes_with_its_value_at_the_step_that_reaches_it(kind):
    samples = np.array([0.3, 2.0, -1.0, 2.0, 0.5])
    sign = 1.0 if kind == "max" else -1.0

    def function(x):
        return lw.scan(
            lambda c, i, k: ((), (), [i[0] * sign]),
            steps=5,
            inputs=x,
            reductions=(kind,),
        ).reduced

    for mode in MODES:
        found = value(
            lambda x, m=mode: lw.jacobian(function(x), x, mode=m).entries, samples
        )
        # Steps 1 and 3 are equal: the first counts.
        np.testing.assert_array_equal(found, np.array([0, 1, 0, 0, 0]) * sign)


def test_a_long_scan_is_differentiated_with_a_body_of_fixed_size():
    def gradient_of(steps):
        def function(x):
            s = lw.scan(
                lambda c, i, k: ([c[0] + k[0] * lw.sin(c[1]) + i[0], c[0]], ()),
                steps=steps,
                carry=[x[0], x[1]],
                inputs=[1.0] * steps,
                constants=[x[2]],
            )
            return lw.gradient(s.carry[0], x)

        return traced(function, 3)

    def size_of_bodies(program):
        regions = [node.data for node in program.live() if node.op == "region"]
        return [len(body.live()) for region in regions for body in region.bodies]

    assert size_of_bodies(gradient_of(10)) == size_of_bodies(gradient_of(300))


def newton(c, k):
    f = c[0] * c[0] * k[0] + c[1] - k[1]
    g = c[1] * c[1] - c[0] * k[2]
    slope = Array.matrix([[2.0 * c[0] * k[0], 1.0], [-k[2], 2.0 * c[1]]])
    d = lw.solve(slope, Array([f, g])).solution
    return c - d, lw.dot(d, d) < 1e-26


def of_newton(c, k):
    return [c[0] * c[0] * k[0] + c[1] - k[1], c[1] * c[1] - c[0] * k[2]]


def iterated(x):
    found = lw.iterate(
        newton,
        carry=[1.0, 1.0],
        constants=[x[0], x[1], x[2] + x[0]],
        bound=30,
        residual=of_newton,
    )
    return [*found.carry, found.carry[0] * found.converged, found.evaluations * 0.5]


def test_iterate():
    check(iterated)


def bisection(c, k):
    """Find the root of x^3 = k between two bounds: nothing to differentiate in it."""
    middle = (c[0] + c[1]) * 0.5
    above = middle * middle * middle > k[0]
    low, high = lw.where(above, c[0], middle), lw.where(above, middle, c[1])
    return [low, high], high - low < 1e-15


@pytest.mark.parametrize("mode", MODES)
def test_iterate_is_differentiated_by_its_residual_not_through_its_steps(mode):
    def function(x):
        found = lw.iterate(
            bisection,
            carry=[0.0, 4.0],
            constants=x,
            bound=80,
            residual=lambda c, k: [c[0] ** 3 - k[0], c[1] ** 3 - k[0]],
        )
        return lw.jacobian([found.carry[0]], x, mode=mode).entries

    x = np.array([[0.2], [1.0], [8.0]])
    # d cbrt(x) = 1 / (3 x^(2/3)), at a root good to 1e-15.
    np.testing.assert_allclose(value(function, x), x ** (-2 / 3) / 3, rtol=1e-14)


@pytest.mark.parametrize("mode", MODES)
def test_iterate_started_at_its_solution_has_the_same_derivative(mode):
    def function(x):
        found = lw.iterate(
            lambda c, k: ([c[0]], c[0] < 1e9),
            carry=[lw.sqrt(x[0])],
            constants=x,
            bound=5,
            residual=lambda c, k: [c[0] * c[0] - k[0]],
        )
        return lw.jacobian(found.carry, x, mode=mode).entries

    np.testing.assert_allclose(value(function, [2.0]), 0.5 / np.sqrt(2.0), rtol=1e-15)


def test_iterate_without_residual_has_no_derivative():
    x = argument(Trace(), "x", 1)
    found = lw.iterate(
        lambda c, k: ([c[0] * k[0]], c[0] < 1.0), carry=[1.0], constants=x, bound=3
    )
    for mode in MODES:
        with pytest.raises(NumericalError, match="'lambda' has no residual"):
            lw.jacobian(found.carry, x, mode=mode)


def matrix_of(x):
    return Array.matrix([[x[0], 1.0, 0.3], [1.0, x[1], 2.0], [0.0, x[2], x[2]]])


def sides_of(x):
    return Array.matrix([[x[0], 2.0], [1.0, x[1] * x[2]], [x[1], 0.0]])


def gram(a):
    return a @ a.T


SYSTEMS = {
    "general": lambda x: lw.solve(matrix_of(x), sides_of(x)),
    "one unknown": lambda x: lw.solve(Array((x[0],), 1), Array((x[1],), 1)),
    "vector": lambda x: lw.solve(matrix_of(x), x),
    "semidefinite": lambda x: lw.solve(gram(matrix_of(x)), sides_of(x), "semidefinite"),
    "minimum norm": lambda x: lw.solve(
        matrix_of(x)[:2, :], sides_of(x)[:2, :], "minimum_norm"
    ),
    "constant matrix": lambda x: lw.solve(
        Array.matrix([[2.0, 1.0], [0.5, 3.0]]), sides_of(x)[:2, :]
    ),
    "constant sides": lambda x: lw.solve(matrix_of(x), Array((1.0, 0.0, 0.0))),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_solve(name):
    check(lambda x: SYSTEMS[name](x).solution.entries)


def test_solve_at_constant_deficient_rank():
    # Row 3 is the sum of rows 1 and 2 whatever x: rank 2 of 3, consistent sides.
    def rows(x):
        return Array.matrix(
            [[x[0], 1.0, x[2]], [1.0, x[1], 0.2], [x[0] + 1.0, 1.0 + x[1], x[2] + 0.2]]
        )

    def weights(x):
        return Array([x[0], x[1] * x[2], 1.0])

    def shortest(x):
        a = rows(x)
        return lw.solve(a, a @ weights(x), "minimum_norm", threshold=1e-9).solution

    def semidefinite(x):
        a = gram(rows(x))
        return a @ lw.solve(a, a @ weights(x), "semidefinite", threshold=1e-9).solution

    check(shortest, tolerance=1e-7)  # conditioning enters squared
    check(semidefinite)
    exact = [
        np.linalg.pinv(_numbers(rows(X))) @ _numbers(rows(X)) @ _numbers(weights(X))
    ]
    np.testing.assert_allclose(value(shortest, X), exact[0], rtol=1e-9)


def _numbers(array):
    return np.reshape(np.array(array.entries, float), array.shape)


def test_pivot_ratios_may_be_compared_but_not_differentiated():
    def compared(x):
        found = SYSTEMS["vector"](x)
        return [lw.where(found.pivot_ratio < 1e-9, 0.0, found.solution[0])]

    check(compared)
    x = argument(Trace(), "x", 3)
    found = SYSTEMS["vector"](x)
    for mode in MODES:
        with pytest.raises(NumericalError, match="pivot ratio"):
            lw.jacobian([found.pivot_ratio], x, mode=mode)
        assert lw.jacobian([found.rank], x, mode=mode).entries == (0.0, 0.0, 0.0)


def called_program():
    trace = Trace()
    a, b = argument(trace, "a", 2), argument(trace, "b", 1)
    return Program.build(
        "called",
        trace,
        Result.of("u", [a[0] * b[0], lw.sin(a[1]) + b[0]]),
        Result.of("w", a[0] * 3.0 + b[0]),
    )


CALLED = called_program()


def called(x):
    u, w = lw.call(CALLED, [x[0] * x[1], x[2]], [x[1]])
    u2, w2 = lw.call(CALLED, u, [w])
    return [*u2, w2, *u]


def test_call():
    check(called)
    check(lambda x: [called(x)[0]])


def test_constant_partials_of_a_call_need_no_call():
    trace = Trace()
    x = argument(trace, "x", 3)
    _, w = lw.call(CALLED, x[:2], x[2:])
    for mode in MODES:
        assert lw.jacobian([w], x, mode=mode).entries == (3.0, 0.0, 1.0)


def nested(x):
    def inner(c, i, k):
        root = lw.iterate(
            lambda c, k: (
                [0.5 * (c[0] + k[0] / c[0])],
                lw.absolute(c[0] * c[0] - k[0]) < 1e-13,
            ),
            carry=[1.0],
            constants=[c[0] + k[0]],
            bound=40,
            residual=lambda c, k: [c[0] * c[0] - k[0]],
        ).carry[0]
        u, w = lw.call(CALLED, [root, c[0]], [i[0]])
        return [root * k[1] + w * 0.1], [u[0]], [u[1]]

    found = lw.scan(
        inner,
        steps=3,
        carry=[x[0]],
        inputs=[1.0, x[1], x[2]],
        constants=[x[1], x[2]],
        reductions=("max",),
    )
    return [*found.carry, *found.stack.entries, *found.reduced]


def test_regions_in_regions():
    check(nested)


@pytest.mark.parametrize("inner", MODES)
@pytest.mark.parametrize(
    "function",
    [
        lambda x: iterated(x)[:2],
        lambda x: SYSTEMS["minimum norm"](x).solution.entries,
        lambda x: [*scanned(x, 3).carry, scanned(x, 3).reduced[1]],
        called,
        nested,
    ],
    ids=["iterate", "solve", "scan", "call", "nested"],
)
def test_second_derivatives(function, inner):
    check(lambda x: lw.jacobian(Array(function(x)), x, mode=inner).entries)
