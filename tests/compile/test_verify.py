"""Broken programs are refused by name before any code is made."""

from __future__ import annotations

import math

import pytest

from linkwright import expr
from linkwright.compile.block import Block, Instruction
from linkwright.compile.pipeline import lower
from linkwright.compile.verify import check_block
from linkwright.errors import CompileError


def traced():
    trace = expr.Trace()
    return trace, list(expr.argument(trace, "x", 2))


def program(trace: expr.Trace, *entries, name: str = "y") -> expr.Program:
    results = (expr.Result(name, (len(entries),), entries),)
    return expr.Program("broken", trace, tuple(trace.arguments), results)


def refused(made: expr.Program, *fragments: str, **options) -> None:
    with pytest.raises(CompileError) as caught:
        lower(made, **options)
    for fragment in fragments:
        assert fragment in str(caught.value)


def test_inputs_that_no_argument_declares_are_refused() -> None:
    trace, (x, _) = traced()
    trace.input()
    refused(program(trace, x), "'broken' has 3 scalar inputs", "hold 2")


def test_two_arguments_of_one_name_are_refused() -> None:
    trace, (x, _) = traced()
    expr.argument(trace, "x", 1)
    refused(program(trace, x), "two arguments called 'x'")


def test_two_results_of_one_name_are_refused() -> None:
    trace, (x, y) = traced()
    results = (expr.Result("r", (), (x,)), expr.Result("r", (), (y,)))
    made = expr.Program("broken", trace, tuple(trace.arguments), results)
    refused(made, "two results called 'r'")


def test_a_shape_that_its_entries_do_not_fill_is_refused() -> None:
    trace, (x, y) = traced()
    results = (expr.Result("r", (3, 2), (x, y)),)
    made = expr.Program("broken", trace, tuple(trace.arguments), results)
    refused(made, "'r' of program 'broken' has 2 entries", "(3, 2) holds 6")


def test_an_entry_of_another_trace_is_refused() -> None:
    trace, _ = traced()
    _, (other, _) = traced()
    refused(program(trace, other), "entry 0 of result 'y' belongs to another trace")


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_constant_that_is_not_finite_is_refused(value: float) -> None:
    trace, (x, y) = traced()
    refused(program(trace, x, value), "entry 1 of result 'y'", str(value))
    refused(program(trace, trace.node("add", y, value)), "<add #2>", str(value))


def test_an_operand_of_another_trace_is_refused() -> None:
    trace, (x, _) = traced()
    _, (other, _) = traced()
    refused(program(trace, trace.node("add", x, other)), "<add #2>", "same trace")


def test_an_operand_of_the_wrong_kind_is_refused() -> None:
    trace, (x, y) = traced()
    truth = trace.node("lt", x, y)
    refused(program(trace, trace.node("mul", truth, y)), "<mul #3>", "truth", "real")
    trace, (x, y) = traced()
    refused(program(trace, trace.node("select", x, y, 1.0)), "<select #2>", "truth")


def test_a_wrong_number_of_operands_is_refused() -> None:
    trace, (x, _) = traced()
    refused(program(trace, trace.node("atan2", x)), "'atan2' has 1", "takes 2")


def test_operations_that_are_not_of_the_language_are_refused() -> None:
    trace, (x, _) = traced()
    refused(program(trace, trace.structure("gamma", (x,), None)), "'gamma'")
    trace, (x, y) = traced()
    refused(program(trace, trace.structure("fma", (x, y, 1.0), None)), "'fma'")


def test_an_output_of_no_region_is_refused() -> None:
    trace, (x, _) = traced()
    refused(program(trace, trace.structure("output", (x,), 0)), "no region")


def test_an_output_that_a_region_does_not_have_is_refused() -> None:
    trace, (x, _) = traced()
    inner = expr.Trace()
    (a,) = expr.argument(inner, "a", 1)
    body = expr.Program.build("body", inner, expr.Result.of("b", a * 2.0))
    region = trace.structure("region", (x,), expr_call(body))
    made = program(trace, trace.structure("output", (region,), 4))
    refused(made, "output 4", "It has 1")


def expr_call(body: expr.Program):
    from linkwright.expr.regions import Call

    return Call(body)


def test_a_region_with_too_few_operands_is_refused() -> None:
    trace, (x, _) = traced()
    inner = expr.Trace()
    a = expr.argument(inner, "a", 2)
    body = expr.Program.build("body", inner, expr.Result.of("b", a[0] * a[1]))
    region = trace.structure("region", (x,), expr_call(body))
    made = program(trace, trace.structure("output", (region,), 0))
    refused(made, "1 operands", "takes 2")


def test_a_constant_beyond_single_precision_is_refused_there() -> None:
    trace, (x, _) = traced()
    made = program(trace, x * 1e300)
    lower(made)
    refused(made, "1e+300", "float32", "Compile for float64", dtype="float32")


def test_a_pass_that_breaks_a_block_is_named() -> None:
    broken = Block((Instruction("neg", (3,)),), (0,), ((0,),))
    with pytest.raises(CompileError, match=r"after pass 'fuse', instruction 0"):
        check_block(broken, "fuse")
    broken = Block((Instruction("input", (), (0, 5)),), (2,), ((0,),))
    with pytest.raises(CompileError, match="no column 5"):
        check_block(broken, "poison")
