"""Memory for results: the user's own where loops can write into it, else new rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from linkwright.compile.runtime.batch import batch_steps, even_step


def rows_to_write(
    array: np.ndarray, batch: tuple[int, ...], inputs: Sequence[np.ndarray]
) -> np.ndarray:
    """Return rows, ``batch`` + (size,), that loops can write a result into.

    They are the array's own memory, unless its rows lie unevenly or share memory with
    an input that is still to be read; then the caller copies them over.
    """
    size = math.prod(array.shape[len(batch) :])
    rows = array.reshape((*batch, size))
    if (
        _begin(rows) == _begin(array)
        and array.flags.aligned
        and (size == 1 or rows.strides[-1] == rows.itemsize)
        and even_step(batch, batch_steps(rows, batch)) is not None
        and not any(np.may_share_memory(array, other) for other in inputs)
    ):
        return rows
    return np.empty_like(rows, order="C")


def _begin(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]
