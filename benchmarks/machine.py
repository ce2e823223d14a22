"""What the figures were measured on: machine, versions, commit."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from pathlib import Path

from benchmarks.compilers import compiler, compiler_version

PACKAGES = ("linkwright", "numpy", "llvmlite", "pin", "mujoco", "casadi")


@cache
def processor() -> str:
    """Return the processor's name and its widest vector instructions."""
    text = _read("/proc/cpuinfo")
    lines: dict[str, str] = {}
    for line in text.splitlines():
        key, _, value = line.partition(":")
        lines[key.strip()] = value.strip()
    name = lines.get("model name") or platform.processor() or platform.machine()
    flags = lines.get("flags", "").split()
    vectors = next(
        (flag for flag in ("avx512f", "avx2", "sse4_2") if flag in flags), ""
    )
    family = f"family {lines['cpu family']}" if "cpu family" in lines else ""
    return ", ".join(part for part in (name, family, vectors) if part)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and those it starts, on one core: everybody on the same."""
    with _on({max(_ALL)} if _ALL else set()):
        yield


@contextmanager
def all_cores() -> Iterator[None]:
    """Use every core again."""
    with _on(_ALL):
        yield


_ALL: set[int] = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


@contextmanager
def _on(chosen: set[int]) -> Iterator[None]:
    if not chosen:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, chosen)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def versions() -> dict[str, str]:
    """Return the version of everything measured, and of Python and the compiler."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    if compiler("c++"):
        found["compiler"] = compiler_version("c++")
    return found


def commit() -> str:
    """Return the commit measured, marked where files differ from it."""
    folder = Path(__file__).parents[1]
    head = _git(folder, "rev-parse", "--short=12", "HEAD")
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no", "src")
    return f"{head} with changes" if changed else head


def load() -> float:
    """Return how many programs were running over the last minute."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, text=True
    )
    return done.stdout.strip()


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""
