"""Saying how far a simulation is."""

from __future__ import annotations

import sys
import time

from linkwright.simulation.request import Request

_EVERY = 1.0  # s


class Progress:
    """Prints a line once a second, if asked."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._said = time.monotonic()

    def at(self, t: float) -> None:
        """Take note of the time reached."""
        if self._request.progress and time.monotonic() - self._said > _EVERY:
            self._said = time.monotonic()
            share = (t - self._request.start.t) / self._request.duration
            name = self._request.kernels.system.robot.name
            print(f"{name}: t = {t:.6g} s, {share:.0%}", file=sys.stderr, flush=True)
