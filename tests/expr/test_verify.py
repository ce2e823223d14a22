import math

import pytest

import linkwright.expr as lw
from linkwright.errors import CompileError
from linkwright.expr import (
    Argument,
    Array,
    Node,
    Program,
    Result,
    Trace,
    argument,
    verify,
)
from linkwright.expr.regions import Solve
from tests.expr.test_text import sample


def program_of(make):
    """Return a program of two inputs whose result is made past all constructors."""
    trace = Trace()
    x = argument(trace, "x", 2)
    return Program("made", trace, tuple(trace.arguments), make(trace, x))


def of(*entries):
    return (Result("y", (len(entries),), entries),)


def late(trace, x):
    node = trace.node("add", x[0], x[1])
    return of(Node(trace, -1, "neg", (node,), None), _appended(trace, node))


def _appended(trace, node):
    older = trace.nodes[1]
    older.op, older.args = "neg", (node,)
    trace.inputs[1] = older
    return node


def foreign(trace, x):
    other = argument(Trace(), "z", 1)[0]
    return of(trace.node("neg", other))


def foreign_result(trace, x):
    return of(argument(Trace(), "z", 1)[0])


BROKEN = {
    "not part of the language": lambda t, x: of(t.structure("power", tuple(x), None)),
    "'fma' is not part": lambda t, x: of(t.node("fma", x[0], x[1], 1.0)),
    "operand .* belongs to another trace": foreign,
    "result 'y', entry 0": foreign_result,
    "does not come earlier": late,
    "has 1 operands": lambda t, x: of(t.node("add", x[0])),
    "is a truth value": lambda t, x: of(t.node("add", x[0], t.node("lt", *x))),
    "A truth value is needed": lambda t, x: of(t.node("convert", x[0])),
    "stands for a condition": lambda t, x: of(t.node("select", 1.0, *x)),
    "convert": lambda t, x: of(x[0] < x[1]),
    "constant nan is no finite number": lambda t, x: of(t.node("add", x[0], math.nan)),
    "constant inf is no": lambda t, x: of(math.inf),
    "no finite number": lambda t, x: of("one"),
    "has 1 entries": lambda t, x: (Result("y", (2,), (x[0],)),),
    "two results are called 'y'": lambda t, x: of(x[0]) + of(x[1]),
    "not a region": lambda t, x: of(t.structure("output", (x[0],), 0)),
    "picks output 9": lambda t, x: of(
        t.structure("output", (t.structure("region", (x[0], x[1]), Solve(1, 1)),), 9)
    ),
    "was given 1 operands": lambda t, x: of(
        t.structure("output", (t.structure("region", (x[0],), Solve(1, 1)),), 0)
    ),
}


@pytest.mark.parametrize("message", BROKEN)
def test_programs_that_break_a_rule_are_refused(message):
    with pytest.raises(CompileError, match=message) as caught:
        verify(program_of(BROKEN[message]))
    assert "program 'made'" in str(caught.value)


def test_the_broken_node_is_named():
    with pytest.raises(CompileError, match=r"program 'made', node <add #3>"):
        verify(program_of(BROKEN["is a truth value"]))


def test_inputs_without_an_argument_are_refused():
    program = program_of(lambda t, x: of(t.input()))
    with pytest.raises(CompileError, match="has 3 scalar inputs.*\n.*hold 2"):
        verify(program)


def test_arguments_of_one_name_are_refused():
    program = program_of(lambda t, x: of(x[0]))
    twice = (Argument("x", 1), Argument("x", 1))
    with pytest.raises(CompileError, match="two arguments are called 'x'"):
        verify(Program("made", program.trace, twice, program.results))


def test_bodies_are_verified_too():
    def step(c, i, k):
        return [c[0] + c[0].trace.node("lt", c[0], 1.0)], ()

    program = program_of(lambda t, x: of(*lw.scan(step, steps=2, carry=x[0]).carry))
    with pytest.raises(CompileError, match="program 'step', node <add"):
        verify(program)


def test_whole_programs_pass():
    verify(sample())

    def found(t, x):
        root = lw.iterate(
            lambda c, k: ([c[0] * 0.5], c[0] < k[0]),
            carry=x[0],
            constants=x[1],
            bound=4,
        )
        matrix = Array((x[0], 1.0, 1.0, x[1]), 2)
        return of(*root.carry, *lw.solve(matrix, x, "semidefinite").solution)

    program = program_of(found)
    verify(program)
    x = program.trace.inputs
    inner = program_of(lambda t, x: of(x[0] * x[1]))
    verify(Program.build("outer", x[0].trace, Result.of("y", lw.call(inner, x))))
