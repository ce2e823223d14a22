import math

import mpmath as mp
import numpy as np
import pytest

import linkwright.expr as lw
from linkwright.errors import InputError
from linkwright.expr import Program, Result, Trace, argument
from linkwright.expr.interpret import MEANING, evaluate
from linkwright.expr.ops import OPS
from tests.expr.evaluating import traced, value

UNARY = {
    "neg": lambda x: -x,
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
    "sign": mp.sign,
}


def test_every_operation_has_a_meaning():
    assert set(MEANING) | {"input", "region", "output"} == set(OPS)


@pytest.mark.parametrize("op", UNARY)
def test_unary_operations_agree_with_mpmath(op):
    x = np.random.default_rng(1).uniform(0.01, 0.99, (50, 1))
    expected = [float(UNARY[op](mp.mpf(float(v)))) for v in x[:, 0]]
    # NumPy's vectorised functions are good to 4 ulp.
    np.testing.assert_allclose(value(lambda v: v[0].apply(op), x), expected, rtol=1e-15)


def test_comparisons_with_nan_are_false_and_minima_propagate_it():
    nan = math.nan

    def function(x):
        return [
            lw.convert(x[0] < x[1]),
            lw.convert(x[0] <= x[1]),
            lw.convert(lw.equal(x[0], x[0])),
            lw.convert(lw.logical_not(x[0] < x[1])),
            lw.minimum(x[0], x[1]),
            lw.maximum(x[1], x[0]),
            lw.sign(x[0]),
        ]

    np.testing.assert_array_equal(
        value(function, [nan, 1.0]), [0, 0, 0, 1, nan, nan, nan]
    )


def test_where_lets_the_other_branch_not_spoil_it():
    y = value(lambda x: lw.where(x[0] > 0.0, lw.log(x[0]), 0.0), [[0.0], [-1.0], [1.0]])
    np.testing.assert_array_equal(y, 0.0)


def test_arguments_broadcast_over_leading_axes():
    trace = Trace()
    q, k = argument(trace, "q", 2), argument(trace, "k", 1)
    program = Program.build(
        "p", trace, Result.of("y", q * k[0]), Result.of("z", 1.0), Result.of("e", ())
    )
    q0, k0 = np.ones((4, 1, 2)), np.arange(3.0)[:, None]
    y, z, e = evaluate(program, q0, k0)
    assert y.shape == (4, 3, 2) and z.shape == (4, 3) and e.shape == (4, 3, 0)
    np.testing.assert_array_equal(y[0, :, 0], [0, 1, 2])
    assert evaluate(program, q0[0, 0], k0[0])[1].shape == ()


def test_numbers_keep_the_asked_precision():
    program = traced(lambda x: lw.sin(x[0]) / 3.0, 1)
    assert evaluate(program, [0.3], dtype="float32")[0].dtype == np.float32


def test_wrong_numbers_of_arrays_or_entries_are_refused():
    program = traced(lambda x: x[0] + x[1], 2)
    with pytest.raises(InputError, match="was given 2 arrays.*\n.*It takes 1: x"):
        evaluate(program, [1.0, 2.0], [1.0])
    with pytest.raises(InputError, match=r"x has shape \(3,\)"):
        evaluate(program, [1.0, 2.0, 3.0])
    with pytest.raises(InputError, match=r"Expected \(..., 2\)"):
        evaluate(program, 1.0)


def test_results_of_another_trace_are_refused():
    (x,) = argument(Trace(), "x", 1)
    with pytest.raises(InputError, match="belongs to another trace"):
        Program.build("p", Trace(), Result.of("y", x))


def test_substitution_computes_the_same_on_other_inputs():
    def function(x):
        s = lw.scan(
            lambda c, i, k: ([c[0] * k[0] + i[0]], c),
            steps=3,
            carry=[x[0]],
            inputs=[1.0, x[1], 2.0],
            constants=[x[1]],
        )
        return [
            lw.where(x[0] < x[1], lw.sin(s.carry[0]), lw.atan2(x[0], s.stack[1, 0]))
        ]

    def of_other_inputs(x):
        inner = traced(function, 2)
        return lw.inline(inner, [x[0] * 2.0, x[1] - 1.0])

    x = np.random.default_rng(2).normal(size=(20, 2))
    np.testing.assert_array_equal(
        value(of_other_inputs, x), value(function, x * [2.0, 1.0] - [0.0, 1.0])
    )


def test_substitution_of_constants_folds():
    program = traced(lambda x: [x[0] * x[1] + lw.sin(x[0])], 2)
    assert lw.inline(program, [2.0, 3.0]) == [6.0 + math.sin(2.0)]


def test_substitution_leaves_what_does_not_change():
    trace = Trace()
    x = argument(trace, "x", 2)
    kept = lw.solve(lw.Array.matrix([[x[0]]]), lw.Array([x[1]])).solution[0]
    (made,) = lw.substitute([kept * x[1] + 1.0], {x[1]: x[1]})
    assert made is kept * x[1] + 1.0
