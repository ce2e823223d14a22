import math
import pickle

import numpy as np
import pytest

import linkwright.expr as lw
from linkwright.errors import InputError, NumericalError
from linkwright.expr import Array, Program, Result, Trace, argument, to_text
from linkwright.expr.construct import apply
from tests.expr.evaluating import value


def chain(x):
    a = lw.sin(x[0]) * x[1]
    return [a + x[0] * x[1], x[1] * x[0] - lw.where(x[0] < x[1], a, 2.0)]


def text_of_chain():
    trace = Trace()
    program = Program.build("p", trace, Result.of("y", chain(argument(trace, "x", 2))))
    return to_text(program)


def test_same_operation_is_one_node():
    x, y = argument(Trace(), "x", 2)
    assert x * y + 1.0 is y * x + 1.0
    assert lw.sin(x) is lw.sin(x)
    assert (x < y) is (y > x)
    assert lw.logical_and(x < y, y < 1.0) is lw.logical_and(y < 1.0, x < y)


def test_unrelated_earlier_traces_change_nothing():
    first = text_of_chain()
    other = argument(Trace(), "z", 50)
    kept = [lw.cos(a) * b for a in other for b in other]
    assert text_of_chain() == first
    assert kept


def test_numbers_are_a_valid_order_of_evaluation():
    trace = Trace()
    lw.jacobian(chain(argument(trace, "x", 2)), trace.inputs)
    for position, node in enumerate(trace.nodes):
        assert node.number == position
        operands = [a for a in node.args if isinstance(a, lw.Node)]
        assert all(operand.number < position for operand in operands)


def test_known_conditions_fold():
    x, y = argument(Trace(), "x", 2)
    p, q = x < y, y < 1.0
    assert lw.logical_and(p, True) is p and lw.logical_and(p, False) is False
    assert lw.logical_or(p, True) is True and lw.logical_or(False, p) is p
    assert lw.logical_and(p, p) is p
    assert lw.logical_or(p, lw.logical_not(p)) is True
    assert lw.logical_and(lw.logical_not(q), q) is False
    assert lw.logical_not(lw.logical_not(p)) is p and lw.logical_not(False) is True
    assert lw.where(True, x, y) is x and lw.where(p, x, x) is x
    assert lw.where(p, 2, 2.0) == 2.0
    assert lw.where(lw.logical_not(p), x, y) is lw.where(p, y, x)
    assert lw.convert(True) == 1.0
    assert lw.where(np.bool_(True), x, y) is x


def test_negative_zero_and_zero_are_one_constant():
    (x,) = argument(Trace(), "x", 1)
    assert lw.atan2(x, -0.0) is lw.atan2(x, 0.0)


@pytest.mark.parametrize("exponent", [-3, -1, 0, 1, 2, 3, 7, 10, 2.0])
def test_whole_powers_are_products(exponent):
    x = np.array([[0.7], [-1.3]])
    # At most as many roundings as multiplications.
    np.testing.assert_allclose(
        value(lambda v: v[0] ** exponent, x), x[:, 0] ** exponent, rtol=2e-15
    )


def test_power_makes_no_needless_node():
    trace = Trace()
    (x,) = argument(trace, "x", 1)
    _ = x**4
    assert [node.op for node in trace.nodes] == ["input", "mul", "mul"]


def test_numpy_functions_and_numbers_work_on_expressions():
    x, y = argument(Trace(), "x", 2)
    for name in ("sin", "cos", "tan", "sqrt", "exp", "log", "arcsin", "arctan"):
        node = getattr(np, name)(x)
        assert node is lw.Node.apply(x, name.replace("arc", "a"))
    assert np.arccos(x) is lw.acos(x) and np.abs(x) is abs(x) is lw.absolute(x)
    assert np.float64(2.0) * x is x * 2.0 and np.int64(3) + x is x + 3.0
    assert (np.float64(2.0) < x) is lw.less(2.0, x)
    assert list(np.array([1.0, 2.0]) * x) == [x, x * 2.0]
    assert (x >= y) is lw.less_equal(y, x)


def test_division_by_a_constant_zero_is_refused():
    (x,) = argument(Trace(), "x", 1)
    with pytest.raises(NumericalError, match="divided by the constant zero"):
        x / 0.0


