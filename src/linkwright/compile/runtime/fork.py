"""What happens to locks and threads when the process forks.

A child has one thread. Whatever another thread of the parent held would stay held
there for ever, and a pool of threads that do not exist would wait for ever.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable


def hold_while_forking(lock: threading.RLock) -> None:  # pyright: ignore[reportGeneralTypeIssues]
    """Let a fork wait until nobody else holds the lock: what it guards stays whole."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=lock.acquire,
            after_in_parent=lock.release,
            after_in_child=lock.release,
        )


def renew_in_child(renew: Callable[[], object]) -> None:
    """Call ``renew`` in every child, before any of its own work."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=renew)
