"""What happens to locks and threads when the process forks.

A child has one thread. Whatever another thread of the parent held would stay held
there for ever: locks of ours, of LLVM, and those of modules amid their first import.
So all compiling, with the imports that it needs, happens under one lock, and a fork
waits for it. LLVM does one thing at a time anyway.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import Any

compiling = threading.RLock()
"""Held while anything is traced, compiled, loaded or first imported for it."""


def renew_in_child(renew: Callable[[], object]) -> None:
    """Call ``renew`` in every child, before any of its own work."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=renew)


_llvm_locks: list[Any] = []  # held by the fork that is under way


def _hold() -> None:
    compiling.acquire()
    # llvmlite locks on its own when code is disposed of, by whichever thread.
    library = getattr(sys.modules.get("llvmlite.binding.ffi"), "lib", None)
    lock = getattr(library, "_lock", None)
    if lock is not None:
        lock.__enter__()
        _llvm_locks.append(lock)


def _let_go() -> None:
    while _llvm_locks:
        _llvm_locks.pop().__exit__(None, None, None)
    compiling.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_hold, after_in_parent=_let_go, after_in_child=_let_go)
