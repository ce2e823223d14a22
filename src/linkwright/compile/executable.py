"""A module that is loaded and can be run."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linkwright.compile.module import Module
from linkwright.compile.runtime.chain import Loop
from linkwright.compile.runtime.cpu import load, object_code
from linkwright.compile.runtime.entry import with_ufunc_entries
from linkwright.compile.runtime.few_rows import few_rows
from linkwright.compile.runtime.launch import evaluate
from linkwright.compile.runtime.pace import Pace
from linkwright.compile.runtime.threads import WORTHWHILE_SECONDS

_FEW_SECONDS = 2 * WORTHWHILE_SECONDS
"""Less work is not worth a second thread, nor the setting up of a launch."""

_ADDITION_SECONDS = 0.1e-9  # a guess, for a row among many
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
        guess = max(module.counts["work"], 1) * _ADDITION_SECONDS
        self._loops = tuple(
            Loop(stage, self._code.address(stage.entry), Pace(guess))
            for stage in module.stages
        )

    def few_batch(self) -> int:
        """Return the number of rows up to which a call is quickly done."""
        return int(_FEW_SECONDS / self._loops[-1].pace.row_seconds)

    def few_entries(self) -> int:
        """Return the size up to which an array's rows are few whatever it holds."""
        widest = max((size for _, size, _ in self.module.arguments), default=0)
        return widest * max(1, min(self.few_batch(), _MOST_FEW_ROWS))

    def run(
        self,
        inputs: Sequence[np.ndarray],
        results: Sequence[np.ndarray],
        batch: tuple[int, ...],
        threads: int | None,
    ) -> None:
        """Fill the results; inputs and results as for `launch.evaluate`."""
        contiguous = all(result.flags.c_contiguous for result in results)
        alone = threads is None or threads == 1
        if alone and contiguous and self._is_short(math.prod(batch)):
            filled = tuple(_longest_last(result, batch) for result in results)
            taken = (
                _longest_last(_with_axes(array, len(batch) + 1), batch)
                for array in inputs
            )
            begin = time.thread_time()
            self.few_rows(*taken, out=filled, order="C")  # pyright: ignore[reportOptionalCall]
            self._note(math.prod(batch), time.thread_time() - begin)
        else:
            evaluate(self._loops, inputs, results, batch, threads=threads)

    def _note(self, rows: int, seconds: float) -> None:
        """Take note of a quick call that was long: its rows are slower than guessed."""
        if seconds > _FEW_SECONDS:
            filled = max(rows, self.module.lanes)  # one row takes as long as all lanes
            self._loops[-1].pace.measured(filled, seconds)

    def _is_short(self, rows: int) -> bool:
        """Tell whether so many rows are quickly done, and in NumPy's way."""
        quick = rows * self._loops[-1].pace.row_seconds < _FEW_SECONDS
        return quick and self.few_rows is not None


def _with_axes(array: np.ndarray, count: int) -> np.ndarray:
    return array.reshape((1,) * (count - array.ndim) + array.shape)


def _longest_last(array: np.ndarray, batch: tuple[int, ...]) -> np.ndarray:
    """Return a view with the batch's longest axis last, which a loop walks along."""
    if len(batch) < 2:
        return array
    longest = max(range(len(batch)), key=batch.__getitem__)
    others = [axis for axis in range(len(batch)) if axis != longest]
    return array.transpose(*others, longest, *range(len(batch), array.ndim))


def object_of(module: Module) -> bytes:
    """Return the object file of a module, with the functions that NumPy calls."""
    return object_code(with_ufunc_entries(module))
