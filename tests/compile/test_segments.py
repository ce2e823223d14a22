"""Cut programs give the bits of whole ones; scratch is counted and used again."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright import expr
from linkwright.compile.block import Block, Instruction, block_of
from linkwright.compile.passes.segments import segments
from linkwright.compile.render.llvm import block as code
from linkwright.compile.target import host_target
from tests.compile.programs import inputs, random_program
from tests.compile.run import compiled


@pytest.mark.parametrize("length", [9, 40, 150])
def test_segments_do_not_change_a_bit(length: int) -> None:
    program = random_program(7, 200)
    arrays = inputs(program, 21)
    whole, cut = compiled(program), compiled(program, segment_instructions=length)
    assert cut.module.counts["segments"] > 1
    for ours, theirs in zip(cut(*arrays), whole(*arrays), strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("rows", [1, 7, 8, 20, 24, 25, 50, 170])
def test_blocked_programs_do_not_change_a_bit(rows: int) -> None:
    program = random_program(8, 200)
    arrays = inputs(program, rows)
    arrays[2] = arrays[2][:1]  # One row for all: packed once, into every block.
    whole = compiled(program)
    options = {"segment_instructions": 50, "blocked_instructions": 10, "lane_blocks": 3}
    blocked = compiled(program, **options)
    for ours, theirs in zip(blocked(*arrays), whole(*arrays), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_basic_blocks_of_long_programs_do_not_change_a_bit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = random_program(9, 200)
    arrays = inputs(program, 50)
    whole = compiled(program)
    monkeypatch.setattr(code, "_LONG", 10)
    monkeypatch.setattr(code, "_BASIC_BLOCK", 7)
    cut = compiled(program, segment_instructions=50)
    assert cut.module.text.count("br label") > whole.module.text.count("br label") + 9
    for ours, theirs in zip(cut(*arrays), whole(*arrays), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_slots_are_used_again() -> None:
    trace = expr.Trace()
    x = expr.argument(trace, "x", 1)[0]
    for _ in range(400):
        x = expr.sin(x) * 0.5 + x
    block = block_of(expr.Program.build("chain", trace, expr.Result.of("x", x)))
    # Two values cross a cut, and two more while the next segment takes over.
    assert segments(block, 20).slot_count <= 4


def test_no_slot_is_overwritten_before_its_last_reader() -> None:
    block = block_of(random_program(9, 600))
    cut = segments(block, 25)
    segment_of = {
        p: s for s, (start, stop) in enumerate(cut.bounds) for p in range(start, stop)
    }
    last: dict[int, int] = {}
    for position, instruction in enumerate(block.instructions):
        for a in instruction.args:
            if isinstance(a, int):
                last[a] = segment_of[position]
    owners: dict[int, list[tuple[int, int]]] = {}
    for position, slot in cut.slots.items():
        owners.setdefault(slot, []).append((segment_of[position], last[position]))
    assert cut.slots
    for spans in owners.values():
        spans.sort()
        for (_, end), (begin, _) in zip(spans, spans[1:], strict=False):
            assert end < begin


def test_a_cut_does_not_part_a_sine_from_its_cosine() -> None:
    pair = [Instruction("sin", (0,)), Instruction("cos", (0,))]
    instructions = [Instruction("input", (), (0, 0))]
    instructions += [Instruction("neg", (0,))] * 4 + pair
    instructions += [Instruction("neg", (0,))] * 5
    block = Block(tuple(instructions), (1,), ((5, 6),))
    ((_, cut), _) = segments(block, 6).bounds
    assert cut == 7


def test_large_memory_is_asked_of_the_caller_and_small_is_not() -> None:
    small, large = random_program(1, 50), random_program(1, 50, sizes=(300, 4, 2))
    stage = compiled(small).module.stages[-1]
    assert stage.scratch_bytes == 0
    stage = compiled(large).module.stages[-1]
    vector = 8 * host_target().lanes64
    assert stage.scratch_bytes == 0 or stage.scratch_bytes >= 306 * vector
    assert (306 * vector > host_target().stack_bytes) == (stage.scratch_bytes > 0)
