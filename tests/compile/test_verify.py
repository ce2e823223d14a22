"""Broken programs are refused by name before any code is made."""

from __future__ import annotations

import math

import pytest

from linkwright import expr
from linkwright.compile.block import Block, Instruction
from linkwright.compile.pipeline import lower
from linkwright.compile.verify import check_block
from linkwright.errors import CompileError
from linkwright.expr.regions import Call


def traced():
    trace = expr.Trace()
    return trace, list(expr.argument(trace, "x", 2))


def program(trace: expr.Trace, *entries) -> expr.Program:
    results = (expr.Result("y", (len(entries),), entries),)
    return expr.Program("broken", trace, tuple(trace.arguments), results)


def refused(made: expr.Program, *fragments: str, **options) -> None:
    with pytest.raises(CompileError) as caught:
        lower(made, **options)
    for fragment in fragments:
        assert fragment in str(caught.value)


def test_a_program_that_breaks_the_language_is_refused_before_any_code() -> None:
    trace, (x, y) = traced()
    refused(program(trace, x, math.nan), "'broken', result 'y', entry 1", "nan")
    refused(program(trace, trace.node("atan2", x)), "<atan2 #2>", "takes 2")
    truth = trace.node("lt", x, y)
    refused(program(trace, trace.node("mul", truth, y)), "A real value is needed")


def test_a_body_that_breaks_the_language_is_refused() -> None:
    inner, (a, b) = traced()
    body = program(inner, inner.node("add", a, math.inf), b)
    trace, operands = traced()
    region = trace.structure("region", tuple(operands), Call(body))
    made = program(trace, trace.structure("output", (region,), 0))
    refused(made, "<add #2>", "inf")


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
