"""A module that is loaded and can be run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linkwright.compile.module import Module
from linkwright.compile.runtime.chain import LOOP, Loop
from linkwright.compile.runtime.cpu import load, object_code
from linkwright.compile.runtime.entry import with_ufunc_entries
from linkwright.compile.runtime.few_rows import few_rows
from linkwright.compile.runtime.launch import evaluate
from linkwright.compile.runtime.pace import Pace

_FEW_SECONDS = 0.1e-3
"""Work up to this is done in one go: setting up a launch takes a good part of it."""

_INSTRUCTION_SECONDS = 0.1e-9  # a guess, for a row among many, until a block is timed
_MOST_FEW_ROWS = 64


class Executable:
    """Machine code of a module, with the two ways to call it.

    Attributes:
        name: what messages call it.
        module: what the code was made of, without its text.
        few_rows: the quick call for a few rows, where there is one.
    """

    __slots__ = ("_code", "_loops", "few_rows", "module", "name")

    def __init__(self, name: str, module: Module, object_bytes: bytes) -> None:
        self.name = name
        self.module = replace(module, text="")
        self._code = load(object_bytes)
        self.few_rows = few_rows(module, self._code, name)
        self._loops = tuple(
            Loop(stage, LOOP(self._code.address(stage.entry)), Pace())
            for stage in module.stages
        )

    def few_entries(self) -> int:
        """Return the size up to which an array's rows are few whatever it holds."""
        widest = max((size for _, size, _ in self.module.arguments), default=0)
        rows = int(_FEW_SECONDS / self._row_seconds())
        return widest * max(1, min(rows, _MOST_FEW_ROWS))

    def run(
        self,
        inputs: Sequence[np.ndarray],
        results: Sequence[np.ndarray],
        batch: tuple[int, ...],
        threads: int | None,
    ) -> None:
        """Fill the results; inputs and results as for `launch.evaluate`."""
        if threads is None and self._are_few(inputs, results, batch):
            self.few_rows(*inputs, out=tuple(results))  # pyright: ignore[reportOptionalCall]
        else:
            evaluate(self._loops, inputs, results, batch, threads=threads)

    def _are_few(
        self,
        inputs: Sequence[np.ndarray],
        results: Sequence[np.ndarray],
        batch: tuple[int, ...],
    ) -> bool:
        """Tell whether NumPy walks over all rows in one short loop."""
        return (
            self.few_rows is not None
            and math.prod(batch) * self._row_seconds() < _FEW_SECONDS
            and all(
                array.shape[:-1] == batch or array.size == array.shape[-1]
                for array in inputs
            )
            and all(array.flags.c_contiguous for array in (*inputs, *results))
        )

    def _row_seconds(self) -> float:
        seen = self._loops[-1].pace.row_seconds
        return seen or _INSTRUCTION_SECONDS * self.module.counts["instructions"]


def object_of(module: Module) -> bytes:
    """Return the object file of a module, with the functions that NumPy calls."""
    return object_code(with_ufunc_entries(module))
