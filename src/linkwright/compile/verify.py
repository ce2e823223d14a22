"""Checks between passes: a block that breaks a rule is refused by the pass's name.

What the user's side made is checked before, by ``linkwright.expr.verify``.
"""

from __future__ import annotations

from linkwright.compile.block import Block
from linkwright.errors import CompileError
from linkwright.expr.ops import OPS

_STRUCTURE = frozenset(("input", "region", "output"))
_ARITIES = {name: op.arity for name, op in OPS.items()}


def check_block(block: Block, after: str) -> Block:
    """Return the block, or raise CompileError naming the pass that broke it."""

    def fail(position: int, finding: str) -> None:
        raise CompileError(
            finding,
            place=f"after pass '{after}', instruction {position}",
            remedy="This is an error of linkwright itself; please report it.",
        )

    for position, (op, args, data) in enumerate(block.instructions):
        if op not in _ARITIES:
            fail(position, f"there is no operation '{op}'")
        elif op not in _STRUCTURE and len(args) != _ARITIES[op]:
            fail(position, f"'{op}' has {len(args)} operands")
        for a in args:
            if a.__class__ is int:
                if not 0 <= a < position:
                    fail(position, f"the operand {a} does not come earlier")
            elif a - a != 0.0:
                fail(position, f"the constant {a} is not finite")
        if op == "input":
            group, column = data
            if not 0 <= column < block.inputs[group]:
                fail(position, f"input group {group} has no column {column}")
    for group in block.outputs:
        for a in group:
            if isinstance(a, int) and not 0 <= a < len(block.instructions):
                fail(a, "an output does not exist")
    return block
