"""Compiled loops over a batch: the stages in order, in blocks of rows, on threads.

A stage that feeds others (a prologue) runs over its own leading shape alone. Where
that is much less than the batch it runs first and its values are kept; where not, it
runs block by block just before the stage that needs it, so that its values never
leave the cache.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import wait

import numpy as np

from linkwright.compile.runtime.chain import Caller, Chain, Loop, Part
from linkwright.compile.runtime.results import rows_to_write
from linkwright.compile.runtime.threads import pool, worthwhile_threads

_KEPT_BYTES = 256 * 1024 * 1024  # of a prologue's values


def evaluate(
    loops: Sequence[Loop],
    arguments: Sequence[np.ndarray],
    results: Sequence[np.ndarray],
    batch: tuple[int, ...],
    *,
    threads: int | None,
) -> None:
    """Run all stages over a batch and fill the results, of whatever layout.

    Args:
        loops: the stages, the one of the results last.
        arguments: one array per argument of the program, last axis its size, of the
            loops' dtype, aligned.
        results: one array per result, ``batch`` + its shape, of the same dtype.
        batch: the leading shape all arguments broadcast to; not empty.
        threads: how many to use at most; None to decide by the work.
    """
    rows = [rows_to_write(result, batch, arguments) for result in results]
    kept: dict[int, np.ndarray] = {}
    parts: list[Part] = []
    *prologues, main = loops

    def inputs(loop: Loop) -> list[np.ndarray | int]:
        return [
            arguments[index] if kind == "argument" else kept.get(index, index)
            for kind, index in loop.stage.inputs
        ]

    for number, loop in enumerate(prologues):
        sources = inputs(loop)
        arrays = [source for source in sources if not isinstance(source, int)]
        own = np.broadcast_shapes(*(array.shape[:-1] for array in arrays))
        size = loop.stage.output_sizes[0]
        if len(arrays) == len(sources) and _worth_keeping(own, batch, size):
            kept[number] = np.empty((*own, size), results[0].dtype)
            _run(Chain([Part(loop, [*sources, kept[number]])], own), threads)
        else:
            parts.append(Part(loop, [*sources, number]))
    parts.append(Part(main, [*inputs(main), *rows]))
    _run(Chain(parts, batch), threads)
    for result, written in zip(results, rows, strict=True):
        if not np.may_share_memory(result, written):
            result[...] = written.reshape(result.shape)


def _worth_keeping(own: tuple[int, ...], batch: tuple[int, ...], size: int) -> bool:
    rows = math.prod(own)
    shared = rows == 1 or 2 * rows <= math.prod(batch)
    return shared and 8 * rows * size <= _KEPT_BYTES


def _run(chain: Chain, threads: int | None) -> None:
    """Run a chain over its batch, on this thread and so many others."""
    caller = Caller(chain)
    if threads is None:
        if not chain.pace.measured_rows:
            caller.run_block(threads=1)
        threads = worthwhile_threads(chain.cursor.rows_left * chain.pace.row_seconds)
    if threads == 1:
        return caller.run(threads)
    others = []
    try:
        for _ in range(threads - 1):
            others.append(pool().submit(_run_along, chain, threads))
        caller.run(threads)
    finally:
        # On an error or Ctrl-C too: what the others write into must outlive them.
        chain.cursor.close()
        wait(others)
    for other in others:
        other.result()


def _run_along(chain: Chain, threads: int) -> None:
    try:
        Caller(chain).run(threads)
    except BaseException:
        chain.cursor.close()
        raise
