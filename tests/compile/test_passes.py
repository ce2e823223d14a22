"""Each pass does what it says to small blocks, and no more."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile.block import Block, block_of
from linkwright.compile.passes.distinct import distinct
from linkwright.compile.passes.fuse import fuse
from linkwright.compile.passes.order import order
from linkwright.expr.interpret import evaluate
from tests.compile.run import compiled


def block(*outputs, trace: expr.Trace) -> Block:
    results = expr.Result.of("y", outputs)
    return block_of(expr.Program.build("small", trace, results))


def ops(made: Block) -> list[str]:
    return [i.op for i in made.instructions if i.op != "input"]


def three() -> tuple[expr.Trace, list]:
    trace = expr.Trace()
    return trace, list(expr.argument(trace, "x", 3))


def test_a_product_used_once_joins_its_sum_or_difference() -> None:
    trace, (x, y, z) = three()
    assert ops(fuse(block(x * y + z, trace=trace))) == ["fma"]
    trace, (x, y, z) = three()
    assert ops(fuse(block(x * y - z, trace=trace))) == ["fms"]
    trace, (x, y, z) = three()
    assert ops(fuse(block(z - x * y, trace=trace))) == ["fnma"]


def test_a_product_used_twice_stays() -> None:
    trace, (x, y, z) = three()
    product = x * y
    assert ops(fuse(block(product + z, product, trace=trace))) == ["mul", "add"]


def test_of_two_products_the_later_joins() -> None:
    trace, (x, y, z) = three()
    made = fuse(block(x * y + y * z, trace=trace))
    assert ops(made) == ["mul", "fma"]
    assert made.instructions[-1].args == (1, 2, 3)


@pytest.mark.parametrize("c", range(9))
def test_a_constant_is_not_taken_for_the_product_at_its_place(c: int) -> None:
    """Places are whole numbers, and 3.0 == 3; the product of c - x y stands there."""
    trace, (x, y, z) = three()
    product, between = x * y, x + z
    results = expr.Result.of("r", (float(c) - product, between))
    program = expr.Program.build("small", trace, results)
    given = np.array([[3.0, 5.0, 7.0], [1.0, 2.0, -4.0]])
    (found,), (expected,) = compiled(program)(given), evaluate(program, given)
    assert found.tolist() == expected.tolist()  # small whole numbers: exact
    if c:
        (fused,) = (i for i in fuse(block_of(program)).instructions if i.op == "fnma")
        assert repr(fused.args[2]) == repr(float(c))


def test_a_sine_and_its_cosine_stand_together_at_the_first() -> None:
    trace, (x, y, z) = three()
    made = order(block(expr.cos(x) + y, expr.sin(y), expr.sin(x) * z, trace=trace))
    assert ops(made) == ["cos", "sin", "add", "sin", "mul"]


def test_what_no_output_needs_is_dropped() -> None:
    trace, (x, y, _) = three()
    whole = block(x + y, x * y, trace=trace)
    kept = Block(whole.instructions, whole.inputs, (whole.outputs[0][:1],))
    assert ops(order(kept)) == ["add"]


def test_equal_outputs_are_stored_once() -> None:
    trace, (x, y, z) = three()
    made = distinct(block(x + y, z, x + y, 1.0, 0.0, -0.0, 1.0, trace=trace))
    assert made.columns == ((0, 1, 0, 2, 3, 4, 2),)
    assert len(made.block.outputs[0]) == 5
