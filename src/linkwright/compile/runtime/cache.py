"""The object cache: compiled programs on disk, so that a second start is quick.

A folder that is not private is not used (a `CacheWarning` says so, once), and a
damaged or foreign file is passed over and written anew, never run.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from linkwright.compile.runtime import folder as private
from linkwright.compile.runtime.cpu import compiler_version
from linkwright.compile.runtime.record import Record, packed, unpacked
from linkwright.compile.runtime.sources import sources_digest
from linkwright.compile.target import host_target

T = TypeVar("T")

LIMIT_BYTES = 512 * 1024 * 1024
"""Above this, what was not used for longest is removed."""

VARIABLE = "LINKWRIGHT_CACHE"
"""Environment variable: the folder to use, or "off"."""


class CacheWarning(UserWarning):
    """Kernels are compiled anew in every process."""


def full_key(*parts: str) -> str:
    """Return the name of an object: a digest of all that decides its bytes."""
    target = host_target()
    everything = (
        sources_digest(),
        compiler_version(),
        target.triple,
        target.cpu,
        target.features,
        *parts,
    )
    digest = hashlib.sha256()
    for part in everything:
        digest.update(f"{len(part)} {part}\n".encode())
    return digest.hexdigest()


def cache_folder() -> Path | None:
    """Return the folder of the cache, or None where it is switched off."""
    chosen = os.environ.get(VARIABLE)
    if chosen == "off":
        return None
    return Path(chosen) if chosen else private.default_folder()


def fetch(key: str) -> Record | None:
    """Return what is kept under a key, if it is whole and ours."""

    def read(folder: int) -> Record | None:
        content = private.read_file(folder, _file_name(key))
        return unpacked(key, content) if content is not None else None

    return _in_folder(read)


def keep(key: str, record: Record) -> None:
    """Keep a record; whoever writes the same key last wins, with the same content."""

    def write(folder: int) -> None:
        private.write_file(folder, _file_name(key), packed(key, record))
        private.evict(folder, LIMIT_BYTES)

    _in_folder(write)


def _file_name(key: str) -> str:
    return f"{key}.object"


def _in_folder(work: Callable[[int], T]) -> T | None:
    """Do something in the open folder; where it may not be used, say so and go on."""
    path = None
    try:
        path = cache_folder()
        if path is None:
            return None
        with private.opened(path) as folder:
            return work(folder)
    except private.FolderRefused as refusal:
        _warn_once(path, str(refusal))
    except OSError as error:
        _warn_once(path, f"it fails ({error.strerror})")
    return None


_warned: set[Path | None] = set()


def _warn_once(path: Path | None, reason: str) -> None:
    if path in _warned:
        return
    _warned.add(path)
    warnings.warn(
        f"{path or 'cache'}  The object cache is not used: {reason}.\n"
        "  Every process compiles its kernels anew. The folder must belong to you,"
        f" have mode 0700 and be no link; or set {VARIABLE} to another folder, or off.",
        CacheWarning,
        stacklevel=2,
    )
