"""One simulation, as asked: all that the integration needs to know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.simulation.impacts.options import Impacts
from linkwright.simulation.kernels import Kernels
from linkwright.simulation.loops import Loops
from linkwright.simulation.start import Start
from linkwright.simulation.steering import Steering


@dataclass(frozen=True, eq=False)
class Request:
    """See `simulate` for the parts."""

    kernels: Kernels
    steering: Steering
    start: Start
    duration: float
    method: str
    tolerance: float
    step: float | None
    samples: int | np.ndarray
    on_step: Callable[[float, np.ndarray, np.ndarray], Any] | None
    progress: bool
    threads: int | None
    parameters: dict[str, Any]
    loops: Loops | None
    impacts: Impacts | None = None
    dense: bool = False

    @property
    def end(self) -> float:
        """When the simulation is over [s]."""
        return self.start.t + self.duration

    def sample_times(self) -> np.ndarray:
        """Return the times to record at, the start first."""
        begin = self.start.t
        if isinstance(self.samples, int):
            if self.samples < 1:
                raise InputError(
                    f"samples is {self.samples}", expectation="At least one."
                )
            return begin + self.duration * np.arange(self.samples + 1) / self.samples
        times = np.asarray(self.samples, float)
        if times.ndim != 1 or (np.diff(times) <= 0.0).any() or not len(times):
            raise InputError(
                "the sample times do not grow",
                expectation="A number of samples, or times since the start [s].",
            )
        if times[0] < 0.0 or times[-1] > self.duration * (1 + 1e-12):
            raise InputError(
                f"sample times reach from {times[0]:.6g} to {times[-1]:.6g} s",
                expectation=f"Within the duration of {self.duration:.6g} s.",
            )
        return begin + (times if times[0] == 0.0 else np.concatenate([[0.0], times]))
