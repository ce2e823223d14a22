"""The process's pool of threads, and how many of them a piece of work is worth."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

from linkwright.compile.runtime.fork import renew_in_child

WORTHWHILE_SECONDS = 0.2e-3
"""Each thread gets at least this much to do: waking one costs about a tenth of it."""

_MOST_THREADS = 256

_pool: ThreadPoolExecutor | None = None
_lock = threading.Lock()


def pool() -> ThreadPoolExecutor:
    """Return the pool; it starts threads as they are needed."""
    global _pool
    with _lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="linkwright")
        return _pool


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worthwhile_threads(seconds: float) -> int:
    """Return how many threads shall share work that takes one so many seconds."""
    if seconds < 2 * WORTHWHILE_SECONDS:
        return 1
    return min(cores(), int(seconds / WORTHWHILE_SECONDS))


def _forget_pool() -> None:
    global _pool, _lock
    _pool, _lock = None, threading.Lock()


renew_in_child(_forget_pool)
