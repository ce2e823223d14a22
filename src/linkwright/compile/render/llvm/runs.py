"""Runs: columns side by side in memory that are copied side by side, in one loop.

Written out, 10 000 loads and stores take LLVM seconds, and fetching their code takes
longer than copying.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from linkwright.compile.render.llvm.arithmetic import Arithmetic

LONG = 16
"""Shorter runs are written out."""

Column = tuple[str, int]
"""A pointer, and a column's number from there."""


@dataclass(frozen=True)
class Run:
    """Columns from ``source`` on that go to the columns from ``target`` on."""

    source: Column
    target: Column
    length: int


def runs(pairs: Iterable[tuple[Column | None, Column | None]]) -> Iterator[Run | None]:
    """Yield the runs of copies in order; None stands for what is no copy."""
    run: Run | None = None
    for source, target in pairs:
        if run and (source, target) == _following(run):
            run = Run(run.source, run.target, run.length + 1)
            continue
        if run:
            yield run
        run = Run(source, target, 1) if source and target else None
        if run is None:
            yield None
    if run:
        yield run


def write_run(lanes: Arithmetic, run: Run) -> None:
    """Write the loop that copies a run."""
    source, target = lanes.address(*run.source), lanes.address(*run.target)
    with lanes.body.loop(run.length) as loop:
        lanes.store(lanes.load(source, loop.index), target, loop.index)


def _following(run: Run) -> tuple[Column, Column]:
    (source, first), (target, place) = run.source, run.target
    return (source, first + run.length), (target, place + run.length)
