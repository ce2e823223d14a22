"""Graphs of 1e5 nodes in a chain: nothing recurses, nothing takes quadratic time."""

import time

import numpy as np
import pytest

import linkwright.expr as lw
from linkwright.expr import Program, Result, Trace, argument
from linkwright.expr.interpret import evaluate

LENGTH = 100_000


@pytest.fixture(scope="module")
def chain():
    trace = Trace()
    x = argument(trace, "x", 2)
    y = x[0]
    for _ in range(LENGTH // 2):
        y = y * 0.5 + x[1]
    return Program.build("chain", trace, Result.of("y", y))


def test_deep_programs_are_walked_without_recursion(chain):
    assert len(chain.live()) == LENGTH + 2
    assert lw.count(chain).flops == LENGTH
    lw.verify(chain)
    assert lw.to_text(chain).count("\n") == LENGTH + 3
    assert lw.to_dot(chain).endswith("}\n")
    np.testing.assert_allclose(evaluate(chain, [1.0, 2.0])[0], 4.0, rtol=1e-15)
    (moved,) = lw.inline(chain, list(argument(Trace(), "z", 2)))
    assert isinstance(moved, lw.Node)


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_deep_programs_are_differentiated_without_recursion(chain, mode):
    x = chain.trace.inputs
    entries = lw.jacobian(chain.entries, x, mode=mode)
    program = Program.build("slope", chain.trace, Result.of("J", entries))
    # dy/dx1 = sum of 0.5^k = 2.
    np.testing.assert_allclose(evaluate(program, [1.0, 2.0])[0], [[0, 2]], atol=1e-15)


def test_tracing_takes_about_a_microsecond_per_node():
    def trace_some():
        trace = Trace()
        values = list(argument(trace, "x", 8))
        start = time.process_time()
        while len(trace.nodes) < 20_000:
            a, b, c = values[-1], values[-3], values[-7]
            values += [a * b, a * b + c, a * b + c - b]
        return (time.process_time() - start) / len(trace.nodes)

    # 1 us measured; human37's inverse dynamics has 6e3 nodes and 0.1 s. Five times that
    # leaves room for a busy machine.
    assert min(trace_some() for _ in range(5)) < 5e-6
