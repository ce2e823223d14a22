import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright.expr as lw
from linkwright.errors import InputError
from linkwright.expr import Array, Program, Result, Trace, argument
from linkwright.expr.construct import CONSTRUCTORS
from linkwright.expr.derivative.active import cheaper_mode
from linkwright.expr.derivative.local import CHOICES, LOCAL
from linkwright.expr.interpret import evaluate
from linkwright.expr.ops import OPS
from tests.expr.evaluating import slope_by_differences, traced, value

MODES = ("forward", "reverse")
RNG = np.random.default_rng(11)

MEANING = {
    "neg": lambda a: -a,
    "sqrt": mp.sqrt,
    "sin": mp.sin,
    "cos": mp.cos,
    "tan": mp.tan,
    "asin": mp.asin,
    "acos": mp.acos,
    "atan": mp.atan,
    "exp": mp.exp,
    "log": mp.log,
    "abs": abs,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "atan2": mp.atan2,
    "fma": lambda a, b, c: a * b + c,
    "fms": lambda a, b, c: a * b - c,
    "fnma": lambda a, b, c: c - a * b,
    "min": min,
    "max": max,
}


def slope(function, mode):
    """Return the function from x to the Jacobian of function(x), row by row."""

    def derivative(x):
        y = function(x)
        y = y if isinstance(y, list | tuple | Array) else [y]
        return lw.jacobian(y, x, mode=mode).entries

    return derivative


def test_every_operation_on_numbers_has_a_derivative_or_is_flat():
    flat = {"sign", "convert", "input", "output", "region"}
    real = {op.name for op in OPS.values() if op.kind == "real"}
    assert real - flat == set(LOCAL) | set(CHOICES)
    assert set(MEANING) | {"select"} == set(LOCAL) | set(CHOICES)
    for local in LOCAL.values():
        assert len(local.partials) == OPS[local.op].arity


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("op", MEANING)
def test_local_derivatives_agree_with_mpmath(op, mode):
    arity = OPS[op].arity
    samples = RNG.uniform(0.05, 0.9, (12, arity))
    found = value(
        slope(lambda x: x[0].trace.node(op, *x), mode)
        if arity > 1
        else slope(lambda x: x[0].trace.node(op, x[0]), mode),
        samples,
    )
    with mp.workdps(40):
        expected = [
            [
                float(
                    mp.diff(
                        MEANING[op],
                        tuple(map(mp.mpf, map(float, row))),
                        tuple(int(i == j) for i in range(arity)),
                    )
                )
                for j in range(arity)
            ]
            for row in samples
        ]
    # A handful of roundings; sqrt((1-a)(1+a)) loses none up to a = 0.9.
    np.testing.assert_allclose(found, expected, rtol=3e-15, atol=1e-16)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("op", [op for op in MEANING if OPS[op].arity == 2])
@pytest.mark.parametrize("place", [0, 1])
def test_derivatives_with_a_constant_operand_agree_with_the_general_ones(
    op, place, mode
):
    def with_constant(x):
        operands = [x[0], 0.4] if place == 0 else [0.4, x[0]]
        return CONSTRUCTORS[op](*operands)

    def general(x):
        return CONSTRUCTORS[op](*x)

    x = np.linspace(0.1, 0.85, 8)[:, None]  # no sample equals the constant
    both = np.insert(x, 1 - place, 0.4, axis=1)
    np.testing.assert_allclose(
        value(slope(with_constant, mode), x)[:, 0],
        value(slope(general, mode), both)[:, place],
        rtol=1e-15,
    )


@pytest.mark.parametrize("mode", MODES)
def test_derivatives_of_abs_sign_min_max_at_their_corners(mode):
    def at_zero(function):
        return value(slope(function, mode), [0.0, 0.0]).tolist()

    assert at_zero(lambda x: lw.absolute(x[0])) == [0.0, 0.0]
    assert at_zero(lambda x: lw.sign(x[0]) * 3.0) == [0.0, 0.0]
    # Where both are equal the older operand (a constant last) is the chosen one.
    assert at_zero(lambda x: lw.minimum(x[0], x[1])) == [1.0, 0.0]
    assert at_zero(lambda x: lw.maximum(x[0], x[1])) == [1.0, 0.0]
    assert at_zero(lambda x: lw.convert(x[0] < x[1])) == [0.0, 0.0]


