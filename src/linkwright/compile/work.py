"""How much work code is, in additions: a rule of thumb, before anything has run."""

from __future__ import annotations

from collections.abc import Iterable

from linkwright.compile.block import Instruction

_ROOTS = frozenset(("sqrt", "div"))
_ELEMENTARY = frozenset("sin cos tan asin acos atan atan2 exp log".split())
_ROOT_WORK = 8
_ELEMENTARY_WORK = 16


def work_of(code: Iterable[Instruction]) -> int:
    """Return about how many additions some instructions are worth.

    A region counts what it does at most: all its steps, up to its bound.
    """
    return sum(map(_work_of_one, code))


def _work_of_one(instruction: Instruction) -> int:
    if instruction.op == "region":
        counts = instruction.data.counts()
        plain = counts.flops + counts.other
        return plain + _ELEMENTARY_WORK * (1 + counts.trigonometric)
    if instruction.op in _ELEMENTARY:
        return _ELEMENTARY_WORK
    return _ROOT_WORK if instruction.op in _ROOTS else 1
