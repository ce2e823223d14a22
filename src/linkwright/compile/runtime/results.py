"""Memory for results: the user's own where loops can write into it, else new rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np


def rows_to_write(
    array: np.ndarray, batch: tuple[int, ...], inputs: Sequence[np.ndarray]
) -> np.ndarray:
    """Return rows, ``batch`` + (size,), that loops can write a result into.

    They are the array's own memory, unless a row's entries do not lie side by side or
    over an input that is still to be read; then the caller copies them over.
    """
    rows = array.reshape((*batch, math.prod(array.shape[len(batch) :])))
    apart = not any(np.may_share_memory(array, other) for other in inputs)
    if apart and (array.flags.carray or _in_place(array, rows)):
        return rows
    return np.empty(rows.shape, rows.dtype)


def _in_place(array: np.ndarray, rows: np.ndarray) -> bool:
    return (
        _begin(rows) == _begin(array)  # a view, not a copy
        and array.flags.aligned
        and (rows.shape[-1] == 1 or rows.strides[-1] == rows.itemsize)
    )


def _begin(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]
