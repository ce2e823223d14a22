"""Rows a kernel could not compute: who they are, why, and the error that says so."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.errors import NumericalError

STATUS = "status"
"""A result of this name holds 0 for every row that is fine, else the reason."""

_SHOWN = 3


def failure(
    name: str, status: np.ndarray, reasons: Mapping[int, str]
) -> NumericalError | None:
    """Return the error for the rows with a status other than 0, if there are any.

    Its attribute ``rows`` holds the indices of all these rows, one index a row, and
    ``codes`` their status.
    """
    status = np.asarray(status)
    if not status.any():
        return None
    rows = np.argwhere(status)
    codes = status[status != 0].astype(int)
    told = [
        f"{_place(row)}{reasons.get(int(code), f'status {code}')}"
        for row, code in zip(rows[:_SHOWN], codes, strict=False)
    ]
    more = [f"and {len(rows) - _SHOWN} more"] if len(rows) > _SHOWN else []
    of = f"{len(rows)} of {status.size} rows failed: " if status.ndim else ""
    error = NumericalError(
        of + "; ".join(told + more),
        place=name,
        remedy='on_failure="nan" returns NaN in such rows instead.',
    )
    error.__dict__.update(rows=rows, codes=codes)
    return error


def _place(row: np.ndarray) -> str:
    if not row.size:
        return ""
    index = ", ".join(map(str, row.tolist()))
    return f"row {index}: " if row.size == 1 else f"row ({index}): "