@pytest.mark.parametrize("mode", MODES)
def test_infinite_slopes_are_infinite(mode):
    assert value(slope(lambda x: lw.sqrt(x[0]), mode), [0.0]) == math.inf
    assert value(slope(lambda x: lw.asin(x[0]), mode), [1.0]) == math.inf
    assert value(slope(lambda x: lw.acos(x[0]), mode), [-1.0]) == -math.inf


BRANCHES = {
    "plain": lambda x: lw.where(x[0] > 0.0, lw.sqrt(x[0]), 0.0),
    "used twice": lambda x: (lambda y: lw.where(x[0] > 0.0, y * y + y, 0.0))(
        lw.sqrt(x[0])
    ),
    "two conditions": lambda x: (
        lambda y: lw.where(x[0] > 0.0, y, 0.0) + lw.where(x[0] > 1.0, 2.0 * y, 0.0)
    )(lw.sqrt(x[0])),
    "nested": lambda x: lw.where(
        x[0] >= 0.0, lw.where(x[0] > 0.0, lw.log(x[0]) * lw.sqrt(x[0]), 0.0), 1.0
    ),
    "negated": lambda x: lw.where(lw.logical_not(x[0] > 0.0), 0.0, 1.0 / x[0]),
    "maximum": lambda x: lw.maximum(0.0 * x[1] + 2.0, lw.log(x[0])),
    "in a region": lambda x: lw.where(
        x[0] > 0.0,
        lw.scan(
            lambda c, i, k: ([c[0] + lw.sqrt(c[0])], ()), steps=2, carry=[x[0]]
        ).carry[0],
        0.0,
    ),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", BRANCHES)
def test_branches_not_taken_do_not_spoil_the_derivative(name, mode):
    y = value(slope(BRANCHES[name], mode), [[0.0, 0.0], [-0.0, 1.0]])
    np.testing.assert_array_equal(y, 0.0)
    there = np.array([1.7, 0.3])
    np.testing.assert_allclose(
        value(slope(BRANCHES[name], mode), there),
        slope_by_differences(BRANCHES[name], there)[0],
        atol=1e-9,  # differences of step 1e-5 on values of size 1
    )


SMOOTH = ("sin", "cos", "atan", "exp", "add", "sub", "mul", "atan2", "min", "max")
STEP = st.tuples(st.sampled_from(SMOOTH), st.integers(0, 60), st.integers(0, 60))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(STEP, min_size=3, max_size=20), st.integers(0, 2**31))
def test_forward_and_reverse_agree_on_random_programs(steps, seed):
    def function(x):
        nodes = list(x)
        for op, i, j in steps:
            a, b = nodes[i % len(nodes)], nodes[j % len(nodes)]
            y = CONSTRUCTORS[op](*((a, b)[: OPS[op].arity]))
            nodes.append(y if op != "exp" else lw.exp(lw.sin(a)))
        return nodes[-4:]

    x = np.random.default_rng(seed).uniform(-1, 1, (5, 3))
    forward = value(slope(function, "forward"), x)
    reverse = value(slope(function, "reverse"), x)
    with np.errstate(invalid="ignore"):
        scale = np.abs(forward).max(initial=1.0, where=np.isfinite(forward))
    # The same sums in another order.
    np.testing.assert_allclose(reverse, forward, rtol=1e-12, atol=1e-12 * scale)


def sample_function(x):
    r = lw.sqrt(x[0] * x[0] + x[1] * x[1])
    return [
        lw.sin(x[0]) * x[1] / x[2],
        lw.atan2(x[1], x[0]) + r,
        lw.exp(x[2]) * lw.minimum(x[0], x[1]),
        2.0,
    ]


def test_jacobian_agrees_with_differences():
    x = np.array([0.7, -0.4, 1.3])
    expected = slope_by_differences(sample_function, x)
    for mode in (None, *MODES):
        found = value(slope(sample_function, mode), x).reshape(4, 3)
        # Differences of step 1e-5 are good to about 1e-11.
        np.testing.assert_allclose(found, expected, atol=1e-9)


