"""From a recipe to loaded code: from memory, from disk, or by compiling."""

from __future__ import annotations

import threading
from collections import OrderedDict

from linkwright.compile.executable import Executable, object_of
from linkwright.compile.recipe import Recipe
from linkwright.compile.runtime.cache import fetch, full_key, keep
from linkwright.compile.runtime.fork import renew_in_child
from linkwright.compile.runtime.record import Record

_REMEMBERED = 256


def built(recipe: Recipe) -> Executable:
    """Return the loaded code of a recipe.

    Of many threads that ask for the same code at once, one compiles it.
    """
    key = _key_of(recipe, "key", recipe.key) if recipe.key is not None else None
    with _lock_of(key or recipe):
        executable = _memory.get(key) if key else None
        if executable is None:
            executable = _from_disk(key) if key else None
        if executable is None:
            executable = _compiled(recipe, key)
        if key:
            _memory.put(key, executable)
    _locks.pop(key or recipe, None)
    return executable


def _from_disk(key: str) -> Executable | None:
    record = fetch(key)
    return Executable(*record) if record is not None else None


def _compiled(recipe: Recipe, key: str | None) -> Executable:
    """Trace, lower and compile; without a key the text names the object."""
    program = recipe.make_program()
    module = recipe.lower(program)
    if key is None:
        key = _key_of(recipe, "text", module.text)
        if (record := fetch(key)) is not None:
            return Executable(program.name, module, record.object_bytes)
    object_bytes = object_of(module)
    keep(key, Record(program.name, module, object_bytes))
    return Executable(program.name, module, object_bytes)


def _key_of(recipe: Recipe, kind: str, name: str) -> str:
    """Return the cache's name for the object of a program so named."""
    return full_key(kind, name, recipe.dtype, repr(recipe.options))


class _Memory:
    """The code used last; kernels in use own theirs anyway."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Executable] = OrderedDict()

    def get(self, key: str) -> Executable | None:
        """Return what is kept under a key."""
        with self._lock:
            executable = self._kept.get(key)
            if executable is not None:
                self._kept.move_to_end(key)
            return executable

    def put(self, key: str, executable: Executable) -> None:
        """Keep code, and forget what was not used for longest."""
        with self._lock:
            self._kept[key] = executable
            self._kept.move_to_end(key)
            if len(self._kept) > _REMEMBERED:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()

    def renew_lock(self) -> None:
        """Make a new lock: in a child, nobody may be left to release the old one."""
        self._lock = threading.Lock()


_memory = _Memory()
_locks: dict[object, threading.Lock] = {}


def _lock_of(name: object) -> threading.Lock:
    return _locks.setdefault(name, threading.Lock())


def forget_loaded_code() -> None:
    """Forget code kept in this process; kernels in use keep theirs."""
    _memory.clear()


renew_in_child(_locks.clear)
renew_in_child(_memory.renew_lock)
