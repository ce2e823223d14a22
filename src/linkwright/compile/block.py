"""Straight-line code as the passes see it: numbered instructions over grouped inputs.

A block is a program without its trace: values are positions in the instruction list,
constants are floats, and every argument and result is a group of columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from linkwright.expr import Node, Program
from linkwright.expr.ops import OPS

Operand = int | float
"""A value by its position in the block (int), or a constant (float)."""


class Instruction(NamedTuple):
    """One operation of ``linkwright.expr.ops``.

    Attributes:
        op: its name.
        args: values (int) and constants (float).
        data: (group, column) of an input, index of a region's output, or the region.
    """

    op: str
    args: tuple[Operand, ...] = ()
    data: Any = None


@dataclass(frozen=True)
class Block:
    """Straight-line code.

    Attributes:
        instructions: in the order they are computed; operands come earlier.
        inputs: number of columns of every input group.
        outputs: the operands that leave, group by group.
    """

    instructions: tuple[Instruction, ...]
    inputs: tuple[int, ...]
    outputs: tuple[tuple[Operand, ...], ...]


def block_of(program: Program) -> Block:
    """Return the live code of a program; groups are its arguments and results."""
    columns = [
        (group, column)
        for group, argument in enumerate(program.arguments)
        for column in range(argument.size)
    ]
    position: dict[int, int] = {}
    instructions: list[Instruction] = []
    for node in program.live():
        args = tuple(
            [position[a.number] if a.__class__ is Node else float(a) for a in node.args]
        )
        data = columns[node.data] if node.op == "input" else node.data
        position[node.number] = len(instructions)
        instructions.append(Instruction(node.op, args, data))
    outputs = tuple(
        tuple(_operand(entry, position) for entry in result.entries)
        for result in program.results
    )
    return Block(tuple(instructions), tuple(a.size for a in program.arguments), outputs)


def _operand(value: Any, position: dict[int, int]) -> Operand:
    return position[value.number] if isinstance(value, Node) else float(value)


def is_truth(block: Block, operand: Operand) -> bool:
    """Return whether an operand is true or false rather than a number."""
    if not isinstance(operand, int):
        return False
    return OPS[block.instructions[operand].op].kind == "truth"


def values(operands: Iterable[Operand]) -> list[int]:
    """Return the operands that are values, without the constants."""
    return [a for a in operands if a.__class__ is int]  # type: ignore[misc]


def use_counts(block: Block) -> list[int]:
    """Return how often every value is used, outputs included."""
    counts = [0] * len(block.instructions)
    for _, args, _ in block.instructions:
        for a in args:
            if a.__class__ is int:
                counts[a] += 1  # type: ignore[index]
    for group in block.outputs:
        for a in values(group):
            counts[a] += 1
    return counts


def rearranged(block: Block, order: Iterable[int]) -> Block:
    """Return the block with its instructions in another valid order.

    What the order leaves out must be dead.
    """
    position: dict[int, int] = {}
    instructions: list[Instruction] = []

    def moved(operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        return tuple([position[a] if a.__class__ is int else a for a in operands])  # type: ignore[index]

    for old in order:
        op, args, data = block.instructions[old]
        instruction = Instruction(op, moved(args), data)
        position[old] = len(instructions)
        instructions.append(instruction)
    outputs = tuple(moved(group) for group in block.outputs)
    return Block(tuple(instructions), block.inputs, outputs)


def live_positions(block: Block) -> list[int]:
    """Return the positions of the instructions that the outputs need, in order."""
    needed = bytearray(len(block.instructions))
    for group in block.outputs:
        for a in values(group):
            needed[a] = 1
    for position in range(len(block.instructions) - 1, -1, -1):
        if needed[position]:
            for a in block.instructions[position][1]:
                if a.__class__ is int:
                    needed[a] = 1  # type: ignore[index]
    return [position for position, flag in enumerate(needed) if flag]
