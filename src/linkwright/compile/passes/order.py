"""The order of instructions: as created, but a sine beside its cosine.

Creation order keeps live ranges short because algorithms are traced body by body. Sine
and cosine of one angle share their reduction, so they are computed together where the
first of them is met.
"""

from __future__ import annotations

from linkwright.compile.block import Block, live_positions, rearranged, values

_PAIR = ("sin", "cos")


def order(block: Block) -> Block:
    """Return the live instructions, every sine directly beside its cosine."""
    partner = _partners(block)
    placed: set[int] = set()
    arrangement: list[int] = []
    for position in live_positions(block):
        if position in placed:
            continue
        arrangement.append(position)
        if position in partner:
            arrangement.append(partner[position])
            placed.add(partner[position])
    return rearranged(block, arrangement)


def _partners(block: Block) -> dict[int, int]:
    """Return, for the first of every live sine and cosine pair, the second."""
    first: dict[int, int] = {}
    partner: dict[int, int] = {}
    for position in live_positions(block):
        instruction = block.instructions[position]
        # A constant angle is no key here: it could equal the position of another.
        for angle in values(instruction.args) if instruction.op in _PAIR else ():
            if angle in first:
                partner[first[angle]] = position
            else:
                first[angle] = position
    return partner
