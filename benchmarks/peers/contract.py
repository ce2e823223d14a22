"""What a peer's file provides: why it cannot run here, and a robot made ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from benchmarks.case import Case
from benchmarks.compilers import compiler
from benchmarks.quantities import Quantity
from tests.references.plain_tree import Array


class Contender(Protocol):
    """One robot in one peer, ready to compute."""

    def tasks(self) -> Sequence[str]:
        """Return what it computes: QUANTITY, or QUANTITY/VARIANT for several ways."""
        ...

    def time(self, task: str, passes: int) -> float:
        """Return nanoseconds per evaluation over so many passes through the states."""
        ...

    def result(self, task: str) -> Array:
        """Return the quantity of every state in our coordinates, a flat row a state."""
        ...

    def close(self) -> None:
        """Let go of processes and memory."""
        ...


# What to make ready: a robot, quantities, a folder for files, and how many seconds to
# wait for one compilation.
Prepare = Callable[[Case, Sequence[Quantity], Path, float], Contender]


@dataclass(frozen=True)
class Peer:
    """A library to be compared with.

    ``missing`` returns what it lacks on this machine, an empty text where it can run.
    """

    name: str
    missing: Callable[[], str]
    prepare: Prepare


def variants(contender: Contender, quantity: Quantity) -> list[str]:
    """Return the tasks that yield a quantity."""
    return [t for t in contender.tasks() if t.split("/")[0] == quantity.name]


def lacks(*, modules: Sequence[str] = (), language: str = "") -> str:
    """Return which of the things a peer needs is not here, empty where all are."""
    for module in modules:
        if find_spec(module) is None:
            return f"the package {module} is not installed"
    if language and compiler(language) is None:
        return f"there is no {language.upper()} compiler"
    return ""
