"""A folder nobody else can write into, or read from.

A hash finds damage; only ownership keeps strangers out. Objects from the folder are
run, so it must belong to this user, be closed to all others and be no link to
elsewhere. Everything is done relative to the open folder, so that it cannot be
exchanged between the check and the use.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_TEMPORARY = "unfinished-"
_ABANDONED_SECONDS = 3600.0


class FolderRefused(Exception):
    """The folder is missing something that keeps strangers out."""


def default_folder() -> Path:
    """Return where this platform keeps a user's caches.

    Raises:
        FolderRefused: if the user has no home.
    """
    try:
        home = Path.home()
    except RuntimeError as error:
        raise FolderRefused("there is no home folder to put it in") from error
    if sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "linkwright"


@contextlib.contextmanager
def opened(path: Path) -> Iterator[int]:
    """Open a private folder, made if it does not exist, as a file descriptor.

    Raises:
        FolderRefused: if it is not private; the text says what is wrong.
    """
    if not hasattr(os, "geteuid"):
        raise FolderRefused("its owner cannot be checked on this platform")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError as error:
        if path.is_symlink():
            raise FolderRefused("it is a symbolic link") from error
        raise FolderRefused(f"it cannot be opened ({error.strerror})") from error
    try:
        found = os.fstat(folder)
        if found.st_uid != os.geteuid():
            raise FolderRefused("it belongs to another user")
        mode = stat.S_IMODE(found.st_mode) & 0o777
        if mode != 0o700:
            raise FolderRefused(f"its mode is {mode:04o}, not 0700")
        yield folder
    finally:
        os.close(folder)


def read_file(folder: int, name: str) -> bytes | None:
    """Return a file's bytes, or None if there is no file of ours of that name."""
    try:
        file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=folder)
    except OSError:
        return None
    with open(file, "rb") as stream:
        found = os.fstat(file)
        if found.st_uid != os.geteuid() or not stat.S_ISREG(found.st_mode):
            return None
        with contextlib.suppress(OSError):
            os.utime(file)  # the time of last use decides what is evicted
        return stream.read()


def write_file(folder: int, name: str, content: bytes) -> None:
    """Write a file so that nobody ever sees a part of it."""
    temporary = f"{_TEMPORARY}{os.getpid()}-{time.monotonic_ns()}-{name}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    file = os.open(temporary, flags, 0o600, dir_fd=folder)
    try:
        with open(file, "wb") as stream:
            stream.write(content)
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        remove_file(folder, temporary)
        raise


def remove_file(folder: int, name: str) -> None:
    """Remove a file, if it is still there."""
    with contextlib.suppress(OSError):
        os.unlink(name, dir_fd=folder)


def evict(folder: int, limit_bytes: int) -> None:
    """Remove the files not used for longest until the rest are within the limit."""
    now = time.time()
    files: list[tuple[float, int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                found = entry.stat(follow_symlinks=False)
            except OSError:
                continue  # another process was quicker
            age = now - found.st_mtime
            if entry.name.startswith(_TEMPORARY) and age > _ABANDONED_SECONDS:
                remove_file(folder, entry.name)
            elif stat.S_ISREG(found.st_mode):
                files.append((found.st_mtime, found.st_size, entry.name))
    total = sum(size for _, size, _ in files)
    for _, size, name in sorted(files):
        if total <= limit_bytes:
            break
        remove_file(folder, name)
        total -= size