def test_second_derivatives_are_symmetric_and_agree_with_differences():
    def hessian(x):
        gradient = lw.gradient(sample_function(x)[1] * sample_function(x)[0], x)
        return lw.jacobian(gradient, x).entries

    def gradient(x):
        return lw.gradient(sample_function(x)[1] * sample_function(x)[0], x)

    x = np.array([0.7, -0.4, 1.3])
    found = value(hessian, x).reshape(3, 3)
    np.testing.assert_allclose(found, found.T, atol=1e-14)  # rounding of size 1 values
    np.testing.assert_allclose(found, slope_by_differences(gradient, x), atol=1e-9)


def test_tangent_and_adjoint_are_products_with_the_jacobian():
    def products(x):
        y = sample_function(x)
        jacobian = lw.jacobian(y, x)
        t, w = Array((0.3, x[1], 2.0)), Array((1.0, x[2], 0.0, 4.0))
        return [
            *lw.tangent(y, x, t),
            *lw.adjoint(y, x, w),
            *(jacobian @ t),
            *(jacobian.T @ w),
        ]

    y = value(products, [0.7, -0.4, 1.3])
    np.testing.assert_allclose(y[:7], y[7:], rtol=1e-14, atol=1e-15)


def test_inputs_may_be_intermediate_expressions_and_are_independent():
    trace = Trace()
    x = argument(trace, "x", 1)
    s = lw.sin(x[0])
    assert lw.jacobian([s * x[0]], [s, x[0]]).entries == (x[0], s)
    assert lw.gradient(s * s, [s]).entries == (s + s,)


def test_outputs_that_are_inputs_or_constants_have_plain_entries():
    x = argument(Trace(), "x", 2)
    for mode in MODES:
        assert lw.jacobian([x[1], 3.0, x[0]], x, mode=mode).entries == (
            *(0.0, 1.0),
            *(0.0, 0.0),
            *(1.0, 0.0),
        )


def test_the_cheaper_mode_follows_the_shape():
    x = argument(Trace(), "x", 20)
    total = lw.sin(sum((a * a for a in x[1:]), x[0]))
    assert cheaper_mode([total], x.entries) == "reverse"
    spread = [lw.sin(x[0] * float(k + 1)) for k in range(20)]
    assert cheaper_mode(spread, x.entries) == "forward"


def test_a_gradient_costs_a_small_multiple_of_its_function():
    trace = Trace()
    x = argument(trace, "x", 30)
    y = x[0]
    for a in x[1:]:
        y = lw.sin(y * a) + a
    own = lw.count(Program.build("y", trace, Result.of("y", y)))
    all_of_it = lw.count(Program.build("g", trace, Result.of("g", lw.gradient(y, x))))
    assert all_of_it.flops + all_of_it.trigonometric <= 4 * (
        own.flops + own.trigonometric
    )


def test_derivatives_do_not_change_the_program():
    trace = Trace()
    x = argument(trace, "x", 3)
    program = Program.build("p", trace, Result.of("y", sample_function(x)))
    before = lw.to_text(program)
    lw.jacobian(program.entries, x)
    assert lw.to_text(program) == before


def test_inputs_that_are_constants_or_repeated_are_refused():
    x = argument(Trace(), "x", 2)
    with pytest.raises(InputError, match="input 1 of a derivative is the constant 2.0"):
        lw.jacobian([x[0]], [x[0], 2.0])
    with pytest.raises(InputError, match="given twice"):
        lw.jacobian([x[0]], [x[0], x[0]])


def test_directions_of_the_wrong_length_are_refused():
    x = argument(Trace(), "x", 2)
    with pytest.raises(
        InputError, match="direction has 1 values.*\n.*One per input: 2"
    ):
        lw.tangent([x[0]], x, [1.0])
    with pytest.raises(InputError, match="weights has 3 values"):
        lw.adjoint([x[0]], x, [1.0, 1.0, 1.0])


def test_poles_of_one_row_do_not_touch_another():
    program = traced(slope(lambda x: 1.0 / x[0], "reverse"), 1)
    np.testing.assert_array_equal(
        evaluate(program, [[0.0], [1.0], [math.nan]])[0][:, 0],
        [-math.inf, -1, math.nan],
    )
