"""Rows to lanes and back: transposes in registers, a butterfly for each bit.

A strip of C columns (a power of two up to the lanes W) and W rows fills C registers.
Register r holds rows r, r + C, r + 2C, ... side by side. Exchanging bit i of the
register number with bit i of the lane number, for every bit of C, leaves column c in
register c, its rows in order; the same exchange leads back.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.compile.render.llvm.text import Body


def exchanged(body: Body, registers: Sequence[str], kind: str, lanes: int) -> list[str]:
    """Return registers whose number and lane number have changed their low bits."""
    current = list(registers)
    bit = 1
    while bit < len(current):
        following = list(current)
        for low in range(len(current)):
            if not low & bit:
                a, b = current[low], current[low | bit]
                following[low] = _shuffled(body, a, b, kind, _low_mask(lanes, bit))
                high = _high_mask(lanes, bit)
                following[low | bit] = _shuffled(body, a, b, kind, high)
        current = following
        bit *= 2
    return current


def side_by_side(body: Body, parts: Sequence[str], kind: str, width: int) -> str:
    """Return short vectors of ``width`` numbers joined into one."""
    current = list(parts)
    while len(current) > 1:
        joined = tuple(range(2 * width))
        short = f"<{width} x {kind}>"
        current = [
            _shuffled(body, a, b, short, joined)
            for a, b in zip(current[0::2], current[1::2], strict=True)
        ]
        width *= 2
    return current[0]


def part(body: Body, whole: str, kind: str, lanes: int, start: int, width: int) -> str:
    """Return ``width`` neighbouring numbers of a vector."""
    if width == lanes:
        return whole
    vector = f"<{lanes} x {kind}>"
    return _shuffled(body, whole, "poison", vector, tuple(range(start, start + width)))


def _low_mask(lanes: int, bit: int) -> tuple[int, ...]:
    """Keep the first register's lanes without the bit, take the second's."""
    return tuple(n + lanes - bit if n & bit else n for n in range(lanes))


def _high_mask(lanes: int, bit: int) -> tuple[int, ...]:
    """Take the first register's lanes with the bit, keep the second's."""
    return tuple(n + lanes if n & bit else n + bit for n in range(lanes))


def _shuffled(body: Body, a: str, b: str, kind: str, mask: tuple[int, ...]) -> str:
    lanes = ", ".join(f"i32 {n}" for n in mask)
    return body.value(
        f"shufflevector {kind} {a}, {kind} {b}, <{len(mask)} x i32> <{lanes}>"
    )
