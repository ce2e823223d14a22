"""Which rows of a batch have no answer, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Failures:
    """The status of every row: 0 where all is well, else the number of a reason.

    Attributes:
        codes: whole numbers, of the batch's shape.
        reasons: what they mean.
    """

    codes: np.ndarray
    reasons: Mapping[int, str]

    @property
    def any(self) -> bool:
        """Whether some row failed."""
        return bool(self.codes.any())

    @property
    def rows(self) -> np.ndarray:
        """The indices of the rows that failed, one index a row."""
        return np.argwhere(self.codes)

    def reason(self, *row: int) -> str:
        """Return why a row failed; empty where it did not."""
        code = int(self.codes[row])
        return self.reasons[code] if code else ""

    def __str__(self) -> str:
        if not self.any:
            return f"none of {self.codes.size} rows failed"
        counted = Counter(self.codes[self.codes != 0].ravel().tolist())
        lines = [f"{len(self.rows)} of {self.codes.size} rows failed:"]
        lines += [f"  {n} rows: {self.reasons[c]}" for c, n in counted.most_common()]
        return "\n".join(lines)
