"""Talking with a peer's program, in the words of peers/protocol.hpp."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np

from benchmarks.build import Failure
from tests.references.plain_tree import Array


class Program:
    """A peer's running program."""

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
