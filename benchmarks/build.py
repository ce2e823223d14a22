"""Programs made by a C or C++ compiler: built once, and again when anything changes."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.compilers import compiler, compiler_version
from benchmarks.machine import processor

SOURCES = Path(__file__).parent / "peers"
PROTOCOL = SOURCES / "protocol.hpp"
BUILT = Path(__file__).parents[1] / "build" / "benchmarks"
OPTIMISED = ("-O3", "-march=native", "-DNDEBUG")


class Failure(Exception):
    """A peer's program could not be built, or stopped answering."""


class TooLong(Failure):
    """A compiler was not done in time."""


def build(
    source: Path,
    arguments: Sequence[str],
    *,
    language: str = "c++",
    depends: str = "",
    shared: bool = False,
    patience: float = 1200.0,
    reuse: bool = True,
) -> Path:
    """Return the compiled program or library, a former one where nothing changed.

    Args:
        source: the file to compile.
        arguments: flags beyond the optimising ones, and libraries.
        language: "c" or "c++".
        depends: what else the result depends on, e.g. the library's version.
        shared: whether to make a shared library instead of a program.
        patience: seconds after which to give up; remembered for the next time.
        reuse: whether a former build will do.

    Raises:
        TooLong: if the compiler is not done in time.
        Failure: if it refuses.
    """
    tool = compiler(language)
    assert tool is not None, "the caller asks missing() first"
    flags = [*OPTIMISED, *(["-shared", "-fPIC"] if shared else []), *arguments]
    digest = _digest(source, [tool, *flags, compiler_version(language), depends])
    target = BUILT / f"{source.stem}-{digest}{'.so' if shared else ''}"
    given_up = BUILT / f"{source.stem}-{digest}.given-up"
    if reuse and target.exists():
        return target
    if reuse and given_up.exists() and float(given_up.read_text()) >= patience:
        raise TooLong(f"{source.name}: not compiled in {patience:.0f} s")
    BUILT.mkdir(parents=True, exist_ok=True)
    if reuse:
        print(f"compiling {source.name}, once ...", flush=True)
    unfinished = target.with_suffix(f".{os.getpid()}")
    # Libraries stand behind the sources that need them.
    command = [tool, str(source), *flags, "-o", str(unfinished)]
    try:
        _run(command, patience)
    except TooLong:
        given_up.write_text(str(patience))
        raise
    return unfinished.replace(target)


def _digest(source: Path, rest: Sequence[str]) -> str:
    """Return a name for what decides the result; where the source lies does not."""
    contents = [path.read_text(encoding="utf-8") for path in (source, PROTOCOL)]
    identity = "\n".join([*contents, *rest, processor()])
    return hashlib.sha256(identity.encode()).hexdigest()[:16]


def _run(command: Sequence[str], patience: float) -> None:
    """Run a compiler; with it end the passes it starts, which else would run on."""
    name = Path(command[1]).name
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _, said = process.communicate(timeout=patience)
    except BaseException as error:  # also at Ctrl-C
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(error, subprocess.TimeoutExpired):
            raise TooLong(f"{name}: not compiled in {patience:.0f} s") from None
        raise
    if process.returncode:
        raise Failure(f"{name} does not compile:\n{said[-2000:]}")
