import linkwright.expr as lw
from linkwright.expr import CASE, CONSTANT, Array, Program, Result, Trace, argument

TEXT = """\
program sample
  argument q (2) varies over case, sample
  argument k (1) varies over case
  argument g (1) constant
  %4 = q[0] < q[1]
  %5 = sin(q[0])
  %6 = k[0] * %5
  %7 = %6 if %4 else 2.5
  %8 = scan(settle, steps=2, carry_size=1, input_size=1, constant_size=1, \
stack_size=0, reductions=('max',)) of %7, 1.0, -2.0, g[0]
  %9 = %8[0]
  %10 = %8[1]
  %11 = -q[1]
  result M[0, 0] = %9
  result M[0, 1] = 0.0
  result M[1, 0] = %10
  result M[1, 1] = %11
  result t = q[1]
  inside %8:
    program settle
      argument carry (1) varies over case, sample
      argument input (1) varies over case, sample
      argument constant (1) varies over case, sample
      %3 = carry[0] * constant[0]
      %4 = input[0] + %3
      result carry[0] = %4
      result reduce[0] = carry[0]
"""

DOT = """\
digraph "small" {
  rankdir=LR;
  n0 [label="q[0]", shape=box];
  n1 [label="q[1]", shape=box];
  n2 [label="mul 2.0", shape=ellipse];
  n0 -> n2;
  n3 [label="solve", shape=component];
  n2 -> n3;
  n1 -> n3;
  n4 [label="[0]", shape=plain];
  n3 -> n4;
  r0 [label="x", shape=doubleoctagon];
  n4 -> r0 [label="0"];
}
"""


def settle(carry, inputs, constants):
    return [carry[0] * constants[0] + inputs[0]], (), carry[0]


def sample():
    trace = Trace()
    q = argument(trace, "q", 2)
    k, g = argument(trace, "k", 1, CASE), argument(trace, "g", 1, CONSTANT)
    chosen = lw.where(q[0] < q[1], lw.sin(q[0]) * k[0], 2.5)
    s = lw.scan(
        settle,
        steps=2,
        carry=chosen,
        inputs=[1.0, -2.0],
        constants=g,
        reductions=("max",),
    )
    matrix = Array((s.carry[0], 0.0, s.reduced[0], -q[1]), 2)
    return Program.build("sample", trace, Result.of("M", matrix), Result.of("t", q[1]))


def test_text_is_golden():
    assert lw.to_text(sample()) == TEXT


def test_graph_is_golden():
    trace = Trace()
    q = argument(trace, "q", 2)
    x = lw.solve(Array((q[0] * 2.0,), 1), Array((q[1],))).solution
    program = Program.build("small", trace, Result.of("x", x))
    assert lw.to_dot(program) == DOT


def test_every_live_node_is_shown_once():
    program = sample()
    for node in program.live():
        if node.op != "input":
            assert lw.to_text(program).count(f"\n  %{node.number} = ") == 1
        assert lw.to_dot(program).count(f"\n  n{node.number} [") == 1