@pytest.mark.parametrize("constant", [math.nan, math.inf, -math.inf, np.float32("nan")])
def test_constants_that_are_not_finite_are_refused(constant):
    (x,) = argument(Trace(), "x", 1)
    for make in (
        lambda: x * constant,
        lambda: constant - x,
        lambda: lw.minimum(x, constant),
        lambda: lw.where(x < 1.0, x, constant),
    ):
        with pytest.raises(NumericalError, match="would enter an expression"):
            make()


def test_impossible_foldings_say_what_has_no_value():
    with pytest.raises(NumericalError, match=r"sqrt\(-1.0\) has no finite value"):
        lw.sqrt(-1.0)
    with pytest.raises(NumericalError, match=r"log\(0.0\) has no finite value"):
        lw.log(0)
    with pytest.raises(NumericalError, match=r"1.0 / 0.0 has no finite value"):
        apply("div", 1.0, 0.0)


def test_angles_beyond_the_largest_do_not_fold():
    for function in (lw.sin, lw.cos, lw.tan):
        assert math.isfinite(function(1e9))
        with pytest.raises(NumericalError, match=r"angles reach to 1e\+09 rad"):
            function(-1.1e9)


def test_truth_of_an_expression_is_an_error_that_names_where():
    x, y = argument(Trace(), "x", 2)
    with pytest.raises(InputError, match="lw.where"):
        if x < y:
            pass


def test_equality_of_expressions_is_an_error_that_names_equal_and_where():
    x, y = argument(Trace(), "x", 2)
    for compare in (
        lambda: x == 1.0,
        lambda: np.float64(1.0) == x,
        lambda: x == y,
        lambda: x == x,
        lambda: x in (1.0, y),
        lambda: x == None,  # noqa: E711
    ):
        with pytest.raises(InputError, match=r"'==' .*\n.*lw\.equal.*lw\.where"):
            compare()
    with pytest.raises(InputError, match=r"'!=' .*\n.*lw\.logical_not\(lw\.equal"):
        assert x != 1.0


def test_expressions_are_keys_by_identity():
    trace = Trace()
    nodes = [trace.input() for _ in range(2000)]
    places = {node: place for place, node in enumerate(nodes)}
    assert [places[node] for node in nodes] == list(range(2000))
    assert trace.input() not in places and 3.0 not in places
    assert (nodes[3], 2.0) == (nodes[3], 2.0)


def test_number_of_an_expression_is_an_error_that_names_the_functions():
    (x,) = argument(Trace(), "x", 1)
    with pytest.raises(InputError, match=r"lw.sin, lw.sqrt"):
        math.sin(x)


def test_powers_that_are_not_whole_are_refused():
    x, y = argument(Trace(), "x", 2)
    for exponent in (0.5, math.inf, y):
        with pytest.raises(NumericalError, match=r"Use sqrt\(x\), or exp"):
            x**exponent


def test_expressions_of_two_traces_do_not_meet():
    (x,), (y,) = argument(Trace(), "x", 1), argument(Trace(), "y", 1)
    for make in (
        lambda: x + y,
        lambda: lw.minimum(x, y),
        lambda: lw.where(x < 1.0, y, 0.0),
        lambda: lw.logical_and(x < 1.0, y < 1.0),
        lambda: lw.jacobian([x], [y]),
    ):
        with pytest.raises(InputError, match="Pass outer values in as constants"):
            make()


def test_a_number_is_no_condition():
    x, y = argument(Trace(), "x", 2)
    with pytest.raises(InputError, match="not a condition"):
        lw.where(x, x, y)
    with pytest.raises(InputError, match="not a condition"):
        lw.logical_not(x)


def test_operands_that_are_no_numbers_are_refused():
    (x,) = argument(Trace(), "x", 1)
    with pytest.raises(TypeError):
        x + [1.0]
    with pytest.raises(InputError, match="'min' was given Node, list"):
        lw.minimum(x, [1.0])


def test_nodes_are_not_pickled():
    (x,) = argument(Trace(), "x", 1)
    with pytest.raises(TypeError, match="belong to a trace"):
        pickle.dumps(x)


def test_arrays_scale_by_expressions_from_both_sides():
    x, y = argument(Trace(), "x", 2)
    assert (x * Array([1.0, y])).entries == (x, x * y)
    assert (Array([1.0, y]) * x).entries == (x, x * y)
