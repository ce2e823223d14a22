"""Programs made by a C or C++ compiler: building them, and talking with them."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from tests.references.plain_tree import Array

SOURCES = Path(__file__).parent / "peers"
BUILT = Path(__file__).parents[1] / "build" / "benchmarks"
OPTIMISED = ("-O3", "-march=native", "-DNDEBUG")


class Failure(Exception):
    """A peer's program could not be built, or stopped answering."""


class TooLong(Failure):
    """A compiler was not done in time."""


@cache
def compiler(language: str) -> str | None:
    """Return the path of a compiler for "c" or "c++", or None."""
    names = ("gcc", "cc") if language == "c" else ("g++", "c++")
    return next((path for name in names if (path := shutil.which(name))), None)


@cache
def compiler_version(language: str) -> str:
    """Return the first line a compiler says about itself."""
    command = [compiler(language) or "false", "--version"]
    return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]


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
    flags = ["-shared", "-fPIC"] if shared else []
    command = [tool, *OPTIMISED, *flags, str(source), *arguments]
    protocol = (SOURCES / "protocol.hpp").read_text(encoding="utf-8")
    content = source.read_text(encoding="utf-8")
    identity = "\n".join(
        (content, protocol, *command, compiler_version(language), depends, _processor())
    )
    digest = hashlib.sha256(identity.encode()).hexdigest()[:16]
    target = BUILT / f"{source.stem}-{digest}{'.so' if shared else ''}"
    given_up = target.with_suffix(".gave-up")
    if reuse and target.exists():
        return target
    if reuse and given_up.exists() and float(given_up.read_text()) >= patience:
        raise TooLong(f"{source.name}: not compiled in {patience:.0f} s")
    BUILT.mkdir(parents=True, exist_ok=True)
    if reuse:
        print(f"compiling {source.name}, once ...", flush=True)
    unfinished = target.with_suffix(".unfinished")
    try:
        done = subprocess.run(
            [*command, "-o", str(unfinished)],
            capture_output=True,
            text=True,
            timeout=patience,
        )
    except subprocess.TimeoutExpired:
        given_up.write_text(str(patience))
        raise TooLong(f"{source.name}: not compiled in {patience:.0f} s") from None
    if done.returncode:
        raise Failure(f"{source.name} does not compile:\n{done.stderr[-2000:]}")
    return unfinished.replace(target)


class Program:
    """A peer's running program; see peers/protocol.hpp for what is said."""

    def __init__(self, path: Path, robot: Path, states: Path) -> None:
        self._folder = states.parent
        self._process = subprocess.Popen(
            [str(path), str(robot), str(states)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def tasks(self) -> list[str]:
        """Return what the program can compute."""
        return self._ask("tasks").split()

    def time(self, task: str, passes: int) -> float:
        """Return nanoseconds per evaluation over so many passes through the states."""
        return float(self._ask(f"time {task} {passes}"))

    def result(self, task: str) -> Array:
        """Return the task's numbers, one row a state is the caller's to shape."""
        path = self._folder / "result.bin"
        self._ask(f"result {task} {path}")
        return np.fromfile(path)

    def close(self) -> None:
        """End the program."""
        self._process.communicate()

    def _ask(self, question: str) -> str:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(question + "\n")
            stdin.flush()
            answer = stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            said = self._process.communicate()[1]
            raise Failure(f"'{question}' was not answered:\n{said[-2000:]}")
        return answer


def _processor() -> str:
    from benchmarks.machine import processor

    return processor()
