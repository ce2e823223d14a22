"""Cutting long blocks into segments, so that compile time stays linear.

LLVM's register allocation and scheduling grow faster than the block. Every segment
becomes a function of its own; values that cross a cut wait in scratch slots, which are
used again once their last reader is past. Inputs are read again where they are needed.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from linkwright.compile.block import Block, values

_KEPT_ELSEWHERE = ("input", "output", "region")


@dataclass(frozen=True)
class Segments:
    """Where a block is cut and where the values that cross a cut wait.

    Attributes:
        bounds: (start, stop) of every segment, in order.
        slots: scratch slot of every value that a later segment reads.
        slot_count: number of slots.
    """

    bounds: tuple[tuple[int, int], ...]
    slots: dict[int, int]
    slot_count: int


def segments(block: Block, length: int) -> Segments:
    """Return cuts that leave about ``length`` instructions to every segment.

    A block that is only a little longer stays whole.
    """
    count = len(block.instructions)
    if count <= 1.3 * length:
        return Segments(((0, count),), {}, 0)
    pieces = -(-count // length)
    cuts = [_cut_near(block, count * i // pieces) for i in range(1, pieces)]
    bounds = tuple(zip([0, *cuts], [*cuts, count], strict=True))
    slots, slot_count = _slots(block, bounds)
    return Segments(bounds, slots, slot_count)


def _cut_near(block: Block, position: int) -> int:
    """Return the position, or the next where it would part a sine from its cosine."""
    before, after = block.instructions[position - 1], block.instructions[position]
    pair = {before.op, after.op} == {"sin", "cos"} and before.args == after.args
    return position + 1 if pair else position


def _slots(
    block: Block, bounds: tuple[tuple[int, int], ...]
) -> tuple[dict[int, int], int]:
    last = _last_readers(block, bounds)
    slots: dict[int, int] = {}
    free: list[int] = []
    slot_count = 0
    expiring: list[list[int]] = [[] for _ in bounds]
    for segment, (start, stop) in enumerate(bounds):
        # A slot is free from the segment after its last reader on, not within it:
        # there the reader may still come after the new owner's store.
        for slot in expiring[segment - 1] if segment else []:
            heapq.heappush(free, slot)
        for position in range(start, stop):
            if last[position] <= segment:
                continue
            if block.instructions[position].op in _KEPT_ELSEWHERE:
                continue
            if free:
                slot = heapq.heappop(free)
            else:
                slot, slot_count = slot_count, slot_count + 1
            slots[position] = slot
            expiring[last[position]].append(slot)
    return slots, slot_count


def _last_readers(block: Block, bounds: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the last segment that reads every value; -1 where none does."""
    last = [-1] * len(block.instructions)
    for segment, (start, stop) in enumerate(bounds):
        for position in range(start, stop):
            for a in values(block.instructions[position].args):
                last[a] = segment
    return last
