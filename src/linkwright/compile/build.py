"""From a recipe to loaded code: from memory, from disk, or by compiling."""

from __future__ import annotations

from collections import OrderedDict

from linkwright.compile.executable import Executable, object_of
from linkwright.compile.recipe import Recipe
from linkwright.compile.runtime.cache import fetch, full_key, keep
from linkwright.compile.runtime.collection import paused_collection
from linkwright.compile.runtime.fork import compiling
from linkwright.compile.runtime.record import Record

_REMEMBERED = 256

# The code used last, by key; kernels own theirs anyway.
_memory: OrderedDict[str, Executable] = OrderedDict()


def built(recipe: Recipe) -> Executable:
    """Return the loaded code of a recipe.

    Of many threads that ask for the same code at once, one compiles it.
    """
    with compiling:
        if recipe.key is None:
            return _compiled(recipe, None)
        key = _key_of(recipe, "key", recipe.key)
        executable = _memory.pop(key, None)
        if executable is None:
            executable = _from_disk(key) or _compiled(recipe, key)
        _memory[key] = executable
        if len(_memory) > _REMEMBERED:
            _memory.popitem(last=False)
        return executable


def forget_loaded_code() -> None:
    """Forget code kept in this process; kernels in use keep theirs."""
    with compiling:
        _memory.clear()


def _from_disk(key: str) -> Executable | None:
    record = fetch(key)
    return Executable(*record) if record is not None else None


def _compiled(recipe: Recipe, key: str | None) -> Executable:
    """Trace, lower and compile; without a key the text names the object."""
    with paused_collection():
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
