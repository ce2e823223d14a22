"""Between NumPy's arrays and ours, of plain numbers."""

from __future__ import annotations

import numpy as np

from linkwright.expr import Array


def array(values: np.ndarray) -> Array:
    columns = values.shape[1] if values.ndim == 2 else None
    return Array(map(float, values.reshape(-1)), columns)


def numbers(values: Array) -> np.ndarray:
    return np.array(values.entries).reshape(values.shape)
