"""Outputs stored once: mass matrices are symmetric, Jacobians full of equal entries.

The block gives its distinct values in one group; a map from every result's columns to
that group is followed when rows are written (decision 10).
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.compile.block import Block, Operand


@dataclass(frozen=True)
class Distinct:
    """A block with one output group, and where every result finds its columns."""

    block: Block
    columns: tuple[tuple[int, ...], ...]


def distinct(block: Block) -> Distinct:
    """Return the block with each distinct output value stored once."""
    slot: dict[object, int] = {}
    kept: list[Operand] = []
    columns: list[tuple[int, ...]] = []
    for group in block.outputs:
        found: list[int] = []
        for operand in group:
            # repr tells -0.0 from 0.0, which compare equal.
            key = operand if isinstance(operand, int) else repr(operand)
            if key not in slot:
                slot[key] = len(kept)
                kept.append(operand)
            found.append(slot[key])
        columns.append(tuple(found))
    merged = Block(block.instructions, block.inputs, (tuple(kept),))
    return Distinct(merged, tuple(columns))
