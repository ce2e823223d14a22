"""Programs are cut by rate: slow values are computed once, and nothing changes."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile.block import block_of
from linkwright.compile.rates import cut_by_rate
from linkwright.expr.interpret import evaluate
from tests.compile.run import compiled


def study() -> expr.Program:
    """Constants, a design, a sample and a state, each used by the others."""
    trace = expr.Trace()
    fixed = expr.argument(trace, "fixed", 1, expr.CONSTANT)
    design = expr.argument(trace, "design", 2, expr.CASE)
    time = expr.argument(trace, "time", 1, expr.SAMPLE)
    state = expr.argument(trace, "state", 2, expr.STATE)
    scale = expr.atan(fixed[0] + 2.0)
    stiff = expr.exp(design[0]) * scale + design[1]
    soft = expr.less(design[0], design[1])
    wave = expr.sin(time[0] * 3.0) + scale
    force = expr.where(soft, stiff * state[0], -stiff + wave) * wave
    energy = expr.Result.of("energy", [force * state[1], stiff, -wave, design[1], 2.0])
    power = expr.Result.of("power", force + state[0] / (4.0 + stiff * wave))
    return expr.Program.build("study", trace, energy, power)


def arrays(cases: int, samples: int) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [
        rng.uniform(0, 1, (1,)),
        rng.uniform(-1, 1, (cases, 1, 2)),
        rng.uniform(-1, 1, (1, samples, 1)),
        rng.uniform(-1, 1, (cases, samples, 2)),
    ]


@pytest.mark.parametrize(("cases", "samples"), [(1, 1), (3, 5), (9, 17)])
def test_cut_programs_agree_with_whole_ones_and_the_interpreter(cases, samples) -> None:
    program = study()
    cut, whole = compiled(program), compiled(program, rates=False)
    assert len(whole.module.stages) == 1
    given = arrays(cases, samples)
    expected = evaluate(program, *given)
    for separate, together, theirs in zip(
        cut(*given), whole(*given), expected, strict=True
    ):
        np.testing.assert_allclose(separate, theirs, rtol=1e-13, atol=1e-14)
        # Fused differently where the cut parts a product from its sum.
        np.testing.assert_allclose(separate, together, rtol=1e-14, atol=1e-15)


def test_every_rate_has_its_stage_and_each_value_is_computed_in_one() -> None:
    stages = compiled(study()).module.stages
    assert [stage.axes for stage in stages] == [
        expr.CONSTANT,
        expr.CASE,
        expr.SAMPLE,
        expr.STATE,
    ]
    assert [stage.result for stage in stages] == [False, False, False, True]
    program = study()
    cut = cut_by_rate(block_of(program), [a.axes for a in program.arguments])
    for op in ("exp", "atan", "sin", "lt"):
        found = [
            stage.axes
            for stage in cut
            for instruction in stage.block.instructions
            if instruction.op == op
        ]
        # A truth value is stored as a number and compared again where it is read.
        assert len(found) == (2 if op == "lt" else 1), op


def test_inputs_and_signs_are_not_stored() -> None:
    trace = expr.Trace()
    design = expr.argument(trace, "design", 2, expr.CASE)
    state = expr.argument(trace, "state", 1)
    wave = expr.sin(design[0])
    values = [-wave * state[0], wave - state[0], design[1] * state[0], -design[1]]
    program = expr.Program.build("signs", trace, expr.Result.of("y", values))
    prologue, main = compiled(program, poison=False).module.stages
    assert prologue.output_sizes == (1,)
    assert main.inputs == (("argument", 0), ("argument", 1), ("stage", 0))


def test_a_handful_of_operations_is_no_stage() -> None:
    trace = expr.Trace()
    design = expr.argument(trace, "design", 2, expr.CASE)
    state = expr.argument(trace, "state", 1)
    y = (design[0] * design[1] + 1.0) * state[0]
    program = expr.Program.build("little", trace, expr.Result.of("y", y))
    assert len(compiled(program).module.stages) == 1


def test_a_prologue_takes_only_what_it_reads() -> None:
    stages = compiled(study(), poison=False).module.stages
    assert stages[1].inputs == (("argument", 1), ("stage", 0))
    assert ("argument", 0) not in stages[-1].inputs


def test_an_argument_that_nothing_reads_still_comes_in() -> None:
    trace = expr.Trace()
    expr.argument(trace, "unused", 3)
    x = expr.argument(trace, "x", 1)
    program = expr.Program.build("partial", trace, expr.Result.of("y", x * 2.0))
    for poison in (True, False):
        made = compiled(program, poison=poison)
        assert made.module.stages[0].inputs == (("argument", 0), ("argument", 1))
        np.testing.assert_array_equal(made(np.zeros((4, 3)), np.ones(1))[0], 2.0)


def test_results_slower_than_the_batch_are_repeated_along_it() -> None:
    trace = expr.Trace()
    design = expr.argument(trace, "design", 1, expr.CASE)
    state = expr.argument(trace, "state", 1)
    slow = expr.Result.of("slow", expr.exp(design[0]))
    fast = expr.Result.of("fast", design[0] * state[0])
    program = expr.Program.build("mixed", trace, slow, fast)
    given = [np.array([[0.1], [0.2]])[:, None], np.ones((1, 5, 1))]
    found = compiled(program)(*given)
    assert found[0].shape == (2, 5)
    for ours, theirs in zip(found, evaluate(program, *given), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-15)
