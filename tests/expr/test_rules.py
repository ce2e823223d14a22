import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright.expr as ex
from linkwright.expr import Program, Result, Trace, argument
from linkwright.expr.construct import CONSTRUCTORS
from linkwright.expr.interpret import evaluate
from linkwright.expr.ops import OPS
from linkwright.expr.rules import TABLE

# Constants that single out every rule on constants, and ordinary ones.
CONSTANTS = (0.0, 1.0, -1.0, 2.5, -0.75)


def operand_sets(rule):
    """Yield a trace and operands of the rule's pattern, made without any rule."""
    for constant in CONSTANTS if "c" in rule.pattern else (None,):
        trace = Trace()
        inputs = iter(argument(trace, "x", 4))
        operands = []
        for pattern in rule.pattern:
            if pattern == "c":
                operands.append(constant)
            elif pattern == "x":
                operands.append(next(inputs))
            else:
                inner = [next(inputs) for _ in range(OPS[pattern].arity)]
                operands.append(trace.node(pattern, *inner))
                if pattern == "mul":  # Constants meet: the inner one is second.
                    operands[-1] = trace.node("mul", inner[0], 1.7)
        if rule.pattern == ("x", "x"):
            operands[1] = operands[0]
        yield trace, operands


def firings(rule):
    for trace, operands in operand_sets(rule):
        if rule.op == "div" and operands[1].__class__ is float and not operands[1]:
            continue
        simpler = rule.rewrite(*operands)
        if simpler is not None:
            yield trace, operands, simpler


@pytest.mark.parametrize("rule", TABLE, ids=lambda rule: rule.algebra)
def test_rule_fires_and_keeps_the_value(rule):
    fired = 0
    # Away from the ends of the inverse functions' domains, where sqrt((1-x)(1+x))
    # and sin(acos x) each lose digits of their own.
    x = np.random.default_rng(7).uniform(0.05, 0.9, (200, 4))
    x *= np.random.default_rng(8).choice([-1.0, 1.0], x.shape)
    for trace, operands, simpler in firings(rule):
        fired += 1
        made = CONSTRUCTORS[rule.op](*operands)
        raw = trace.node(rule.op, *operands)
        assert made is not raw, "the constructor does not use the rule"
        program = Program.build("rule", trace, Result.of("y", [raw, simpler, made]))
        y = evaluate(program, x)[0]
        # A few roundings either way, on values of size 1.
        np.testing.assert_allclose(y[:, 1], y[:, 0], rtol=2e-15, atol=1e-16)
        np.testing.assert_allclose(y[:, 2], y[:, 0], rtol=2e-15, atol=1e-16)
    assert fired, "no operands of its pattern make the rule fire"


@pytest.mark.parametrize("rule", TABLE, ids=lambda rule: rule.algebra)
def test_rule_names_operations_and_patterns_that_exist(rule):
    assert rule.op in OPS
    assert len(rule.pattern) == OPS[rule.op].arity
    assert all(pattern in OPS or pattern in ("x", "c") for pattern in rule.pattern)


def test_commutative_operands_have_one_node():
    x, y = argument(Trace(), "x", 2)
    for op in ("add", "mul", "min", "max", "eq"):
        assert CONSTRUCTORS[op](x, y) is CONSTRUCTORS[op](y, x)
        assert CONSTRUCTORS[op](x, 3.0) is CONSTRUCTORS[op](3.0, x)


def test_constants_that_would_overflow_do_not_meet():
    (x,) = argument(Trace(), "x", 1)
    y = (x * 1e-200) * 1e-200
    assert y.op == "mul" and y.args[0].op == "mul"
    assert (x / 1e308).op == "div"


def test_division_by_a_constant_costs_a_multiplication():
    (x,) = argument(Trace(), "x", 1)
    assert (x / 4.0).op == "mul" and (x / 4.0).args == (x, 0.25)


# Whole numbers keep every operation exact, so that equality can be asked for.
EXACT = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
    "neg": np.negative,
    "abs": np.abs,
    "sign": np.sign,
}
STEP = st.tuples(
    st.sampled_from(sorted(EXACT)),
    st.integers(0, 40),
    st.one_of(st.integers(0, 40), st.sampled_from([-2.0, -1.0, 0.0, 1.0, 3.0])),
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(STEP, min_size=1, max_size=25), st.integers(0, 2**31))
def test_simplified_programs_equal_plain_arithmetic_exactly(steps, seed):
    numbers = np.random.default_rng(seed).integers(-3, 4, (16, 3)).astype(float)
    trace = Trace()
    nodes = list(argument(trace, "x", 3))
    plain = list(numbers.T)
    for op, i, j in steps:
        i %= len(nodes)
        if OPS[op].arity == 1:
            node, number = CONSTRUCTORS[op](nodes[i]), EXACT[op](plain[i])
        else:
            k = j % len(nodes) if isinstance(j, int) else None
            second = (j, j) if k is None else (nodes[k], plain[k])
            node = CONSTRUCTORS[op](nodes[i], second[0])
            number = EXACT[op](plain[i], second[1])
        if np.all(np.abs(number) < 2.0**50):
            nodes.append(node)
            plain.append(number * np.ones(16))
    program = Program.build("random", trace, Result.of("y", nodes))
    np.testing.assert_array_equal(evaluate(program, numbers)[0], np.stack(plain, -1))


def test_folding_agrees_with_the_interpreter():
    rng = np.random.default_rng(3)
    for op in OPS.values():
        if op.fold is None:
            continue
        for _ in range(20):
            numbers = rng.uniform(0.1, 0.9, op.arity)
            trace = Trace()
            x = argument(trace, "x", op.arity)
            raw = trace.node(op.name, *x)
            if op.kind == "truth":
                raw = trace.node("convert", raw)
            program = Program.build("fold", trace, Result.of("y", raw))
            folded = float(CONSTRUCTORS[op.name](*numbers))
            # Python's and NumPy's elementary functions may differ in the last bit.
            assert math.isclose(folded, evaluate(program, numbers)[0], rel_tol=4e-16)


def test_folded_minimum_maximum_and_sign_keep_nan():
    nan = math.nan
    for a, b in itertools.permutations((nan, 1.0)):
        assert math.isnan(CONSTRUCTORS["min"](a, b))
        assert math.isnan(CONSTRUCTORS["max"](a, b))
    assert math.isnan(CONSTRUCTORS["sign"](nan))
    assert CONSTRUCTORS["lt"](nan, 1.0) is False


@pytest.mark.parametrize("inverse", [ex.asin, ex.acos])
@pytest.mark.parametrize("function", [ex.sin, ex.cos])
def test_what_is_outside_the_domain_stays_nan(function, inverse):
    x = np.array([-1.5, -1.0, -0.3, 1.0, 1.0 + 1e-15])
    trace = Trace()
    made = function(inverse(argument(trace, "x", 1)[0]))
    program = Program.build("rule", trace, Result.of("y", made))
    again = Trace()
    copied = ex.inline(program, list(argument(again, "x", 1)))
    for each in (program, Program.build("copy", again, Result.of("y", copied[0]))):
        (y,) = evaluate(each, x[:, None])
        assert np.isnan(y[[0, 4]]).all() and np.isfinite(y[1:4]).all()
    assert all(node.op not in ("asin", "acos") for node in program.live())


def test_the_warning_of_a_domain_has_no_derivative():
    trace = Trace()
    x = argument(trace, "x", 1)
    assert ex.jacobian([ex.cos(ex.acos(x[0]))], x).entries == (1.0,)
