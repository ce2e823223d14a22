"""Fused multiply-add: a product used once joins the sum or difference it enters.

This is our own pass, and LLVM may not contract: which roundings a kernel makes is
decided here once, so lanes, tails and threads agree to the last bit (decision 4).
Targets without the instruction skip it; there a product and a sum stay two roundings.
"""

from __future__ import annotations

from linkwright.compile.block import Block, Instruction, Operand, use_counts, values


def fuse(block: Block) -> Block:
    """Return the block with fma, fms and fnma where a single-use product allows."""
    joined = _products_of_sums(block)
    gone = set(joined.values())
    position: list[int] = []
    fused: list[Instruction] = []

    def moved(a: Operand) -> Operand:
        return position[a] if isinstance(a, int) else a

    for old, instruction in enumerate(block.instructions):
        position.append(len(fused))
        if old in gone:
            continue
        op, args = instruction.op, instruction.args
        if old in joined:
            product = joined[old]
            # A constant may equal the product's position: 3.0 == 3.
            first = isinstance(args[0], int) and args[0] == product
            other = args[1] if first else args[0]
            op = _fused_op(op, product_first=first)
            args = (*block.instructions[product].args, other)
        moved_args = tuple([position[a] if a.__class__ is int else a for a in args])  # type: ignore[index]
        fused.append(Instruction(op, moved_args, instruction.data))
    outputs = tuple(tuple(moved(a) for a in group) for group in block.outputs)
    return Block(tuple(fused), block.inputs, outputs)


def _products_of_sums(block: Block) -> dict[int, int]:
    """Return which product each sum absorbs; of two candidates the later one."""
    uses = use_counts(block)
    joined: dict[int, int] = {}
    instructions = block.instructions
    for position, (op, args, _) in enumerate(instructions):
        if op == "add" or op == "sub":
            products = [
                a for a in values(args) if uses[a] == 1 and instructions[a][0] == "mul"
            ]
            if products:
                joined[position] = max(products)
    return joined


def _fused_op(op: str, *, product_first: bool) -> str:
    if op == "add":
        return "fma"
    return "fms" if product_first else "fnma"
