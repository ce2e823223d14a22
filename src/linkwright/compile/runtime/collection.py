"""No garbage collection while programs are traced and lowered.

Tracing makes 1e5 objects that all live to the end; looking for garbage among them again
and again took half of the time of long traces (measured on human37).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collection() -> Iterator[None]:
    """Pause the collector of cycles; for one thread at a time (``fork.compiling``)."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
