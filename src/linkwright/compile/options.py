"""What a caller may decide about the compilation of a program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CompileOptions:
    """How a program is lowered; every choice but ``poison`` gives the same numbers.

    Attributes:
        rates: cut the program by rate, so that what does not vary over a batch is
            computed once.
        poison: a row with NaN among its inputs gives NaN in all its outputs, even
            where folding removed the dependence (decision 6).
        fuse: round a product and the sum it enters once, where the machine can.
            Changes the last bit of results.
        segment_instructions: longer blocks are cut, so that compile time stays linear,
            and a segment's code stays in the first-level cache while it runs.
        blocked_instructions: above this, every segment runs over ``lane_blocks``
            blocks of lanes before the next, so that its code is fetched less often.
        lane_blocks: see ``blocked_instructions``.
        blocked_bytes: fewer blocks where their scratch and outputs would take more
            than this: they have to stay in the caches between segments.
        long_instructions, long_bytes: of longer programs the code outweighs that.
    """

    # On Zen 5, 256 rows, us a row: 27 joints' inverse dynamics (2 300 instructions)
    # 0.066 or, in one process of four, 0.11 whole; 0.058 in segments of 1 000 over four
    # blocks. Forward dynamics of 37 joints (7 400) 0.19 whole, 0.17 so. Derivatives
    # (17 000) 0.71 whole, 0.68 over two blocks, 0.75 over four. 80 000 instructions
    # 6.8, 5.7, 5.0, 5.4 over 1, 2, 4, 8.
    # 311 000 instructions (forward dynamics of 1000 joints) on an Intel core: 48 over
    # one, 31 over four.
    rates: bool = True
    poison: bool = True
    fuse: bool = True
    segment_instructions: int = 1000
    blocked_instructions: int = 2000
    lane_blocks: int = 4
    blocked_bytes: int = 384 << 10
    long_instructions: int = 30_000
    long_bytes: int = 16 << 20
