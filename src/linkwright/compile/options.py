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
        segment_instructions: longer blocks are cut, so that compile time stays linear.
        blocked_instructions: above this, every segment runs over ``lane_blocks``
            blocks of lanes before the next, so that its code is fetched less often.
        lane_blocks: see ``blocked_instructions``. Of 1, 2, 4 and 8, 4 was the quickest
            for 80 000 instructions on Zen 5 (6.8, 5.7, 5.0, 5.4 us a row): with more
            the row blocks no longer fit the cache. For 43 000 two gain 10 %, for
            17 000 they lose 8 %.
        blocked_bytes: fewer blocks where their scratch would take more than this: it
            has to stay in the caches between segments.
    """

    rates: bool = True
    poison: bool = True
    fuse: bool = True
    segment_instructions: int = 2000
    blocked_instructions: int = 30_000
    lane_blocks: int = 4
    blocked_bytes: int = 1600 << 10
